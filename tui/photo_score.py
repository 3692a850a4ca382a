"""The suggested count of a hand read from a photo. A photo seldom tells which tile won; then the count says what each would pay."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tui.i18n import _, tr
from vision.reading import shortfall

if TYPE_CHECKING:
    from models.rules import RuleSet
    from vision.reading import PhotoReading


def short(reading: PhotoReading) -> str:
    """Why a reading cannot be counted, where too many or too few tiles are the reason; else empty."""
    if all(tile.face.endswith("f") for tile in reading.tiles):
        return ""  # seven or eight flowers win alone
    missing = shortfall(reading)
    if missing > 0:
        return _("not counted: tiles of the hand are missing in the photo: {n}").format(n=missing)
    if missing < 0:
        return _("not counted: the photo shows more tiles than a hand has: {n} too many").format(n=-missing)
    return ""


def short_json(reading: PhotoReading) -> dict[str, Any] | None:
    """The same as ``--json`` has it, or nothing."""
    from tui.score_text import refusal_json

    message = short(reading)
    return refusal_json("wrong_size", message) if message else None


def suggest(hand: str, words: str, rules: RuleSet) -> dict[str, Any]:
    """The count as ``taipai score --json`` has it.

    Without a winning tile: ``{"win": true, "rules": …, "total_min": …, "total_max": …, "by_winning_tile": {"5p": 23, …}}``.
    """
    from models.hand import HandError
    from models.notation import parse_context, parse_hand
    from models.score import Score, score
    from models.tiles import FACES
    from tui.score_text import error_json, score_json

    try:
        parsed = parse_hand(hand, rules.switches.plant_order)
        context = parse_context(words)
        if parsed.winning is not None or not parsed.concealed:
            return score_json(score(parsed, context, rules), rules)
        totals: dict[str, int] = {}
        result: Any = None
        for tile in dict.fromkeys(parsed.concealed):
            result = score(replace(parsed, winning=tile), context, rules)
            if isinstance(result, Score):
                totals[FACES[tile]] = result.total
    except HandError as error:
        return error_json(error)
    if not totals:
        return score_json(result, rules)
    return {
        "win": True,
        "rules": rules.name,
        "total_min": min(totals.values()),
        "total_max": max(totals.values()),
        "by_winning_tile": totals,
    }


def lines(hand: str, words: str, rules: RuleSet) -> list[str]:
    """The same in words."""
    from models.hand import HandError
    from models.notation import parse_context, parse_hand
    from models.score import Score, score
    from tui.score_text import score_lines

    value = suggest(hand, words, rules)
    if "by_winning_tile" in value:
        by_total: dict[int, list[str]] = {}
        for face, total in value["by_winning_tile"].items():
            by_total.setdefault(total, []).append(face)
        return [
            _("fan by the tile that won (the photo does not tell which):"),
            *(f"  {total}: {' '.join(faces)}" for total, faces in sorted(by_total.items(), reverse=True)),
        ]
    try:
        result = score(parse_hand(hand, rules.switches.plant_order), parse_context(words), rules)
    except HandError as error:
        return [tr(fault.message) for fault in error.faults]
    if not isinstance(result, Score):
        return [_("not a win: {why}").format(why=tr(result.message))]
    return list(score_lines(result))
