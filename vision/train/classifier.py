"""Train the classifier: ``python -m vision.train.classifier --data DIR``.

It learns from tiles of the labelled photos, single photographed tiles, drawn and invented designs, tiles of
rendered scenes, and unlabelled tiles where an earlier network and its turned views agree. Two stages: the first
leaves some physical sets of single tiles out and names them afterwards, the honest figure for new sets; the second
goes on from there with everything.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from vision.classify import CLASSIFIER, FACES, MARGIN, NONE, SIDE
from vision.locate import LOCATOR
from vision.train import faces, loop, scenes
from vision.train.augment import light, picture
from vision.train.corners import write_corners
from vision.train.export import export_classifier
from vision.train.faces import Array, Rng
from vision.train.networks import Classifier
from vision.train.patches import Composer, Patches, of_photos, of_scenes, square
from vision.train.scenes import HELD_OUT_SETS
from vision.train.unlabelled import write_names

BATCH = 64
#: Parts of a batch: photos, single tiles, drawn and invented designs, scenes, unlabelled tiles.
MIX = {"photos": 0.34, "tiles": 0.22, "designs": 0.16, "scenes": 0.2, "unlabelled": 0.08}
#: Part of the examples of no face that are backs.
BACKS = 0.25


def roughen(rng: Rng, image: Array) -> Array:
    """A far tile's few pixels, something lying over an edge, then light."""
    side = image.shape[0]
    if rng.random() < 0.35:
        # seen from low down, a tile loses more of its height than of its width
        few = int(rng.integers(22, 48)), int(rng.integers(22, 48))
        image = cv2.resize(
            cv2.resize(image, few, interpolation=cv2.INTER_AREA),
            (side, side),
            interpolation=cv2.INTER_LINEAR,
        )
    if rng.random() < 0.08:
        depth = int(rng.integers(3, side // 5))
        colour = rng.integers(0, 256, 3)
        edge = int(rng.integers(4))
        part = (image[:depth], image[-depth:], image[:, :depth], image[:, -depth:])[edge]
        part[:] = colour
    if rng.random() < 0.12:  # a lamp's reflection
        x, y, r = rng.uniform(0, side), rng.uniform(0, side), rng.uniform(0.1, 0.4) * side
        ys, xs = np.mgrid[0:side, 0:side]
        glow = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / r**2)[..., None] * rng.uniform(40, 160)
        image = np.clip(image + glow, 0, 255).astype(np.uint8)
    return light(rng, image, 1.15)


class Source:
    """All training tiles; batch(step) depends on nothing but the step."""

    def __init__(self, data: Path, work: Path, seed: int, scene_count: int, held_out: list[int],
                 corners: Path | None, unlabelled: Path | None, invented: int = 160) -> None:  # fmt: skip
        self.seed = seed
        sets = sorted({s for _, _, s in faces.tile_rows(data)} - set(held_out))
        rng = np.random.default_rng((seed, 77))
        art = [n for n in faces.ART if n not in scenes.HELD_OUT_ART]
        # cut out, even small writing can be read
        designs = faces.all_designs(data, (60, 60), rng, invented, sets, art, 0.2)
        self.composer = Composer(designs, scenes.textures(data))
        self.single = {k for k, d in enumerate(designs) if d.opaque}
        self.drawn = {k for k, d in enumerate(designs) if not d.opaque}
        found = None
        if corners is not None:
            with np.load(corners) as file:
                found = {k: file[k] for k in file.files}
        self.pools: dict[str, Patches] = {
            "photos": of_photos(data, found),
            "scenes": of_scenes(work / "scenes", scene_count, seed),
        }
        if unlabelled is not None:
            with np.load(unlabelled) as file:
                self.pools["unlabelled"] = Patches(
                    file["images"], file["labels"], np.ones(len(file["labels"]), bool)
                )
        self.by_label = {
            n: [np.nonzero(p.labels == k)[0] for k in range(len(FACES))] for n, p in self.pools.items()
        }
        # sets differ most in their flowers and in the bird, which must not be taken for one
        self.weights = np.array([3.0 if f.endswith("f") or f == "1s" else 1.0 for f in FACES[:-1]])
        self.weights /= self.weights.sum()
        for name, pool in self.pools.items():
            print(f"{name}: {len(pool.labels)} tiles", flush=True)

    def one(self, rng: Rng) -> tuple[Array, int, int, bool]:
        """(square, class, turn, whether the turn is known)."""
        names, parts = zip(*MIX.items(), strict=True)
        name = str(rng.choice(names, p=np.array(parts) / sum(parts)))
        if name == "unlabelled" and name not in self.pools:
            name = "tiles"
        label = int(rng.choice(len(FACES) - 1, p=self.weights))
        if name == "scenes" and rng.random() < 0.3:
            label = NONE
        if label == NONE and rng.random() < BACKS:
            patch, known, jitter = self.composer.back(rng), False, 1.0
        elif name in ("tiles", "designs"):
            only = self.single if name == "tiles" else self.drawn
            face = FACES[label]
            if not only & set(self.composer.having[face]):
                only = self.drawn
            patch, _ = self.composer.patch(rng, face, only)
            known, jitter = True, 1.2
        else:
            pool, places = self.pools[name], self.by_label[name][label]
            if not len(places):
                return self.one(rng)
            k = places[rng.integers(len(places))]
            patch, known, jitter = pool.images[k], bool(pool.known[k]), 1.0
        image, turn = square(rng, patch, SIDE, MARGIN, jitter)
        # a blank tile and one without direction have no way up
        if FACES[label] == "7z" or label == NONE:
            known = False
        return roughen(rng, image), label, turn, known

    def batch(self, step: int) -> dict[str, Tensor]:
        """One batch."""
        rng = np.random.default_rng((self.seed, step))
        items = [self.one(rng) for _ in range(BATCH)]
        return {
            "image": torch.from_numpy(np.stack([i[0] for i in items])),
            "label": torch.tensor([i[1] for i in items]),
            "turn": torch.tensor([i[2] for i in items]),
            "known": torch.tensor([float(i[3]) for i in items]),
        }


def loss(net: nn.Module, data: dict[str, Tensor], step: int) -> tuple[Tensor, dict[str, float]]:
    """Cross entropy of the face, and of the turn where it is known."""
    image = data["image"].permute(0, 3, 1, 2).to(torch.float32, memory_format=torch.channels_last) / 255
    face, turn = (v.float() for v in net(image))
    face_loss = F.cross_entropy(face, data["label"], label_smoothing=0.03)
    each = F.cross_entropy(turn, data["turn"], reduction="none")
    turn_loss = (each * data["known"]).sum() / data["known"].sum().clamp(min=1)
    right = (face.argmax(1) == data["label"]).float().mean()
    return face_loss + 0.3 * turn_loss, {
        "face": face_loss.item(),
        "turn": turn_loss.item(),
        "right": right.item(),
    }


def logits(net: nn.Module, squares: Array) -> tuple[Array, Array]:
    """Face and turn logits of squares."""
    parts: list[Any] = []
    net.eval()
    with torch.no_grad():
        for i in range(0, len(squares), 128):
            x = torch.from_numpy(squares[i : i + 128]).permute(0, 3, 1, 2).float() / 255
            parts.append([v.numpy() for v in net(x)])
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])


