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
from models.notation import HK_PLANTS
from tui import keymap, pictures
from tui.hand_entry import Editor
from tui.i18n import _, n_, tr
from tui.photo_draft import Draft, forms, from_reading
from tui.photo_kept import Kept, Stamp
from tui.pictures import Mark
from tui.requests import PhotoResult
from tui.screens.base import Page
from tui.text import both_ends, clip
from tui.widgets.lines import Lines, Say
from tui.widgets.photo_bar import PhotoBar
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
        "Check the tiles against the photo. Enter goes on to counting the hand when all is right. Tab jumps to the next doubtful tile, c says it is right, Space takes its next candidate; or type it: 5p, E, 五筒. x sets the winning tile, g takes a meld as exposed, i adds a tile, Del leaves one out, d its whole row, u takes a change back. What you put right is kept until the hand is recorded: Esc loses nothing."
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
        self,
        reading: PhotoReading,
        name: str | Msg,
        picture: PillowImage.Image | None = None,
        scale: float = 1.0,
        plant_order: str = HK_PLANTS,
    ) -> None:
        """``picture``: the photo for showing; ``scale``: its pixels per pixel of the photo."""
        super().__init__()
        self.reading = reading
        self.photo_name = name
        self.picture = picture
        self.scale = scale
        self.draft = self.as_read = from_reading(reading, plant_order)
        self.notes: tuple[Msg, ...] = reading.notes
        self.history: list[tuple[Draft, tuple[Msg, ...]]] = []
        self.zoom: int | None = None
        """0 around the tile under the cursor, 1 the hand, 2 the whole photo; ``None`` as fits the terminal."""
        self.warned = False
        """Whether it was said that doubtful tiles are left, and nothing was changed since."""

    @classmethod
    def resumed(cls, kept: Kept) -> PhotoTilesScreen:
        """The screen as it was left."""
        screen = cls(kept.reading, kept.name, kept.picture, kept.scale, kept.draft.plant_order)
        screen.draft = replace(kept.draft, digit="", refused=msg("as you left it"))
        screen.notes, screen.history = kept.notes, [*kept.history]
        return screen

    def kept(self, hand: object, winner: str, source: str, stamp: Stamp) -> Kept:
        """All that is needed to go on later. ``stamp``: the file as it was when it was read, whatever has become of it since."""
        return Kept(
            hand,
            winner,
            source,
            stamp,
            self.photo_name,
            self.reading,
            self.picture,
            self.scale,
            self.draft,
            self.notes,
            tuple(self.history),
        )

    @property
    def touched(self) -> bool:
        """Whether a person has changed or checked anything."""
        return (self.draft.tiles, self.draft.melds) != (self.as_read.tiles, self.as_read.melds)

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
        yield PhotoBar("photo_tiles", lambda action: action.name != "undo" or bool(self.history))

    def on_mount(self) -> None:
        self._draw()
        self.call_after_refresh(self._draw)  # once the room is known

    def _title(self) -> Content:
        width = (self.size.width or 80) - 2
        doubtful = len(self.draft.doubtful)
        loose = sum(t.role == "loose" for t in self.draft.tiles)
        right = [n_("{n} tile", "{n} tiles", len(self.draft.tiles) - loose)]
        if loose:
            right.append(_("{n} left out").format(n=loose))
        if doubtful:
            right.append(n_("{n} doubtful", "{n} doubtful", doubtful))
        right.append(_("{n} ms").format(n=round(self.reading.milliseconds)))
        end = Content.styled(" · ".join(right), "$warning" if doubtful else "$text-muted")
        name = tr(self.photo_name) if isinstance(self.photo_name, Msg) else self.photo_name
        return both_ends(Content.assemble((_("Photo"), "bold $primary"), f" · {name}"), end, width)

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
        self.query_one(PhotoBar).refresh(layout=True)
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
            self.warned = False
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

    def action_row_out(self) -> None:
        self._change(self.draft.leave_row_out())

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
        self.warned = False
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
        why = self._no_hand()
        if why is not None:
            self._change(replace(self.draft, refused=why))
            return
        doubtful = self.draft.doubtful
        if doubtful and not self.warned:
            self.warned = True
            key = self.key("photo_tiles.accept")
            said = (
                msg("1 tile is doubtful: {key} again takes it as it is", key=key)
                if len(doubtful) == 1
                else msg(
                    "{n} tiles are doubtful: {key} again takes them as they are", n=len(doubtful), key=key
                )
            )
            self._change(replace(self.draft.go(doubtful[0]), refused=said))
            return
        self.dismiss(PhotoResult(self.draft.hand))

    def _no_hand(self) -> Msg | None:
        """Why these tiles can be no hand, not even one that lacks some: nothing may be lost on the way to the count."""
        draft = self.draft
        if not draft.hand:
            return msg("there is no tile to take to the hand")
        if draft.playing > draft.wanted:
            return msg(
                "{n} tiles, a hand has {wanted}: leave tiles out with {key}, a whole row with {row}",
                n=draft.playing,
                wanted=draft.wanted,
                key=self.key("photo_tiles.leave_out"),
                row=self.key("photo_tiles.row_out"),
            )
        return Editor.load(draft.hand, draft.plant_order).problem


def _outdated(note: Msg) -> bool:
    """Whether a note spoke of the tiles as they were before a person changed them."""
    return note.template.startswith(("I see ", "as read ", "loose tiles left out"))
