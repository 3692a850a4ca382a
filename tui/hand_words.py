"""What the hand screen says, in the language in use: labels, values, money, rows of the count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from models.events import Seat
from models.explain import NearMiss
from models.hand import Context
from models.messages import Msg, msg
from models.rules import RuleSet
from models.tiles import FACES, HONOURS, NAMES_ZH
from tui import counting
from tui.context_words import READY
from tui.hand_choices import robbed
from tui.hand_signs import tile_name
from tui.i18n import _, language, pick, tr
from tui.keymap import N_
from tui.requests import HandRequest
from tui.text import both_ends, clip
from tui.widgets.hand.item_list import ItemRow
from tui.words import NAME, fan, money, wind

CHOICE_HELP: Final = {
    "self_draw": N_("Drawn by the winner, or taken from a discard; asks who discarded."),
    "rob": N_("Won by robbing a kong."),
    "last_tile": N_("The last tile of the wall, or the discard after it."),
    "kong": N_("On the replacement of a concealed or added kong; again for one more in a row."),
    "big_kong": N_("On the replacement of a kong of another's discard; asks who fed it."),
    "flower": N_("On the replacement of a flower; again for one more in a row."),
    "river": N_("How many discards lie in the river: type the number, or left and right."),
    "heavenly": N_("The dealer wins with his first 17 tiles."),
    "earthly": N_("Won inside the first go-round."),
    "flower_paid": N_("Eight flowers, or the eighth robbed, were paid at once already."),
    "ready": N_("Ready was declared: earthly, heavenly (or MIGI where the table plays it)."),
    "seat": N_("The winner's seat wind, where it does not follow the dealer."),
    "round": N_("The round wind."),
    "dealer": N_("Whether the winner deals, and in which continuation."),
}

_LABELS: Final = {
    "rob": N_("robbed kong"),
    "kong": N_("after a kong"),
    "big_kong": N_("after big kong"),
    "flower": N_("after a flower"),
    "river": N_("river"),
    "heavenly": N_("heavenly"),
    "earthly": N_("earthly"),
    "flower_paid": N_("flowers paid"),
    "ready": N_("ready"),
    "seat": N_("seat wind"),
    "round": N_("round wind"),
    "dealer": N_("dealer"),
}
_FORMS: Final = {
    "standard": N_("five melds and a pair"),
    "ligu": N_("Ligu Ligu"),
    "orphans": N_("Thirteen Orphans"),
    "sixteen": N_("Sixteen Unrelated"),
    "two_way": N_("two ways at once"),
    "flowers": N_("flowers"),
}


def choice_label(name: str, context: Context) -> str:
    """The label of a choice's row."""
    if name == "self_draw":
        return _("self-draw") if context.self_draw else _("discard")
    if name == "last_tile":
        return _("last tile") if context.self_draw else _("last discard")
    return _(_LABELS[name])


def choice_value(name: str, context: Context, request: HandRequest, payer: Seat | None) -> str:
    """What a choice's row says beside its label."""
    match name:
        case "self_draw" if (
            not context.self_draw and payer is not None and not request.alone and not robbed(context)
        ):
            return clip(request.players[payer], NAME)
        case "rob" if robbed(context):
            if robbed(context) == "rob_concealed_kong":
                return _("concealed")
            return clip(request.players[payer], NAME) if payer is not None and not request.alone else ""
        case "kong" | "flower" if context.chain.count(name) > 1:
            return f"×{context.chain.count(name)}"
        case "big_kong" if "big_kong" in context.chain and payer is not None and not request.alone:
            return clip(request.players[payer], NAME)
        case "river":
            return _("10 or more") if context.river is None else str(context.river)
        case "ready" if context.ready:
            return _(READY[context.ready])
        case "seat":
            return wind(context.seat)
        case "round":
            return wind(context.round)
        case "dealer":
            return _("no") if context.dealer is None else _("streak {n}").format(n=context.dealer)
    return ""


