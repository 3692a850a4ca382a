"""Labelled photos of hands: pictures, boxes, and which boxes are as good as corners."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.classify import FACES
from vision.train.faces import Array


@dataclass(slots=True)
class Photo:
    """One labelled picture."""

    path: Path
    kind: str
    """photo (as taken) or augmented (turned, sheared)."""
    source: str
    faces: list[str]
    boxes: Array
    """N x 4: x0, y0, x1, y1 as fractions of the picture."""
    upright: bool
    """Whether the tiles lie square to the picture, so that a box's corners are the tile's."""


def load(data: Path, split: str) -> list[Photo]:
    """The photos of one split, sorted by name."""
    rows = defaultdict(list)
    with open(data / "hands" / "labels.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["split"] == split:
                rows[row["image"]].append(row)
    photos = []
    for image in sorted(rows):
        first = rows[image][0]
        centre = np.array([[float(r["xc"]), float(r["yc"])] for r in rows[image]])
        size = np.array([[float(r["w"]), float(r["h"])] for r in rows[image]])
        boxes = np.concatenate([centre - size / 2, centre + size / 2], 1)
        faces = [r["face"] for r in rows[image]]
        upright = first["kind"] == "photo" and square_on(boxes)
        photos.append(
            Photo(data / "hands" / split / image, first["kind"], first["source"], faces, boxes, upright)
        )
    return [p for p in photos if all(f in FACES for f in p.faces)]


def square_on(boxes: Array) -> bool:
    """Whether the tiles of a photo lie square to it: boxes of neighbours that touch do not overlap."""
    size = boxes[:, 2:] - boxes[:, :2]
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    gap = high - low
    shared = np.prod(np.clip(gap, 0, None), 2) / np.minimum(np.prod(size, 1)[:, None], np.prod(size, 1)[None])
    np.fill_diagonal(shared, 0)
    near = (gap > -0.2 * size[:, None]).all(2)
    np.fill_diagonal(near, False)
    touching = near.any(1).mean()
    even = np.median(np.abs(size / np.median(size, 0) - 1)) < 0.12
    return bool(len(boxes) >= 4 and touching > 0.6 and np.quantile(shared.max(1), 0.8) < 0.06 and even)


def box_corners(boxes: Array) -> Array:
    """N x 4 x 2 corners of boxes, clockwise from the top left."""
    x0, y0, x1, y1 = np.asarray(boxes).T
    return np.stack(
        [np.stack([x0, y0], 1), np.stack([x1, y0], 1), np.stack([x1, y1], 1), np.stack([x0, y1], 1)], 1
    )


__all__ = ["Photo", "box_corners", "load", "square_on"]
