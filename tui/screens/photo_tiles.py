"""Checking a photo's tiles: the picture with the tiles marked, beside it what was read; few keys put it right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content

from models.messages import Msg, msg
from tui import keymap, pictures
from tui.i18n import _, n_, tr
from tui.photo_draft import Draft, forms, from_reading
from tui.pictures import Mark
from tui.requests import PhotoResult
from tui.screens.base import Page
from tui.text import both_ends, clip
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Lines, Say
from tui.widgets.photo_cells import PhotoCells
from tui.widgets.photo_detail import PhotoDetail
from tui.widgets.photo_picture import PhotoPicture
from vision.reading import PhotoReading

if TYPE_CHECKING:
    from PIL import Image as PillowImage

FORM_WORDS: Final = {
    "standard": keymap.N_("a winning hand"),
    "ligu": keymap.N_("a winning hand: ligu ligu"),
    "orphans": keymap.N_("a winning hand: thirteen orphans"),
    "sixteen": keymap.N_("a winning hand: sixteen unrelated"),
}


@dataclass(frozen=True, slots=True)
class Again:
    """Another photo is wanted."""


class _Foot(Lines):
    """The hand as it stands, whether it is one, and what the reader had to say."""

    DEFAULT_CSS = "_Foot { height: 3; padding: 0 1; background: $surface; }"

    def __init__(self, screen: PhotoTilesScreen) -> None:
        super().__init__(id="foot")
        self.owner = screen

    def lines(self, width: int, height: int) -> list[Content]:
        draft = self.owner.draft
        verdict, good = self.owner.verdict()
        start = Content.styled(draft.hand or "–", "bold")
        end = Content.styled(tr(verdict), "bold $success" if good else "bold $warning")
        out = [both_ends(start, end, width)]
        if draft.refused is not None:
            out.append(Content.styled(clip(tr(draft.refused), width), "bold $warning"))
        for note in self.owner.notes:
            out.append(Content.styled(clip(tr(note), width), "$text-muted"))
        return out[:3]


class PhotoTilesScreen(Page["PhotoResult | Again"]):
    """Answers the hand as a person has put it right, :class:`Again` for another photo, ``None`` for none."""

    AREA = "photo_tiles"
    BINDINGS = keymap.bindings("photo_tiles")
    AUTO_FOCUS = "PhotoCells"
    HELP = keymap.N_(
        "Check the tiles against the photo. Enter goes on to counting the hand when all is right. Tab jumps to the next doubtful tile, Space takes its next candidate; or type it: 5p, E. x sets the winning tile, g takes a meld as exposed, i adds a tile, Del leaves one out, u takes a change back."
    )
    CSS = """
    PhotoTilesScreen #title { dock: top; height: 1; width: 1fr; padding: 0 1; background: $panel; }
    PhotoTilesScreen #body { height: 1fr; }
    PhotoTilesScreen #left { width: 1fr; }
    PhotoTilesScreen #whole { height: 1fr; }
    PhotoTilesScreen #below { height: 11; }
    PhotoTilesScreen #one { width: 17; height: 11; }
    PhotoTilesScreen #right { width: 38; border-left: vkey $border; padding: 0 0 0 1; }
    PhotoTilesScreen.-wide #right { width: 48; }
    PhotoTilesScreen.-tall #below { height: 20; }
    PhotoTilesScreen.-tall #one { width: 30; height: 20; }
    """

    def __init__(
        self, reading: PhotoReading, name: str, picture: PillowImage.Image | None = None, scale: float = 1.0
    ) -> None:
        """``picture``: the photo for showing; ``scale``: its pixels per pixel of the photo."""
        super().__init__()
        self.reading = reading
        self.photo_name = name
        self.picture = picture
        self.scale = scale
        self.draft = from_reading(reading)
        self.notes: tuple[Msg, ...] = reading.notes
        self.history: list[tuple[Draft, tuple[Msg, ...]]] = []
        self.zoom: int | None = None
        """0 around the tile under the cursor, 1 the hand, 2 the whole photo; ``None`` as fits the terminal."""

    def compose(self) -> ComposeResult:
        yield Say(self._title, id="title")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                yield PhotoPicture(id="whole")
                with Horizontal(id="below"):
                    yield PhotoPicture(id="one")
                    yield PhotoDetail()
            with VerticalScroll(id="right", can_focus=False):
                yield PhotoCells()
        yield _Foot(self)
        yield KeyBar("photo_tiles")

    def on_mount(self) -> None:
        self._draw()
        self.call_after_refresh(self._draw)  # once the room is known

    def _title(self) -> Content:
        width = (self.size.width or 80) - 2
        doubtful = len(self.draft.doubtful)
        right = [n_("{n} tile", "{n} tiles", sum(t.role != "loose" for t in self.draft.tiles))]
        if doubtful:
            right.append(n_("{n} doubtful", "{n} doubtful", doubtful))
        right.append(_("{n} ms").format(n=round(self.reading.milliseconds)))
        end = Content.styled(" · ".join(right), "$warning" if doubtful else "$text-muted")
        return both_ends(Content.assemble((_("Photo"), "bold $primary"), f" · {self.photo_name}"), end, width)

    # -- what the hand is -----------------------------------------------------------------------------------------

    def verdict(self) -> tuple[Msg, bool]:
        """One line on the hand, and whether it is a winning one."""
        draft = self.draft
        if not draft.complete:
            if any(not tile.face for tile in draft.tiles):
                return msg("type the tile that was added"), False
            return msg("{n} of {wanted} tiles", n=draft.playing, wanted=draft.wanted), False
        found = forms(draft.hand)
        if not found:
            return msg("{n} tiles, no winning hand", n=draft.playing), False
        return msg(FORM_WORDS.get(found[0], FORM_WORDS["standard"])), True

    # -- drawing ----------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        if not self.is_running or not self.query(PhotoDetail):  # closed before it was drawn
            return
        draft = self.draft
        self.query_one(PhotoCells).draft = draft
        self.query_one(PhotoDetail).draft = draft
        whole, one = self.query_one("#whole", PhotoPicture), self.query_one("#one", PhotoPicture)
        marks = []
        for index, tile in enumerate(draft.tiles):
            if tile.corners is None:
                continue
            colour = pictures.DOUBTFUL if tile.doubtful else pictures.SURE
            if tile.role == "loose":
                colour = pictures.LEFT_OUT
            here = index == draft.at
            marks.append(Mark(tile.corners, pictures.SELECTED if here else colour, tile.face, here))
        shown = [
            mark.corners
            for mark, tile in zip(marks, (t for t in draft.tiles if t.corners), strict=True)
            if tile.role != "loose"
        ]
        current = draft.current
        whole.set_reactive(PhotoPicture.window, self._window(whole, shown))
        whole.show(self.picture, self.scale, marks)
        one.display = current is not None and current.corners is not None
        if one.display and current is not None:
            one.show(self.picture, self.scale, tile=current.corners)
        self.query_one("#title", Say).refresh()
        self.query_one(_Foot).refresh()
        self.call_after_refresh(self._keep_in_view)

    def _window(
        self, pane: PhotoPicture, shown: list[Sequence[tuple[float, float]]]
    ) -> tuple[float, float, float, float] | None:
        """The part of the photo to show: half cells are too coarse for a whole hand."""
        zoom = self.zoom if self.zoom is not None else 0 if pane.kind == "half" else 1
        current = self.draft.current
        if zoom == 0 and current is not None and current.corners is not None:
            columns, rows = pane.content_size
            return pictures.near(
                current.corners, self.reading.size, columns / max(1, rows * 2), max(3.0, columns / 9)
            )
        return None if zoom == 2 else pictures.around(shown, self.reading.size)

    def _keep_in_view(self) -> None:
        cells = self.query_one(PhotoCells)
        place = cells.place_of(self.draft.at)
        if place is not None:
            pane = self.query_one("#right", VerticalScroll)
            top = round(pane.scroll_y)
            if place[0] < top:
                pane.scroll_to(y=place[0], animate=False)
            elif place[0] + 2 > top + pane.size.height:
                pane.scroll_to(y=place[0] + 2 - pane.size.height, animate=False)

    def relabel(self) -> None:
        super().relabel()
        self._draw()

    def _change(self, draft: Draft, notes: tuple[Msg, ...] | None = None) -> None:
        """Takes a new draft; what changes tiles can be taken back."""
        before = self.draft
        if (draft.tiles, draft.melds) != (before.tiles, before.melds):
            self.history.append((replace(before, refused=None, digit=""), self.notes))
            self.notes = (
                notes if notes is not None else tuple(note for note in self.notes if not _outdated(note))
            )
        self.draft = draft
        self._draw()

    # -- keys -------------------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        if event.character and self.draft.accepts(event.character):
            event.stop()
            event.prevent_default()
            self._change(self.draft.type(event.character))
        elif event.key == "escape" and self.draft.digit:
            event.stop()
            event.prevent_default()
            self._change(replace(self.draft, digit=""))

    @on(PhotoCells.Picked)
    def _picked(self, message: PhotoCells.Picked) -> None:
        self._change(self.draft.go(message.index))

    def action_previous(self) -> None:
        self._change(self.draft.move(-1))

    def action_following(self) -> None:
        self._change(self.draft.move(1))

    def action_row_up(self) -> None:
        self._change(self.draft.go(self.query_one(PhotoCells).beside(-1)))

    def action_row_down(self) -> None:
        self._change(self.draft.go(self.query_one(PhotoCells).beside(1)))

    def action_first(self) -> None:
        self._change(self.draft.go(0))

    def action_last(self) -> None:
        self._change(self.draft.go(len(self.draft.tiles) - 1))

    def action_doubtful(self) -> None:
        self._change(self.draft.next_doubtful())

    def action_doubtful_back(self) -> None:
        self._change(self.draft.next_doubtful(-1))

    def action_candidate(self) -> None:
        self._change(self.draft.candidate())

    def action_check(self) -> None:
        self._change(self.draft.confirm_tile())

    def action_winning(self) -> None:
        self._change(self.draft.choose_winning())

    def action_add(self) -> None:
        self._change(self.draft.add())

    def action_leave_out(self) -> None:
        self._change(self.draft.leave_out())

    def action_mark(self) -> None:
        self._change(self.draft.mark())

    def action_regroup(self) -> None:
        self._change(self.draft.regroup())

    def action_kind(self) -> None:
        self._change(self.draft.turn_kind())

    def action_undo(self) -> None:
        if not self.history:
            self._change(replace(self.draft, refused=msg("nothing to take back")))
            return
        self.draft, self.notes = self.history.pop()
        self._draw()

    def action_zoom(self) -> None:
        now = (
            self.zoom
            if self.zoom is not None
            else 0
            if self.query_one("#whole", PhotoPicture).kind == "half"
            else 1
        )
        self.zoom = (now + 1) % 3
        self._draw()

    def action_reconsider(self) -> None:
        """Joint decoding of the tiles that nobody has checked, given those that somebody has."""
        from vision.reconsider import reconsider

        if not self.draft.tiles or any(not tile.face for tile in self.draft.tiles):
            self._change(replace(self.draft, refused=msg("type the tile that was added")))
            return
        faces = reconsider(self.draft.tiles, self.draft.melds)
        if faces is None:
            self._change(replace(self.draft, refused=msg("no winning hand is near enough")))
            return
        tiles = []
        told = []
        for tile, face in zip(self.draft.tiles, faces, strict=True):
            if face != tile.face:
                told.append(f"{tile.face} → {face}")
                confidence = next((value for name, value in tile.candidates if name == face), 0.0)
                tile = replace(tile, face=face, confidence=confidence, changed=True)
            tiles.append(tile)
        if not told:
            self._change(replace(self.draft, refused=msg("the winning hand stays as it is")))
            return
        note = msg("corrected by the rest of the hand: {changes}", changes=", ".join(told))
        self._change(replace(self.draft, tiles=tuple(tiles), refused=None), (note,))

    def action_again(self) -> None:
        self.dismiss(Again())

    def action_back(self) -> None:
        self.dismiss(None)

    def action_accept(self) -> None:
        if any(not tile.face for tile in self.draft.tiles):
            self._change(replace(self.draft, refused=msg("type the tile that was added")))
            return
        hand = self.draft.hand
        if not hand:
            self._change(replace(self.draft, refused=msg("there is no tile to take to the hand")))
            return
        self.dismiss(PhotoResult(hand))


def _outdated(note: Msg) -> bool:
    """Whether a note spoke of the tiles as they were before a person changed them."""
    return note.template.startswith(("I see ", "as read "))
