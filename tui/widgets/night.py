"""What every widget that shows the night shares: it is given a night and draws it anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.widgets.lines import Lines

if TYPE_CHECKING:
    from models.night import Night


class NightLines(Lines):
    """Lines that show a night; they know nothing of where it comes from."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.night: Night | None = None

    def show(self, night: Night) -> None:
        """Draws this night from now on."""
        self.night = night
        self.titles()
        self.refresh(layout=self.styles.height is not None and self.styles.height.is_auto)

    def titles(self) -> None:
        """Sets the words on the frame."""

    def relabel(self) -> None:
        self.titles()
        super().relabel()
