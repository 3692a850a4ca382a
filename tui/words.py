"""The table's sentences: what happened, who owes whom, what it was, as a Hong Kong player says it and in English.

Whole sentences are translation keys with named holes; nothing is glued together from words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from models.events import (
    ChipsCounted,
    ChopDeclined,
    Chopped,
    Corrected,
    Event,
    HandDrawn,
    HandWon,
    InstantPayment,
    NightSettled,
    NightStarted,
    Seat,
    Undone,
)
from tui.i18n import _, language, n_
from tui.keymap import N_
from tui.text import NAME_CELLS, clip

if TYPE_CHECKING:
    from models.ledger import Debt, Payment
    from models.night import Night, Record

NUMERALS: Final = ("零", "一", "兩", "三", "四", "五", "六", "七", "八", "九", "十")
WINDS: Final = (N_("East"), N_("South"), N_("West"), N_("North"))
REASONS: Final = {
    "kick_half": N_("kick half"),
    "outsider": N_("outsider won"),
    "both_won": N_("both won"),
    "chop": N_("chop"),
    "auto_chop": N_("chopped by itself"),
    "self_draw": N_("self-draw paid"),
    "cash": N_("cash"),
    "instant": N_("instant"),
    "settle_up": N_("settle up"),
}
NOTES: Final = {"八仙過海": N_("Eight flowers"), "七搶一": N_("Seven robs one"), "詐糊": N_("False win")}
"""What the app itself writes into an instant payment; any other words are a person's own and stay as they are."""
NAME = 12
"""A name inside a sentence is at most this wide."""


def money(amount: int) -> str:
    """``$33``."""
    return f"${amount:,}" if abs(amount) >= 10_000 else f"${amount}"


def signed(amount: int) -> str:
    """``+33``, ``−33``, ``0``: the sign says it without colour."""
    digits = f"{abs(amount):,}" if abs(amount) >= 10_000 else str(abs(amount))
    return "0" if amount == 0 else ("+" if amount > 0 else "−") + digits


def tone(amount: int) -> str:
    """The style that goes with the sign."""
    return "$success" if amount > 0 else "$error" if amount < 0 else "$text-muted"


