"""A counted hand as JSON and as lines for a person: what ``taipai score`` and ``taipai waits`` print."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from models.messages import Msg, msg
from tui.i18n import _, language, pick, tr

if TYPE_CHECKING:
    from models.engine import ScoreItem
    from models.hand import HandError
    from models.readings import Reading
    from models.rules import RuleSet
    from models.score import NotAWin, Score, Wait

_FORMS: Final = {
    "standard": msg("five melds and a pair"),
    "ligu": msg("seven pairs and a triplet"),
    "orphans": msg("thirteen orphans"),
    "sixteen": msg("sixteen unrelated"),
    "two_way": msg("two ways to read it"),
    "flowers": msg("flowers alone"),
}
_PAYERS: Final = {
    "all": msg("all three pay"),
    "discarder": msg("the discarder pays"),
    "konger": msg("whoever made the kong pays"),
    "feeder": msg("whoever fed the big kong pays alone"),
    "holder": msg("whoever held the eighth flower pays alone"),
}


def width(text: str) -> int:
    """Cells a text takes in a terminal."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def pad(text: str, cells: int) -> str:
    """The text filled up with spaces to so many cells."""
    return text + " " * (cells - width(text))


def items_json(items: Iterable[ScoreItem]) -> list[dict[str, Any]]:
    """Items as ``--json`` has them."""
    return [
        {"id": item.id, "fan": item.fan, "count": item.count, "zh": item.zh, "en": item.en} for item in items
    ]


def reading_json(reading: Reading) -> dict[str, Any]:
    """The reading as ``--json`` has it; ``winning`` is the group that holds the winning tile."""
    from models.tiles import FACES

    value: dict[str, Any] = {
        "form": reading.form,
        "melds": [str(group) for group in reading.melds],
        "pair": reading.pair_text,
    }
    if reading.winning is not None:
        value["winning"] = str(reading.winning)
    if reading.pairs:
        value["pairs"] = [FACES[tile][0] * 2 + FACES[tile][1] for tile in reading.pairs]
    if reading.form == "two_way" and reading.triplet is not None:
        value["triplet"] = FACES[reading.triplet][0] * 3 + FACES[reading.triplet][1]
    return value


def score_json(result: Score | NotAWin, rules: RuleSet) -> dict[str, Any]:
    """A count as ``--json`` has it."""
    from models.score import NotAWin
    from models.tiles import FACES

    if isinstance(result, NotAWin):
        return {"win": False, "problem": "not_a_win", "message": tr(result.message), "rules": rules.name}
    return {
        "win": True,
        "total": result.total,
        "rules": rules.name,
        "items": items_json(result.items),
        "reading": reading_json(result.reading),
        "waits": [FACES[tile] for tile in result.waits],
        "without_dealer": result.without_dealer,
        "payer": result.payer,
        "fingerprint": rules.fingerprint,
    }


def refusal_json(problem: str, message: Msg | str) -> dict[str, Any]:
    """Input that is not valid as ``--json`` has it."""
    return {"win": False, "problem": problem, "message": tr(message)}


def error_json(error: HandError) -> dict[str, Any]:
    """A :class:`~models.hand.HandError` as ``--json`` has it, every reason listed."""
    value = refusal_json(error.problem, error.message)
    value["reasons"] = [
        {
            "flag": (fault.flag.name or "").lower(),
            "problem": fault.kind,
            "message": tr(fault.message),
            **({"at": fault.where} if fault.where >= 0 else {}),
        }
        for fault in error.faults
    ]
    return value


def unit(rules: RuleSet) -> str:
    """番 or 台."""
    return pick("台", "tai") if rules.table == "taiwan" else pick("番", "fan")


def reading_text(reading: Reading) -> str:
    """The reading in one line: its form, melds (exposed ones in brackets) and eyes."""
    from models.tiles import FACES

    parts = [f"({group})" if group.exposed else str(group) for group in reading.melds]
    if reading.pair_text:
        parts.append(reading.pair_text)
    pairs = [FACES[tile][0] * 2 + FACES[tile][1] for tile in reading.pairs]
    if reading.form == "ligu":
        parts += pairs
    text = f"{tr(_FORMS[reading.form])}: {' '.join(parts)}" if parts else tr(_FORMS[reading.form])
    if reading.winning is not None:
        text += " " + _("(won in {group})").format(group=reading.winning)
    if reading.form == "two_way" and reading.triplet is not None:
        triplet = FACES[reading.triplet][0] * 3 + FACES[reading.triplet][1]
        text += "; " + _("and {reading}").format(reading=f"{tr(_FORMS['ligu'])}: {triplet} {' '.join(pairs)}")
    return text


def score_lines(result: Score, *, brief: bool = False) -> list[str]:
    """A counted hand for a person: total, items with the tiles that earned them, reading, waits, near misses, other readings."""
    from models.explain import earned, near_misses
    from models.tiles import FACES

    rules = result.rules
    chinese = language() == "zh_HK"
    name = f"{rules.name} · {rules.fingerprint[:4]}"
    lines = [f"{result.total} {unit(rules)}   [{name}]"]
    rows = []
    for one in earned(result):
        item = one.item
        label = pick(item.zh, item.en) + (f" ×{item.count}" if item.count > 1 else "")
        rows.append((label, str(item.fan), one.text))
    cells = max((width(label) for label, _fan, _why in rows), default=0)
    digits = max((len(fan) for _label, fan, _why in rows), default=1)
    lines += [f"  {pad(label, cells)}  {fan:>{digits}}  {why}".rstrip() for label, fan, why in rows]
    if not rows:
        lines.append("  " + _("no fan at all"))
    if brief:
        return lines
    lines.append(f"  {_('Reading')}: {reading_text(result.reading)}")
    if result.waits:
        lines.append(f"  {_('Waited for')}: {' '.join(FACES[tile] for tile in result.waits)}")
    if result.dealer:
        lines.append(
            "  "
            + _("{fan} without the dealer fan, which is between the dealer and each payer").format(
                fan=result.without_dealer
            )
        )
    lines.append(f"  {_('Payment')}: {tr(_PAYERS[result.payer])}")
    misses = near_misses(result)
    if misses:
        lines.append(f"  {_('Narrowly missed')}:")
        lines += [f"    {tr(miss.message(chinese))}" for miss in misses]
    if result.others:
        lines.append(f"  {_('Other readings')}:")
        for other in result.others:
            lines.append(f"    {other.total:>3}  {reading_text(other.reading)}")
            lines.append("         " + items_line(other.items))
    return lines


def items_line(items: Sequence[ScoreItem]) -> str:
    """Items in a row: names and fans."""
    return ", ".join(
        f"{pick(item.zh, item.en)}{f' ×{item.count}' if item.count > 1 else ''} {item.fan}" for item in items
    )


def wait_lines(found: Sequence[Wait], rules: RuleSet) -> list[str]:
    """What completes the hand, one line a face."""
    from models.score import Score
    from models.tiles import FACES
    from tui.hand_signs import tile_name

    if not found:
        return [_("these 16 tiles wait for nothing")]
    lines = []
    names = [tr(tile_name(wait.tile)) for wait in found]
    room = max(4, *(width(name) for name in names))
    for wait, shown in zip(found, names, strict=True):
        name = f"{FACES[wait.tile]} {pad(shown, room)}"
        left = _("{n} left").format(n=wait.left)
        result = wait.result
        if isinstance(result, Score):
            lines.append(f"{name}  {left}  {result.total:>3} {unit(rules)}  {items_line(result.items)}")
        else:
            lines.append(f"{name}  {left}    –  {tr(result.message)}")
    return lines
