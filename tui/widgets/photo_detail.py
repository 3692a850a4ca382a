"""The tile under the cursor in words: what else it could be."""

from __future__ import annotations

from typing import Final

from textual.content import Content
from textual.reactive import reactive

from models.tiles import BY_FACE
from tui.i18n import _
from tui.keymap import N_
from tui.photo_draft import Draft
from tui.text import wrapped
from tui.widgets.lines import Lines
from tui.widgets.tiles import label

BAR: Final = "▁▂▃▄▅▆▇█"
MELD_WORDS: Final = {
    "exposed": N_("exposed meld"),
    "added": N_("added kong"),
    "concealed": N_("concealed kong"),
}


class PhotoDetail(Lines):
    """Candidates of the tile under the cursor with their probabilities."""

    DEFAULT_CSS = "PhotoDetail { width: 1fr; height: 1fr; padding: 0 1; }"

    draft: reactive[Draft] = reactive(Draft())

    def lines(self, width: int, height: int) -> list[Content]:
        draft = self.draft
        tile = draft.current
        if tile is None:
            return [Content.styled(_("no tiles: i adds one"), "$text-muted")]
        of_hand = sum(each.role != "loose" for each in draft.tiles)
        if tile.role == "loose":
            where = _("left out, {n} of {all}").format(
                n=draft.at + 1 - of_hand, all=len(draft.tiles) - of_hand
            )
        else:
            where = _("tile {n} of {all}").format(n=draft.at + 1, all=of_hand)
        out = [Content.styled(where, "$text-muted")]
        for face, value in tile.candidates[:5]:
            here = face == tile.face
            out.append(
                Content.assemble(
                    ("▸" if here else " ", "bold $accent"),
                    (f"{face} ", "bold" if here else ""),
                    (f"{label(BY_FACE[face])} ", "bold" if here else "$text-muted"),
                    (BAR[min(7, int(value * 8))], "$accent"),
                    (f" {min(99.9, value * 100):.0f}%" if value >= 0.01 else " <1%", "$text-muted"),
                )
            )
        if tile.face and tile.face not in [face for face, _value in tile.candidates]:
            out.append(
                Content.assemble(
                    ("▸", "bold $accent"),
                    (f"{tile.face} {label(BY_FACE[tile.face])}", "bold"),
                    f" {_('typed')}",
                )
            )
        meld = draft.meld_of(draft.at)
        if meld is not None:
            out.append(Content.styled(_(MELD_WORDS[meld.kind]), "$secondary"))
        elif tile.role == "winning":
            out.append(Content.styled(_("the winning tile"), "$secondary"))
        elif tile.role == "loose":
            out.append(Content.styled(_("left out; Del takes it in"), "$secondary"))
        if tile.changed and not tile.checked:
            out.append(Content.styled(_("changed by the rest of the hand"), "$warning"))
        return [part for line in out for part in wrapped(line, width)]
