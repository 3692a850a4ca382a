"""Perceive: what the two networks see of a picture, before anything is made of it.

A picture whose proportions were lost (a long strip stretched to a square, say) shows tiles several times as tall as
wide, or as wide as tall, and the locator makes nothing sensible of it. Where a picture says little as it is, it is
looked at again squeezed back, and the view that says clearly more is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.layout import NONE

Image: TypeAlias = NDArray[np.uint8]
Locate: TypeAlias = Callable[[Image], Sequence[Any]]
Classify: TypeAlias = Callable[[Image, Sequence[Any]], Any]
"""Probabilities (N x 43), or a pair of these and turns (N): corner ``t`` is the tile's own top left."""

PLAIN: Final = 0.75
"""A picture whose tiles are this sure in the mean is believed as it is."""
CLEAR: Final = 0.9
"""A stretched picture's view must be this sure in the mean, and show at least :data:`FEW` tiles."""
FEW: Final = 5
STRETCHES: Final = (2.6, 6.5)
"""How many times too tall or too wide a picture is tried to be."""
LEAST: Final = 64
"""No view is made narrower than this, in pixels."""
LONGEST: Final = 1600
"""Views squeezed back are made of a picture at most this long, in pixels: there may be four of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Perceived:
    """Tiles and names in ``image``, whose pixel (x, y) is pixel (x, y) / ``step`` of the picture that was given."""

    image: Image
    step: tuple[float, float]
    located: tuple[Any, ...]
    probabilities: NDArray[np.float64]
    """N x 43."""
    turns: NDArray[np.int64]

    @property
    def sure(self) -> float:
        """How sure the faces are in the mean, 0 to 1; nothing at all is 0."""
        return float(self.probabilities[:, :NONE].max(1).mean()) if len(self.located) else 0.0


def perceive(
    image: Image, locate: Locate, classify: Classify, between: Callable[[], object] = lambda: None
) -> Perceived:
    """What the networks see of a BGR picture. between: called between the locator and the classifier, for each view."""
    plain = _view(image, (1.0, 1.0), locate, classify, between)
    # a few tiles seen well are no reason to doubt the picture
    if plain.sure >= PLAIN:
        return plain
    best = plain
    for factor in STRETCHES:
        for step in ((1.0, 1 / factor), (1 / factor, 1.0)):
            view = _view(image, step, locate, classify, between)
            if len(view.located) >= FEW and view.sure >= CLEAR and _tells(view) > _tells(best):
                best = view
    return best


def _tells(view: Perceived) -> float:
    return len(view.located) * view.sure**4


def _view(
    image: Image,
    step: tuple[float, float],
    locate: Locate,
    classify: Classify,
    between: Callable[[], object],
) -> Perceived:
    seen = image
    if step != (1.0, 1.0):
        import cv2

        height, width = image.shape[:2]
        whole = min(1.0, LONGEST / max(height, width))
        size = round(width * step[0] * whole), round(height * step[1] * whole)
        if min(size) < LEAST:
            return Perceived(image, (1.0, 1.0), (), np.zeros((0, NONE + 1)), np.zeros(0, np.int64))
        step = size[0] / width, size[1] / height
        seen = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    located = tuple(locate(seen))
    between()
    answer = classify(seen, located) if located else np.zeros((0, NONE + 1))
    probabilities, turns = answer if isinstance(answer, tuple) else (answer, np.zeros(len(located), np.int64))
    return Perceived(seen, step, located, np.asarray(probabilities, np.float64), np.asarray(turns, np.int64))