def headline(request: HandRequest, context: Context, payer: Seat | None, width: int) -> Content:
    """Who won off whom, and where the night stands."""
    if request.alone:
        what = _("Count a hand")
    else:
        winner = clip(request.players[request.winner], NAME)
        by = clip(request.players[payer], NAME) if payer is not None else ""
        if robbed(context) and by:
            what = _("{winner} robs {payer}'s kong").format(winner=winner, payer=by)
        elif "big_kong" in context.chain and by:
            what = _("{winner} draws after a big kong fed by {payer}").format(winner=winner, payer=by)
        elif context.self_draw:
            what = _("{winner} self-draws").format(winner=winner)
        else:
            what = _("{winner} wins off {payer}").format(winner=winner, payer=by)
    place = _("{round} round, sits {seat}").format(round=wind(context.round), seat=wind(context.seat))
    if context.dealer is not None:
        place += " · " + (_("deals, streak {n}").format(n=context.dealer) if context.dealer else _("deals"))
    return both_ends(Content.styled(what, "bold $accent"), Content.styled(place, "$text 65%"), width)


def rules_title(rules: RuleSet | None, name: str, key: str) -> str:
    """The rule set that counts, and the key that turns it, if one does."""
    if rules is None:
        return name
    title = pick(rules.title_zh, rules.title_en)
    return f"{title} ({key})" if key else title


def who_pays(context: Context) -> str:
    """The question for the one who pays (a translation key)."""
    if "big_kong" in context.chain:
        return N_("Who fed the big kong? He pays alone.")
    if robbed(context):
        return N_("Whose kong was robbed? He pays alone.")
    return N_("Who discarded the winning tile?")


def dealer_fan(request: HandRequest, payer: Seat) -> int:
    """莊 between the winner and a payer."""
    if not request.dealer_fan or request.dealer not in (request.winner, payer):
        return 0
    return 1 + 2 * request.streak


def money_lines(hand_fan: int, request: HandRequest, context: Context, payer: Seat | None) -> list[Content]:
    """Beside the number: for each payer fan, dealer fan and money. Three lines at most."""
    if request.alone:
        if context.dealer is None:
            plus = _("dealer pays 1 more, +2 a streak")
        else:
            plus = _("and {n} dealer fan from each payer").format(n=1 + 2 * context.dealer)
        return [Content.styled(_("fan"), "bold $accent"), Content(""), Content.styled(plus, "$text 65%")]
    payers = [payer] if payer is not None else [seat for seat in range(4) if seat != request.winner]
    lines = []
    for seat in payers:
        plus_fan = dealer_fan(request, seat)
        value = request.base + (hand_fan + plus_fan) * request.per_fan
        lines.append(
            Content.assemble(
                (clip(request.players[seat], 10), "$text"),
                " ",
                (fan(hand_fan, plus_fan), "$text"),
                " ",
                (money(value), "bold $accent"),
            )
        )
    if len(lines) == 1:
        notes = []
        if dealer_fan(request, payers[0]):
            notes.append(_("dealer fan {n}").format(n=dealer_fan(request, payers[0])))
        if request.extra:
            notes.append(_("{n} for several winners").format(n=request.extra))
        lines = [
            Content.styled(_("fan"), "bold $accent"),
            lines[0],
            Content.styled(_("with {notes}").format(notes=_(", ").join(notes)) if notes else "", "$text 65%"),
        ]
    return lines


def item_rows(
    outcome: counting.Outcome, near: Sequence[NearMiss], *, unfolded: bool, key: str
) -> list[ItemRow]:
    """The rows under the number. ``near`` is what the hand narrowly missed."""
    if isinstance(outcome, counting.Counted):
        return _counted(outcome, near, unfolded, key)
    if isinstance(outcome, counting.Waiting):
        return _waiting(outcome)
    if isinstance(outcome, counting.NotAWin):
        return _no_win(outcome)
    return _cheat_sheet()