def single_tiles(data: Path, sets: list[int]) -> tuple[Array, list[str], list[int]]:
    """Squares, faces and sets of labelled single tiles, as the program would rectify them."""
    from vision.classify import rectify

    squares, names, numbers = [], [], []
    for image, face, number in faces.tile_rows(data):
        if number in sets:
            tile = picture(data / "tiles" / "labelled" / image)
            height, width = tile.shape[:2]
            corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
            corners += (corners.mean(0) - corners) * 0.04
            squares.append(rectify(tile, corners))
            names.append(face)
            numbers.append(number)
    return np.array(squares), names, numbers


def held_out_figures(net: nn.Module, data: Path, sets: list[int]) -> dict[str, float]:
    """Part of the held-out sets' tiles named right over all four turns: all, and flowers."""
    squares, names, numbers = single_tiles(data, sets)
    truth = np.array([FACES.index(n) for n in names])
    hits = []
    turns = []
    for quarter in range(4):
        face, turn = logits(net, np.ascontiguousarray(np.rot90(squares, -quarter, axes=(1, 2))))
        hits.append(face.argmax(1) == truth)
        turns.append(turn.argmax(1) == quarter)
    right = np.mean(hits, 0)
    flower = np.array([n.endswith("f") for n in names])
    figures = {"named": float(right.mean()), "flowers": float(right[flower].mean()), "others": float(right[~flower].mean()),
               "turns": float(np.mean(turns))}  # fmt: skip
    for number in sets:
        figures[f"set {number}"] = float(right[np.array(numbers) == number].mean())
    return figures


