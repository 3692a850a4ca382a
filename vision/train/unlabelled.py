"""Names for unlabelled single tiles, where an earlier classifier is sure.

``python -m vision.train.unlabelled --data DIR --classifier FILE --out unlabelled.npz``: each crop is named from its
four turns and three sizes; it is kept when all twelve answers agree on the face and nearly all on the way up.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from vision.classify import FACES, NONE, SIDE, rectify, run
from vision.train.augment import picture
from vision.train.patches import INNER, PATCH, RIM

SURE = 0.9


def write_names(data: Path, classifier: Path, out: Path) -> None:
    """Write the patches and class indices of the unlabelled tiles that `classifier` is sure of."""
    paths = sorted((data / "tiles" / "unlabelled").glob("*.jpg"))
    images, labels = [], []
    for path in paths:
        image = picture(path)
        height, width = image.shape[:2]
        whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        views = []
        for shrink in (0.0, 0.04, 0.08):
            square = rectify(image, whole + (whole.mean(0) - whole) * shrink, SIDE)
            views += [np.ascontiguousarray(np.rot90(square, -quarter)) for quarter in range(4)]
        joint = run(np.stack(views), classifier)
        face = joint.sum(1)
        best = face.mean(0).argmax()
        if best == NONE or (face.argmax(1) != best).any() or face[:, best].mean() < SURE:
            continue
        turns = joint.sum(2).argmax(1)
        if FACES[best] != "7z" and (turns == np.tile(np.arange(4), 3)).mean() < 0.6:
            continue
        patch = np.full((PATCH, PATCH, 3), 90, np.uint8)
        rim = int(RIM)
        patch[rim : rim + INNER, rim : rim + INNER] = cv2.resize(
            image, (INNER, INNER), interpolation=cv2.INTER_AREA
        )
        images.append(patch)
        labels.append(int(best))
    np.savez(out, images=np.array(images), labels=np.array(labels))
    print(f"named {len(labels)} of {len(paths)} tiles", flush=True)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Name unlabelled tiles for training.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--classifier", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    write_names(options.data, options.classifier, options.out)


if __name__ == "__main__":
    main()
