"""Corners for the boxes of the training photos, as a trained locator sees them.

``python -m vision.train.corners --data DIR --locator FILE --out corners.npz``: the labels are upright boxes even
where tiles lie turned; where the locator finds a quadrilateral whose own box agrees with the label, its corners
are written, so that the classifier is trained on tiles cut out the way the program will cut them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from vision import quads
from vision.locate import LOCATOR, LOOKS, look, merge, share_edges, straighten
from vision.train import photos
from vision.train.augment import picture
from vision.train.faces import Array

AGREE = 0.62


def corners_of(photo: photos.Photo, weights: Path) -> Array:
    """N x 4 x 2 corners as fractions of the picture, NaN where the locator and the label disagree."""
    image = picture(photo.path)
    height, width = image.shape[:2]
    found, sure = [], []
    for long_side, smallest, largest in LOOKS:
        seen = look(image, (0, 0, width, height), long_side, weights)
        fit = (seen.sizes >= smallest) & (seen.sizes < largest)
        found.append(seen.corners[fit])
        sure.append(seen.scores[fit])
    corners, scores = np.concatenate(found), np.concatenate(sure)
    good = scores > 0.25
    corners, _ = merge(corners[good], scores[good])
    corners = share_edges(straighten(corners))
    size = np.array([width, height], np.float64)
    out = np.full((len(photo.boxes), 4, 2), np.nan)
    if len(corners):
        iou = quads.box_iou(photo.boxes * np.concatenate([size, size]), quads.boxes(corners))
        for k in range(len(out)):
            best = int(iou[k].argmax())
            if iou[k, best] >= AGREE and iou[:, best].argmax() == k:
                out[k] = corners[best] / size
    return out


def write_corners(data: Path, locator: Path, out: Path) -> None:
    """Write the corners of every training photo."""
    # of the pictures made from one photo by turning and shearing, one is enough
    chosen = [p for p in photos.load(data, "train") if p.kind == "photo" or p.path.stem.endswith("a0")]
    found = {p.path.name: corners_of(p, locator) for p in chosen}
    np.savez(out, **found)
    have = sum(int((~np.isnan(v[:, 0, 0])).sum()) for v in found.values())
    print(f"corners for {have} of {sum(len(v) for v in found.values())} tiles", flush=True)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Write corners for the training photos' boxes.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--locator", type=Path, default=LOCATOR)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    write_corners(options.data, options.locator, options.out)


if __name__ == "__main__":
    main()
