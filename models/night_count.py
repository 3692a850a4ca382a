"""Counts a hand given as tiles in a night's text: the night knows the seat, the round, who deals and whether it was self-drawn.

The dealer fan 莊 is never in it: the ledger adds it for each payer. The tables of fan are loaded only when a night has tiles in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from models.event_checks import Refusal
from models.events import Item, Win
from models.messages import Msg, msg
from models.night_text import HandToCount

if TYPE_CHECKING:
    from models.hand import Context
    from models.rules import RuleSet

WINDS: Final = "ESWN"

_TILES_FIT: Final = msg(
    "tiles such as 123m 567m 345p 678s 34s 99p +5s, then | and context words, or the hand's fan as a number"
)


class TileCounter:
    """Counts hands by the rule sets that ship and those in ``folders``."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._folders = tuple(folders)
        self._sets: dict[str, RuleSet | Refusal] = {}

    def known(self, name: str) -> Refusal | None:
        """Why ``name`` is no rule set that can be used, or ``None``."""
        found = self._rules(name)
        return found if isinstance(found, Refusal) else None

    def count(self, asked: HandToCount) -> Win | Refusal:
        """The hand as a win: its fan without the dealer fan, its items; or why it cannot be one."""
        from models.hand import HandError
        from models.notation import HK_PLANTS, parse_context, parse_hand, write_context, write_hand
        from models.score import NotAWin, score

        rules = self._rules(asked.rules)
        if isinstance(rules, Refusal):
            return rules
        plants = getattr(rules.switches, "plant_order", HK_PLANTS)
        try:
            hand = parse_hand(asked.hand, plants)
            context = self._context(asked, parse_context(asked.words), rules)
            if isinstance(context, Refusal):
                return context
            found = score(hand, context, rules)
        except HandError as error:
            return Refusal(error.message, _TILES_FIT)
        if isinstance(found, NotAWin):
            return Refusal(found.message, msg("a hand that wins under the rule set {name}", name=rules.name))
        if found.flower and rules.table == "hk":
            return Refusal(
                msg("flowers alone are paid at once, they end no hand"),
                msg(
                    "pay all to NAME N for eight flowers, pay NAME to NAME N for the eighth taken from another"
                ),
            )
        if found.payer == "feeder" and asked.self_draw:
            return Refusal(
                msg("who fed the big kong pays for a win on its replacement tile"),
                msg("win NAME from NAME, the feeder last"),
            )
        if found.payer == "all" and not asked.self_draw:
            return Refusal(
                msg("a win on a replacement tile is paid by all under the rule set {name}", name=rules.name),
                msg("win NAME self-draw WORTH"),
            )
        dealer = ("dealer", "dealer_streak")
        items = tuple(Item(i.id, i.fan, i.count, i.zh, i.en) for i in found.items if i.id not in dealer)
        fan = found.without_dealer
        return Win(
            asked.winner,
            fan,
            write_hand(hand),
            write_context(context),
            items,
            fan,
            f"{rules.name}@{rules.fingerprint}",
        )

    def _rules(self, name: str) -> RuleSet | Refusal:
        if name not in self._sets:
            from models.rules import RuleSetError, load

            try:
                self._sets[name] = load(name, self._folders)
            except RuleSetError as error:
                self._sets[name] = Refusal(error.message, msg("a rule set that 'taipai rules list' shows"))
            except (OSError, ValueError):  # a name no file system can hold
                self._sets[name] = Refusal(
                    msg("there is no rule set {name}", name=name[:40]),
                    msg("a rule set that 'taipai rules list' shows"),
                )
        return self._sets[name]

    @staticmethod
    def _context(asked: HandToCount, words: Context, rules: RuleSet) -> Context | Refusal:
        """The context with what the night knows; what was written must not say otherwise."""
        said = set(asked.words.split())
        kongs = [draw for draw in words.chain if draw != "flower"]
        fed = bool(kongs) and kongs[-1] == "big_kong" and not asked.self_draw
        if fed and asked.winners > 1:
            return Refusal(
                msg("only one player can win on a replacement tile"),
                msg("win NAME from NAME, the feeder last"),
            )

        def contradicts(what: Msg) -> Refusal:
            return Refusal(
                msg("the night says otherwise: {what}", what=what), msg("leave that context word out")
            )

        if words.self_draw and not (asked.self_draw or fed):
            return contradicts(msg("another player pays for this hand alone"))
        if "round" in said and words.round != asked.round:
            return contradicts(msg("the round is {wind}", wind=WINDS[asked.round]))
        if words.dealer is not None and words.dealer != asked.dealer:
            if asked.dealer is None:
                return contradicts(msg("the winner does not deal"))
            return contradicts(msg("the winner deals with {n} continuations", n=asked.dealer))
        seat = asked.seat
        if "seat" in said:
            if rules.table == "hk" and words.seat != asked.seat:
                return contradicts(msg("the winner's seat is {wind}", wind=WINDS[asked.seat]))
            seat = (
                words.seat
            )  # where the wall was opened gives the seat at a Taiwanese table, and no night knows that
        return replace(
            words, self_draw=asked.self_draw or fed, seat=seat, round=asked.round, dealer=asked.dealer
        )