def _counted(outcome: counting.Counted, near: Sequence[NearMiss], unfolded: bool, key: str) -> list[ItemRow]:
    rows = []
    for item in outcome.items:
        name = pick(item.zh, item.en)
        if item.count > 1:
            name += f" ×{item.count}"
        rows.append(
            ItemRow(
                name,
                number=str(item.fan),
                note=tuple(item.earned.split()),
                tiles=item.tiles,
                detail=_("{name}: {earned}").format(name=name, earned=_earned(item)),
            )
        )
    if not rows:
        rows.append(ItemRow(_("no fan at all"), number="0"))
    rows.append(
        ItemRow(
            _("read as {reading}").format(reading=outcome.reading), kind="help", detail=form(outcome.form)
        )
    )
    if near:
        rows.append(ItemRow(_("Narrowly missed"), kind="title"))
        rows += [_missed(miss) for miss in near]
    if outcome.others:
        fold = "▾" if unfolded else "▸"
        rows.append(
            ItemRow(
                f"{fold} " + _("{key} other readings: {n}").format(key=key, n=len(outcome.others)),
                kind="title",
            )
        )
        if unfolded:
            rows += [
                ItemRow(
                    other.text,
                    number=str(other.fan),
                    kind="reading",
                    detail=_("{form}: {items}").format(form=form(other.form), items=_names(other)),
                )
                for other in outcome.others
            ]
    return rows


def _missed(miss: NearMiss) -> ItemRow:
    """What was missed, how many fan more, and by what."""

    def tile(face: int) -> str:
        return NAMES_ZH[face] if language() == "zh_HK" or face in HONOURS else FACES[face]

    match miss.kind:
        case "more":
            by = _("one {tile} more").format(tile=tile(miss.tile))
        case "instead":
            by = _("{needed} for {held}").format(needed=tile(miss.tile), held=tile(miss.instead))
        case "drawn":
            by = _("self-drawn")
        case _:
            by = _("a discard earlier")
    return ItemRow(
        pick(miss.row.zh, miss.row.en),
        number=str(miss.gain) if miss.kind == "more" else f"+{miss.gain}",
        note=(by,),
        tiles=(miss.instead,) if miss.kind == "instead" else (),
        kind="near",
        detail=tr(miss.message(language() == "zh_HK")),
    )


def _earned(item: counting.CountedItem) -> str:
    """Which tiles earned it, in words."""
    if item.earned:
        return item.earned
    return _("the whole hand") if item.whole else _("how it was won")


def _names(other: counting.OtherReading) -> str:
    return _(", ").join(f"{pick(item.zh, item.en)} {item.fan}" for item in other.items)


def form(name: str) -> str:
    """The winning form's name."""
    return _(_FORMS.get(name, name))


def _no_win(outcome: counting.NotAWin) -> list[ItemRow]:
    if not outcome.exchanges:
        return []
    rows = [ItemRow(_("It would win with one tile changed"), kind="title")]
    for held, needed in outcome.exchanges:
        words = _("{held} into {needed}").format(held=tr(tile_name(held)), needed=tr(tile_name(needed)))
        rows.append(ItemRow(words, tiles=(held,), kind="near", detail=words))
    return rows


def _waiting(outcome: counting.Waiting) -> list[ItemRow]:
    if not outcome.waits:
        return [ItemRow(_("waits for nothing"), kind="title")]
    rows = [ItemRow(_("Waits for {n}").format(n=len(outcome.waits)), kind="title")]
    for wait in outcome.waits:
        each = tuple(pick(item.zh, item.en) for item in wait.items)
        names = _(", ").join(each)
        label = tr(tile_name(wait.tile))
        left = "  " + _("{n} left").format(n=wait.left)
        rows.append(
            ItemRow(
                (f"{FACES[wait.tile]} {label}" if language() == "en" else label) + left,
                number="–" if wait.fan is None else str(wait.fan),
                note=each,
                between=_(", "),
                kind="wait",
                detail=f"{label}: {names}" if names else label,
            )
        )
    return rows


_SHEET: Final[tuple[tuple[str, Msg], ...]] = (
    ("1–9 m", msg("characters")),
    ("1–9 p", msg("dots")),
    ("1–9 s", msg("bamboos")),
    ("E S W N", msg("winds East South West North")),
    ("C F P", msg("dragons red green white")),
    ("1–8 f", msg("flowers: seasons 1–4, plants 5–8")),
    ("( )", msg("exposed chow, pung or kong")),
    ("{ }", msg("added kong")),
    ("[ ]", msg("concealed kong")),
    ("+", msg("the winning tile; else the last one")),
)


def _cheat_sheet() -> list[ItemRow]:
    """What to type, while there is nothing to count."""
    return [ItemRow(f"{key:<8} {tr(words)}", kind="help") for key, words in _SHEET]
