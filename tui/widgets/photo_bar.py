"""The bar of keys of the photo screens."""

from __future__ import annotations

from collections.abc import Callable

from tui.keymap import Action
from tui.widgets.keybar import KeyBar


class PhotoBar(KeyBar):
    """Shows the keys that lead somewhere now. The others are not dead: they say why they cannot be, such as that there is no camera."""

    def __init__(self, area: str, wanted: Callable[[Action], bool]) -> None:
        super().__init__(area)
        self.wanted = wanted

    def _works(self, action: Action) -> bool:
        return self.wanted(action)
