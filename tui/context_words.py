"""How a hand was won, said for a person: ``自摸 · 大明槓上 · 坐南 · 東圈`` instead of context words."""

from __future__ import annotations

from typing import Final

from tui.i18n import _
from tui.keymap import N_
from tui.words import wind

READY: Final = {"tian": N_("heavenly ready"), "di": N_("earthly ready"), "migi": N_("MIGI")}
DRAWS: Final = {"kong": N_("after a kong"), "big_kong": N_("after big kong"), "flower": N_("after a flower")}


def told(words: str) -> str:
    """The context words as labels in the language in use; words that cannot be read stay as they are."""
    from models.hand import HandError
    from models.notation import parse_context

    try:
        context = parse_context(words)
    except HandError:
        return words
    found = [_("self-draw") if context.self_draw else _("discard")]
    if context.rob_kong or context.rob_concealed_kong:
        found = [_("robbed kong")]
    for kind, label in DRAWS.items():
        count = context.chain.count(kind)
        if count:
            found.append(_(label) + (f" ×{count}" if count > 1 else ""))
    if context.last_tile:
        found.append(_("last tile") if context.self_draw else _("last discard"))
    if context.river is not None:
        found.append(f"{_('river')} {context.river}")
    found += [
        _(label) for flag, label in _flags(context.heavenly, context.earthly, context.flower_paid) if flag
    ]
    if context.ready:
        found.append(_(READY[context.ready]))
    found.append(_("{round} round, sits {seat}").format(round=wind(context.round), seat=wind(context.seat)))
    if context.dealer is not None:
        found.append(_("deals, streak {n}").format(n=context.dealer) if context.dealer else _("deals"))
    return " · ".join(found)


def _flags(heavenly: bool, earthly: bool, flower_paid: bool) -> list[tuple[bool, str]]:
    return [(heavenly, N_("heavenly")), (earthly, N_("earthly")), (flower_paid, N_("flowers paid"))]