def dev_squares(data: Path, locator: Path) -> tuple[Array, Array]:
    """Squares and class indices of the dev photos' tiles as the locator finds them, for the temperature alone."""
    from vision.classify import rectify
    from vision.train import photos
    from vision.train.corners import corners_of

    squares, truth = [], []
    for photo in photos.load(data, "dev"):
        image = picture(photo.path)
        size = np.array(image.shape[1::-1])
        for face, corners in zip(photo.faces, corners_of(photo, locator) * size, strict=True):
            if not np.isnan(corners).any():
                squares.append(rectify(image, corners))
                truth.append(FACES.index(face))
    return np.array(squares), np.array(truth)


def fit_temperature(net: nn.Module, squares: Array, truth: Array) -> float:
    """The temperature under which the true faces of labelled squares are most likely."""
    face, _ = logits(net, squares)
    best = min(
        np.exp(np.linspace(np.log(0.3), np.log(3), 61)),
        key=lambda t: float(F.cross_entropy(torch.from_numpy(face / t), torch.from_numpy(truth))),
    )
    return float(best)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the tile classifier; resumes from its checkpoints.")
    parser.add_argument(
        "--data", type=Path, required=True, help="the data folder (hands, tiles, art, textures)"
    )
    parser.add_argument(
        "--work", type=Path, default=Path("build/train"), help="checkpoints and rendered scenes"
    )
    parser.add_argument("--first-steps", type=int, default=8000, help="steps without the held-out sets")
    parser.add_argument("--steps", type=int, default=7000, help="steps on everything")
    parser.add_argument("--scenes", type=int, default=6000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--locator", type=Path, default=LOCATOR, help="cuts the photos' tiles out for the second stage"
    )
    parser.add_argument("--only-first", action="store_true", help="stop after the first stage")
    parser.add_argument(
        "--measure", action="store_true", help="second stage without the held-out sets, named afterwards"
    )
    parser.add_argument("--out", type=Path, default=CLASSIFIER)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    work: Path = options.work
    scenes.make_cache(options.data, work / "scenes", options.scenes, options.seed)

    def train(name: str, net: Classifier, steps: int, rate: float, source: Source, check: bool) -> nn.Module:
        def save(net: nn.Module, step: int) -> None:
            export_classifier(net, work / f"{name}.onnx", 1.0)
            if check:
                print(json.dumps(held_out_figures(net, options.data, list(HELD_OUT_SETS))), flush=True)

        return loop.train(
            net, source.batch, loss, steps=steps, rate=rate, checkpoint=work / f"{name}.pt", threads=options.threads,
            each_save=save, save_every=500, log_every=100,
        )  # fmt: skip

    # First: without the held-out sets. Its figure on them is the honest one for sets nobody has seen.
    source = Source(options.data, work, options.seed, options.scenes, list(HELD_OUT_SETS), None, None)
    first = train("classifier-first", Classifier(), options.first_steps, options.rate, source, True)
    figures = held_out_figures(first, options.data, list(HELD_OUT_SETS))
    (work / "held_out.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if options.only_first:
        return
    del source
    # Then: on everything, from there on, with all photos' tiles and the unlabelled ones the first stage is sure of.
    corners, named = work / "corners.npz", work / "unlabelled.npz"
    if not corners.exists():
        write_corners(options.data, options.locator, corners)
    if not named.exists():
        write_names(options.data, work / "classifier-first.onnx", named)
    left_out = list(HELD_OUT_SETS) if options.measure else []
    source = Source(options.data, work, options.seed + 1, options.scenes, left_out, corners, named)
    start = Classifier()
    start.load_state_dict(first.state_dict())
    name = "classifier-measure" if options.measure else "classifier"
    net = train(name, start, options.steps, options.rate * 0.4, source, options.measure)
    temperature = fit_temperature(net, *dev_squares(options.data, options.locator))
    print(
        f"temperature {temperature:.3f}; differs from PyTorch by {export_classifier(net, options.out, temperature):.2g}"
    )


if __name__ == "__main__":
    main()
