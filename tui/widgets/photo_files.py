"""A folder's pictures, newest first, to choose one; and its folders."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from tui.i18n import _
from tui.keymap import N_
from tui.text import clip

ENDINGS: Final = frozenset(
    (
        ".jpg",
        ".jpeg",
        ".jpe",
        ".png",
        ".webp",
        ".heic",
        ".heif",
        ".avif",
        ".bmp",
        ".tif",
        ".tiff",
        ".gif",
        ".mpo",
    )
)
MOST: Final = 2000
"""Lines shown of one folder."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: a folder or a picture."""

    path: Path
    folder: bool
    changed: float = 0.0
    up: bool = False


def entries(folder: Path) -> list[Entry]:
    """What a folder offers: the way up, its pictures newest first, its folders by name. Blocking. Raises :class:`OSError`."""
    folders: list[Entry] = []
    pictures: list[Entry] = []
    for path in folder.iterdir():
        if path.name.startswith("."):
            continue
        try:
            if path.is_dir():
                folders.append(Entry(path, True))
            elif path.suffix.lower() in ENDINGS:
                pictures.append(Entry(path, False, path.stat().st_mtime))
        except OSError:
            continue
    pictures.sort(key=lambda entry: entry.changed, reverse=True)
    folders.sort(key=lambda entry: entry.path.name.casefold())
    up = [Entry(folder.parent, True, up=True)] if folder.parent != folder else []
    return [*up, *pictures[:MOST], *folders[:MOST]]


def first_folder() -> Path:
    """Where to look first: pictures and downloads of the person, else where the program was started."""
    home = Path.home()
    for folder in (home / "Pictures", home / "Downloads", home / "圖片", Path.cwd()):
        try:
            if folder.is_dir() and any(entry for entry in entries(folder) if not entry.folder):
                return folder
        except OSError:
            continue
    return Path.cwd()


class PhotoFiles(OptionList):
    """Posts :class:`Shown` when the cursor is on a picture, :class:`Chosen` when one is taken, :class:`Opened` for a folder."""

    DEFAULT_CSS = (
        "PhotoFiles { border: none; padding: 0 1; height: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }"
    )
    HELP = N_(
        "Picture files, newest first. Enter reads the one under the cursor or opens the folder; / types or pastes a path."
    )

    class Shown(Message):
        """The cursor is on this picture, or on none."""

        def __init__(self, path: Path | None) -> None:
            super().__init__()
            self.path = path

    class Chosen(Message):
        """This picture is to be read."""

        def __init__(self, path: Path) -> None:
            super().__init__()
            self.path = path

    class Opened(Message):
        """This folder is to be shown."""

        def __init__(self, path: Path) -> None:
            super().__init__()
            self.path = path

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.found: list[Entry] = []

    @property
    def here(self) -> Path | None:
        """The picture under the cursor."""
        entry = self.found[self.highlighted] if self.highlighted is not None else None
        return entry.path if entry is not None and not entry.folder else None

    def offer(self, found: Iterable[Entry]) -> None:
        """Shows these entries, the cursor on the newest picture."""
        self.found = list(found)
        self.clear_options()
        self.add_options([Option(self._line(entry)) for entry in self.found])
        first = next((n for n, entry in enumerate(self.found) if not entry.folder), 0)
        self.highlighted = first if self.found else None

    def _line(self, entry: Entry) -> Content:
        if entry.up:
            return Content.styled("↑ " + _("folder above"), "$secondary")
        if entry.folder:
            return Content.styled(f"▸ {entry.path.name}/", "$secondary")
        when = datetime.fromtimestamp(entry.changed).strftime("%m-%d %H:%M")
        name = clip(entry.path.name, 22)
        return Content.assemble(name, " " * max(1, 23 - cell_len(name)), (when, "$text-muted"))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        entry = self.found[event.option_index] if event.option_index < len(self.found) else None
        self.post_message(self.Shown(entry.path if entry is not None and not entry.folder else None))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        entry = self.found[event.option_index]
        self.post_message(self.Opened(entry.path) if entry.folder else self.Chosen(entry.path))

    def relabel(self) -> None:
        at = self.highlighted
        self.offer(self.found)
        self.highlighted = at
