"""Stand-ins for the two networks: they see what a made-up table holds, whatever the picture shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.vision.scenes import Table, certain


@dataclass
class Found:
    corners: np.ndarray
    score: float = 0.99


class Networks:
    """``locate`` and ``classify`` of one table."""

    def __init__(
        self, table: Table, probabilities: np.ndarray | None = None, tilt: float = 20.0, turn: float = 0.0
    ):
        self.corners = (
            table.seen(tilt, turn).astype(np.float32) if table.tiles else np.zeros((0, 4, 2), np.float32)
        )
        self.probabilities = certain(table.names) if probabilities is None else probabilities
        self.asked: list[str] = []

    def locate(self, image: np.ndarray) -> list[Found]:
        self.asked.append("locate")
        return [Found(corners) for corners in self.corners]

    def classify(self, image: np.ndarray, located: Sequence[Found]) -> np.ndarray:
        self.asked.append("classify")
        return self.probabilities

    @property
    def both(self) -> dict[str, object]:
        return {"locate": self.locate, "classify": self.classify}


def blank(width: int = 4000, height: int = 3000) -> np.ndarray:
    return np.full((height // 10, width // 10, 3), 90, np.uint8)
