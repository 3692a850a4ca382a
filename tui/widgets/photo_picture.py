"""A photo in the room there is, with its tiles marked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.reactive import reactive

from tui import pictures
from tui.keymap import N_
from tui.pictures import Mark

if TYPE_CHECKING:
    from PIL import Image as PillowImage
    from textual.widget import Widget


class PhotoPicture(Container):
    """Shows one picture, whole or a part of it, as large as fits."""

    DEFAULT_CSS = """
    PhotoPicture { align: center middle; overflow: hidden; }
    """
    HELP = N_(
        "The photo. Tiles that are sure are outlined green, doubtful ones red, the one under the cursor yellow."
    )

    window: reactive[tuple[float, float, float, float] | None] = reactive(None)
    """The part of the photo that is shown, in its pixels; ``None`` for all."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.picture: PillowImage.Image | None = None
        self.scale = 1.0
        self.marks: Sequence[Mark] = ()
        self.tile: Sequence[tuple[float, float]] | None = None
        self._kind: pictures.Protocol | None = None

    @property
    def kind(self) -> pictures.Protocol:
        """How this terminal shows pictures."""
        if self._kind is None:
            self._kind = pictures.protocol(os.environ, headless=self.app.is_headless)
        return self._kind

    def compose(self) -> ComposeResult:
        yield from ()

    def show(
        self,
        picture: PillowImage.Image | None,
        scale: float = 1.0,
        marks: Sequence[Mark] = (),
        tile: Sequence[tuple[float, float]] | None = None,
    ) -> None:
        """Puts a picture here. ``scale``: its pixels per pixel of the photo; ``tile``: shows only this tile, upright."""
        self.picture, self.scale, self.marks, self.tile = picture, scale, marks, tile
        self.draw()

    def watch_window(self) -> None:
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        self.draw()

    def _inner(self) -> Widget:
        found = list(self.children)
        if found:
            return found[0]
        inner = pictures.widget_class(self.kind)()
        self.mount(inner)
        return inner

    def draw(self) -> None:
        """Draws the picture anew for the room there is."""
        columns, rows = self.content_size
        if not self.is_mounted or columns < 2 or rows < 1:
            return
        if self.picture is None:
            for child in self.children:
                child.display = False
            return
        left, top, right, bottom = self.window or (
            0.0,
            0.0,
            self.picture.width / self.scale,
            self.picture.height / self.scale,
        )
        size = (3.0, 4.0) if self.tile is not None else (right - left, bottom - top)
        columns, rows = pictures.fitted(size, columns, rows)
        if not columns or not rows:
            return
        pixels = pictures.pixels_for(self.kind, columns, rows)
        if self.tile is not None:
            image = pictures.tile_picture(self.picture, self.tile, self.scale, pixels)
        else:
            thickness = 1 if self.kind == "half" else 3
            image = pictures.drawn(
                self.picture, pixels, self.marks, self.scale, (left, top, right, bottom), thickness
            )
        inner = self._inner()
        inner.display = True
        inner.styles.width, inner.styles.height = columns, rows
        inner.image = image  # type: ignore[attr-defined]
