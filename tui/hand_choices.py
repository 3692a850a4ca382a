"""How a hand was won, as choices a key turns: pure values, and what each key makes of them.

:class:`Choices` writes and reads the context words (``self_draw last_tile river 6`` …). :func:`press` is one key; whether its outcome can be is
for the rules to say, see :mod:`tui.counting`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tui.hand_entry import Editor

WINDS: Final = "ESWN"
READY: Final = ("", "di", "tian", "migi")
MOST_RIVER: Final = 99
MOST_STREAK: Final = 99

TOGGLES: Final = (
    "self_draw",
    "rob",
    "last_tile",
    "kong",
    "big_kong",
    "flower",
    "river",
    "heavenly",
    "earthly",
    "flower_paid",
    "ready",
    "seat",
    "round",
    "dealer",
)
"""Every choice, in the order of the panel; also the names of the actions."""


@dataclass(frozen=True, slots=True)
class Choices:
    """How the hand was won and where its player sits."""

    self_draw: bool = False
    rob: str = ""
    """``rob_kong``, ``rob_concealed_kong`` or nothing."""
    last_tile: bool = False
    chain: tuple[str, ...] = ()
    """Replacement draws right before the win, oldest first: ``kong``, ``big_kong``, ``flower``."""
    river: int | None = None
    """Discards in the river without the winning tile; ``None`` is ten or more."""
    heavenly: bool = False
    earthly: bool = False
    flower_paid: bool = False
    ready: str = ""
    """``di``, ``tian``, ``migi`` or nothing."""
    seat: int = 1
    round: int = 0
    dealer: int | None = None
    """Continuations of the winner's own deal, ``None`` when another deals."""

    @property
    def words(self) -> str:
        """The context words, seat and round included."""
        found = [f"seat {WINDS[self.seat]}", f"round {WINDS[self.round]}"]
        if self.dealer is not None:
            found.append(f"dealer {self.dealer}")
        return " ".join([*found, *self._how()])

    @property
    def how(self) -> str:
        """The words without seat, round and deal: what happened in this hand alone."""
        return " ".join(self._how())

    def _how(self) -> list[str]:
        found = []
        if self.self_draw:
            found.append("self_draw")
        if self.rob:
            found.append(self.rob)
        if len(self.chain) == 1:
            found.append(f"after_{self.chain[0]}")
        elif self.chain:
            found.append("chain " + ",".join(self.chain))
        if self.last_tile:
            found.append("last_tile")
        if self.river is not None:
            found.append(f"river {self.river}")
        if self.heavenly:
            found.append("heavenly")
        if self.earthly:
            found.append("earthly")
        if self.flower_paid:
            found.append("flower_paid")
        if self.ready:
            found.append(f"ready {self.ready}")
        return found


def read_words(words: str, start: Choices) -> Choices:
    """``start`` with what context words say turned on. Words it does not know are left for the count to refuse: they change nothing here."""
    found = start
    tokens = words.replace(", ", ",").split()
    place = 0
    while place < len(tokens):
        word = tokens[place]
        after = tokens[place + 1] if place + 1 < len(tokens) else ""
        place += 1
        match word:
            case "self_draw" | "last_tile" | "heavenly" | "earthly" | "flower_paid":
                found = replace(found, **{word: True})
            case "rob_kong" | "rob_concealed_kong":
                found = replace(found, rob=word)
            case "after_kong" | "after_big_kong" | "after_flower":
                found = replace(found, chain=(word.removeprefix("after_"),))
            case "chain":
                found = replace(found, chain=tuple(part for part in after.split(",") if part in ("kong", "big_kong", "flower")))
                place += 1
            case "river" | "dealer":
                if after.isdecimal():
                    found = replace(found, **{word: int(after)})
                place += 1
            case "seat" | "round":
                if len(after) == 1 and after in WINDS:
                    found = replace(found, **{word: WINDS.index(after)})
                place += 1
            case "ready":
                found = replace(found, ready=after if after in READY else "")
                place += 1
    return found


def room(editor: Editor, kind: str) -> int:
    """How many replacement draws of this kind the typed hand allows."""
    if kind == "kong":
        return sum(meld.bracket in "{[" for meld in editor.melds)
    if kind == "big_kong":
        return min(1, sum(meld.bracket == "(" and meld.is_kong for meld in editor.melds))
    return len(editor.flowers)


def press(choices: Choices, name: str, editor: Editor, *, concealed_robbing: bool = False, migi: bool = False, step: int = 1) -> Choices:
    """The choices after the key of ``name``; a key that has more than two answers goes through them, ``step`` −1 backwards."""
    match name:
        case "self_draw":
            if choices.self_draw:
                return replace(choices, self_draw=False, chain=(), heavenly=False)
            return replace(choices, self_draw=True, rob="")
        case "rob":
            ways = ("", "rob_kong", "rob_concealed_kong") if concealed_robbing else ("", "rob_kong")
            return replace(choices, rob=_next(ways, choices.rob, step))
        case "last_tile" | "heavenly" | "earthly" | "flower_paid":
            return replace(choices, **{name: not getattr(choices, name)})
        case "kong" | "big_kong" | "flower":
            return replace(choices, chain=_chain(choices.chain, name, max(1, room(editor, name)), step))
        case "river":
            return replace(choices, river=_river(choices.river, step))
        case "ready":
            return replace(choices, ready=_next(READY if migi else READY[:3], choices.ready, step))
        case "seat":
            return replace(choices, seat=(choices.seat + step) % 4)
        case "round":
            return replace(choices, round=(choices.round + step) % 4)
        case "dealer":
            deals = -1 if choices.dealer is None else choices.dealer
            turned = deals + step
            if turned > 9 or turned < -1:
                turned = -1 if turned > 9 else 9
            return replace(choices, dealer=None if turned < 0 else turned)
    return choices


def _next(ways: tuple[str, ...], now: str, step: int) -> str:
    place = ways.index(now) if now in ways else 0
    return ways[(place + step) % len(ways)]


def _chain(chain: tuple[str, ...], kind: str, most: int, step: int) -> tuple[str, ...]:
    """One more draw of this kind, up to what the hand allows, then none; a big kong always comes first, it follows a claim."""
    count = chain.count(kind)
    if step > 0 and count < most:
        return (kind, *chain) if kind == "big_kong" else (*chain, kind)
    if step < 0 and count:
        place = len(chain) - 1 - chain[::-1].index(kind)
        return (*chain[:place], *chain[place + 1 :])
    if step < 0:
        return (kind, *chain) if kind == "big_kong" else (*chain, kind)
    return tuple(part for part in chain if part != kind)


def _river(river: int | None, step: int) -> int | None:
    """Fewer discards one by one from ten on, round and round."""
    if river is None:
        return 9 if step > 0 else 0
    turned = river - step
    return None if turned < 0 or turned > 9 else turned


def type_river(choices: Choices, digit: str, *, append: bool) -> Choices:
    """A digit typed on the river: appended to the one typed just before, otherwise the number itself."""
    before = str(choices.river) if append and choices.river is not None else ""
    number = int(before + digit)
    return replace(choices, river=number if number <= MOST_RIVER else int(digit))


def erase_river(choices: Choices) -> Choices:
    """Backspace on the river: one digit less, then ten or more."""
    before = "" if choices.river is None else str(choices.river)[:-1]
    return replace(choices, river=int(before) if before else None)
