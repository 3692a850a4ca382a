"""The sample photos in ``assets/photos``: rendered here, from public-domain art and MIT textures alone.

``python -m vision.train.samples --data DIR --out assets/photos``
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.train import scenes
from vision.train.augment import picture as read_picture
from vision.train.faces import Array, art_design


@dataclass(frozen=True, slots=True)
class Sample:
    """One picture to make. Rows of groups of faces; degrees from straight above; the table's texture."""

    file: str
    hand: str
    rows: tuple[tuple[tuple[str, ...], ...], ...]
    tilt: float
    turn: float
    table: str
    back: tuple[int, int, int]
    seed: int
    flowers: tuple[str, ...] = ()


def _faces(text: str) -> tuple[str, ...]:
    """``"123m55p"`` to single faces."""
    out: list[str] = []
    digits: list[str] = []
    for sign in text:
        if sign.isdigit():
            digits.append(sign)
        else:
            out += [d + sign for d in digits]
            digits = []
    return tuple(out)


SAMPLES = (
    Sample("sample-1.jpg", "123m456m234p789s11122z", ((_faces("1f6f"),), (_faces("123456m234p789s11122z"),)), 34.0, 0.06,
           "robosuite-gray-felt.jpg", (70, 120, 30), 11, ("1f", "6f")),
    Sample("sample-2.jpg", "345m56778p33s(678s)(555z)+9p",
           ((_faces("678s"), _faces("555z")), (_faces("345m56778p33s"), _faces("9p"))), 52.0, -0.1,
           "robosuite-light-wood.jpg", (150, 80, 30), 21),
)  # fmt: skip


def picture(data: Path, sample: Sample, long_side: int = 1600) -> Array:
    """Render one sample."""
    rng = np.random.default_rng(sample.seed)
    design = art_design(data, "uni", (288, 384))
    look = scenes.Look(design, np.array([222.0, 236, 240]), np.array([205.0, 224, 232]), np.array(sample.back, float),
                       1.34, 0.72, 0.55, 0.09)  # fmt: skip
    hand: list[scenes.Box] = []
    for number, groups in enumerate(sample.rows):
        width = sum(len(g) * 1.012 for g in groups) + 0.7 * (len(groups) - 1)
        x = -width / 2
        for group in groups:
            for face in group:
                wobble = rng.normal(0, 0.012, 3)
                hand.append(
                    scenes.tile(
                        rng, look, x + 0.5 + wobble[0] * 0.3, number * 1.95 + wobble[1], wobble[2], face
                    )
                )
                x += 1.012
            x += 0.7
    size = (2 * long_side, 2 * long_side * 3 // 4)
    view = scenes.camera(rng, hand, size, np.radians(sample.tilt), 0.92, sample.turn, (0.5, 0.55))
    table = read_picture(data / "textures" / sample.table)
    if "felt" in sample.table:  # green, as a mahjong table's is
        table = np.clip(table.astype(np.float32) * (0.75, 1.5, 0.6), 0, 255).astype(np.uint8)
    scene = scenes.render(rng, hand, [], view, size, table, 0.09, 288)
    return cv2.resize(scene.image, (long_side, long_side * 3 // 4), interpolation=cv2.INTER_AREA)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Render the sample photos.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    lines = ["# What lies in each sample photo: the hand in notation, its tiles as they lie, its flowers.\n"]
    for sample in SAMPLES:
        cv2.imwrite(
            str(options.out / sample.file), picture(options.data, sample), [cv2.IMWRITE_JPEG_QUALITY, 88]
        )
        tiles = [f for row in sample.rows for g in row for f in g]
        lines.append(
            f'[[photo]]\nfile = "{sample.file}"\nhand = "{sample.hand}"\n'
            f"tiles = [{', '.join(repr(t).replace(chr(39), chr(34)) for t in tiles)}]\n"
            f"flowers = [{', '.join(repr(t).replace(chr(39), chr(34)) for t in sample.flowers)}]\n"
        )
    (options.out / "samples.toml").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