def too_long() -> str:
    """How long a name may be, for who typed a longer one."""
    return _("At most {n} letters, or {half} Chinese characters.").format(n=NAME_CELLS, half=NAME_CELLS // 2)


def pulls(count: int) -> str:
    """``兩口`` / ``2 pulls``."""
    if language() == "en":
        return n_("{n} pull", "{n} pulls", count)
    return (NUMERALS[count] if 0 <= count <= 10 else str(count)) + "口"


def pulls_short(count: int) -> str:
    """For the board: ``兩口`` / ``(2)``."""
    return f"({count})" if language() == "en" else pulls(count)


def wind(position: int) -> str:
    """``東`` / ``East``."""
    return _(WINDS[position % 4])


def wind_short(position: int) -> str:
    """One letter or character."""
    return wind(position)[0]


def hand_title(night_name: object, streak: int) -> str:
    """``東風東局 連莊 3``; takes anything with ``zh`` and ``en``."""
    name = str(getattr(night_name, "en" if language() == "en" else "zh"))
    return name + (" " + _("streak {n}").format(n=streak) if streak else "")


def names_of(players: Sequence[str], width: int = NAME) -> list[str]:
    """Names, cut for a sentence."""
    return [clip(name, width) for name in players]


def debt(players: Sequence[str], d: Debt) -> str:
    """``乙欠甲 $33（兩口）``."""
    who = names_of(players)
    return _("{debtor} owes {creditor} {amount} ({pulls})").format(
        debtor=who[d.debtor], creditor=who[d.creditor], amount=money(d.amount), pulls=pulls(d.pulls)
    )


def listed(names: Sequence[str]) -> str:
    """``甲、丙`` / ``A, C``."""
    return _(", ").join(names)


def fan(win_fan: int, dealer_fan: int = 0) -> str:
    """``18+3番``: the hand's fan and the dealer fan apart."""
    number = f"{win_fan}+{dealer_fan}" if dealer_fan else str(win_fan)
    return _("{number} fan").format(number=number)


def happened(players: Sequence[str], event: Event, dealer_fan: Sequence[int] = ()) -> str:
    """What an event says, without what it did. ``dealer_fan`` gives each winner's dealer fan off his discarder."""
    who = names_of(players)
    match event:
        case HandWon(wins, payer):
            if (
                not wins
                or any(not 0 <= win.winner < 4 for win in wins)
                or (payer is not None and not 0 <= payer < 4)
            ):
                return _("a hand won")
            extra = list(dealer_fan) or [0] * len(wins)
            if payer is None:
                return _("{winner} self-drew, {fan}").format(
                    winner=who[wins[0].winner], fan=fan(wins[0].fan, extra[0])
                )
            if len(wins) == 1:
                return _("{winner} won off {payer}, {fan}").format(
                    winner=who[wins[0].winner], payer=who[payer], fan=fan(wins[0].fan, extra[0])
                )
            each = listed(
                [f"{who[win.winner]} {fan(win.fan, plus)}" for win, plus in zip(wins, extra, strict=False)]
            )
            return _("{winners} won off {payer}").format(winners=each, payer=who[payer])
        case HandDrawn():
            return _("drawn hand")
        case Chopped(debtor, creditor):
            return _("{debtor} chops his debt to {creditor}").format(
                debtor=who[debtor], creditor=who[creditor]
            )
        case ChopDeclined(debtor, creditor):
            return _("{debtor} does not chop his debt to {creditor}").format(
                debtor=who[debtor], creditor=who[creditor]
            )
        case InstantPayment(payer, receiver, amount, note):
            what = clip(_(NOTES[note]) if note in NOTES else note or _("instant"), 20)
            if payer is None and receiver is not None:
                return _("{what}: all pay {receiver} {amount} each").format(
                    what=what, receiver=who[receiver], amount=money(amount)
                )
            if receiver is None and payer is not None:
                return _("{what}: {payer} pays all {amount} each").format(
                    what=what, payer=who[payer], amount=money(amount)
                )
            if payer is not None and receiver is not None:
                return _("{what}: {payer} pays {receiver} {amount}").format(
                    what=what, payer=who[payer], receiver=who[receiver], amount=money(amount)
                )
            return what
        case ChipsCounted(player, amount):
            return _("{player} counted {amount}").format(player=who[player], amount=signed(amount))
        case NightSettled():
            return _("settled up")
        case NightStarted(_players, base, per_fan):
            return _("night began: base {base}, {per_fan} a fan").format(
                base=money(base), per_fan=money(per_fan)
            )
        case Corrected(number, new):
            return _("number {number} corrected: {event}").format(number=number, event=happened(players, new))
        case Undone(number):
            return _("number {number} taken back").format(number=number)


def payment(players: Sequence[str], p: Payment, brief: int = 0) -> str:
    """``乙俾甲 $16 踢半``; in brief without the reason."""
    who = names_of(players)
    if brief:
        return _("{payer} pays {receiver} {amount}").format(
            payer=who[p.payer], receiver=who[p.receiver], amount=money(p.amount)
        )
    return _("{payer} pays {receiver} {amount} ({reason})").format(
        payer=who[p.payer],
        receiver=who[p.receiver],
        amount=money(p.amount),
        reason=_(REASONS.get(p.reason, p.reason)),
    )


def grown(players: Sequence[str], before: Debt | None, after: Debt, brief: int = 0) -> str:
    """How a debt came about: ``乙→甲 15×1.5→23+10=33（兩口）``, or a new one ``乙→甲 15（一口）``; in brief only what it is now, briefer without
    the pulls."""
    who = names_of(players)
    arrow = f"{who[after.debtor]}→{who[after.creditor]}"
    if brief:
        return f"{arrow} {after.amount}" + (f" {pulls_short(after.pulls)}" if brief == 1 else "")
    if before is not None and after.pulls > before.pulls:
        half_more = (3 * before.amount + 1) // 2
        sum_ = f"{before.amount}×1.5→{half_more}+{after.amount - half_more}={after.amount}"
    else:
        sum_ = str(after.amount)
    return _("{arrow} {sum} ({pulls})").format(arrow=arrow, sum=sum_, pulls=pulls(after.pulls))


def moves(
    players: Sequence[str],
    before: Sequence[Debt],
    after: Sequence[Debt],
    payments: Sequence[Payment],
    brief: int = 0,
) -> list[str]:
    """What an event did: money that changed hands first, then debts that grew or began. Debts that only hold are not said, and an instant payment
    is what happened itself: it is not said twice. ``brief`` 1 leaves reasons and sums out, 2 the pulls too, 3 says only who gives
    whom how much (with $ what was paid, without what is owed), all who give to the same together."""
    old = {(d.debtor, d.creditor): d for d in before}
    if brief == 3:
        return _given(players, before, after, payments)
    said = [payment(players, p, brief) for p in payments if p.reason != "instant"]
    for d in after:
        was = old.get((d.debtor, d.creditor))
        if was != d:
            said.append(grown(players, was, d, brief))
    return said


def _given(
    players: Sequence[str], before: Sequence[Debt], after: Sequence[Debt], payments: Sequence[Payment]
) -> list[str]:
    """``Ann $28 Cat $28→Bob``, ``Cat 21→Dan``: the shortest that still says every amount."""
    given: dict[tuple[bool, Seat], list[str]] = {}
    for p in payments:
        if p.reason != "instant":
            given.setdefault((True, p.receiver), []).append(f"{players[p.payer]} {money(p.amount)}")
    for d in after:
        if d not in before:
            given.setdefault((False, d.creditor), []).append(f"{players[d.debtor]} {d.amount}")
    return [f"{' '.join(each)}→{players[to]}" for (_paid, to), each in given.items()]


def dealer_fans(record: Record) -> list[int]:
    """Each winner's dealer fan off his discarder, or off the dealer when self-drawn by another (0 where the table counts none)."""
    event = record.event
    if not isinstance(event, HandWon):
        return []
    found = []
    for win in event.wins:
        mine = [v.dealer_fan for v in record.values if v.winner == win.winner]
        if event.payer is None:
            found.append(min(mine, default=0))
        else:
            found.append(mine[0] if mine else 0)
    return found


def record_line(night: Night, record: Record) -> str:
    """What an event of the log says."""
    return happened(night.players, record.event, dealer_fans(record))


def chop_meaning(night: Night, d: Debt) -> str:
    """What chopping and not chopping mean, with amounts, for the debtor."""
    who = names_of(night.players)
    again = (3 * d.amount + 1) // 2
    return _(
        "Chop: pay {creditor} {amount} now, and start afresh. Not: it stays pulled; the next hand {creditor} wins off you makes it {again} and the hand."
    ).format(creditor=who[d.creditor], amount=money(d.amount), again=money(again))


def seat_name(night: Night, seat: Seat) -> str:
    """The name, cut for a sentence."""
    return clip(night.players[seat], NAME)
