"""What all screens share: keys from the table of actions, words that follow the language, room classes, a line for messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar, cast

from textual import events
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from models.messages import Msg
from tui import screens
from tui.i18n import _, tr
from tui.keymap import keys_of, shown
from tui.widgets.lines import Say
from tui.widgets.status import StatusLine

if TYPE_CHECKING:
    from tui.app import TaiPaiApp

R = TypeVar("R")

Said: TypeAlias = "Msg | str | Callable[[], str]"
"""A sentence that can be said again in another language; a plain string only where it is a sentence of the catalogue or of nobody's language."""

LEAST = (80, 24)
"""The smallest window on which nothing is cut."""
WIDE = 110
TALL = 34


def worded(message: Said) -> Callable[[], str]:
    """What says a message in the language of the moment, whenever that is."""
    return message if callable(message) else lambda: tr(message)


def relabel_all(root: Widget) -> None:
    """Tells every widget under ``root`` that carries words that the language has changed."""
    for widget in root.walk_children(Widget):
        relabel = getattr(widget, "relabel", None)
        if callable(relabel):
            relabel()


class SmallWindow(Say):
    """How large the window is and how large it had better be."""

    DEFAULT_CSS = "SmallWindow { width: 1fr; height: auto; padding: 0 1; }"

    def __init__(self) -> None:
        super().__init__(self._words)

    def _words(self) -> Content:
        width, height = self.app.size
        return Content.styled(
            _("✗ Small window: {width} × {height}; {least} × {high} shows all.").format(
                width=width, height=height, least=LEAST[0], high=LEAST[1]
            ),
            "bold $warning",
        )


class Shared(Generic[R]):
    """Mixed into :class:`Page` and :class:`Dialog`."""

    AREA: ClassVar[str] = ""
    """The area of this screen's actions in :mod:`tui.keymap`."""
    HORIZONTAL_BREAKPOINTS: ClassVar[list[tuple[int, str]] | None] = [(0, "-narrow"), (WIDE, "-wide")]
    VERTICAL_BREAKPOINTS: ClassVar[list[tuple[int, str]] | None] = [(0, "-short"), (TALL, "-tall")]

    @property
    def taipai(self) -> TaiPaiApp:
        """The app, typed."""
        return cast("TaiPaiApp", self.app)  # type: ignore[attr-defined]

    def key(self, action_id: str) -> str:
        """The first key of an action as a person sees it, after remapping."""
        keys = keys_of(action_id, self.taipai.keys)
        return shown(keys[0]) if keys else ""

    def relabel(self) -> None:
        """The language has changed: every word on this screen is said anew. Extend it for words that no widget of its own renders."""
        relabel_all(cast(Widget, self))
        cast(Widget, self).refresh(layout=True)

    def say(self, message: Said, severity: str = "information") -> None:
        """One line for the person, on the screen's status line where it has one; screens with a line of their own override this."""
        words = worded(message)
        for line in cast(Widget, self).query(StatusLine):
            line.say(words, severity)
            return
        cast(Widget, self).notify(words(), severity=cast(Any, severity), markup=False)

    def open(self, screen_id: str, *arguments: Any) -> Screen[Any] | None:
        """The screen of this id, ready to push, or ``None`` after saying why it cannot be shown."""
        try:
            return screens.make(screen_id, *arguments)
        except screens.ScreenMissing as missing:
            self.say(missing.message, "warning")
            return None

    def show(self, screen_id: str, *arguments: Any) -> None:
        """Pushes the screen of this id, or says why not."""
        screen = self.open(screen_id, *arguments)
        if screen is not None:
            self.taipai.push_screen(screen)


class Page(Shared[R], Screen[R]):
    """A whole screen. While the window is smaller than it is made for, a line at the top says so."""

    def on_resize(self, event: events.Resize) -> None:
        """Says that the window is small, or no longer."""
        small = event.size.width < LEAST[0] or event.size.height < LEAST[1]
        if small and not self.query(SmallWindow):
            self.mount(SmallWindow(), before=0 if self.children else None)
        for line in self.query(SmallWindow):
            line.display = small
            line.refresh(layout=True)


class Dialog(Shared[R], ModalScreen[R]):
    """A question over the screen below, answered with a typed result or ``None``."""
