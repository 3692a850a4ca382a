"""Train the locator: ``python -m vision.train.locator --data DIR``.

Two kinds of pictures: rendered scenes, whose corners are known, and labelled photos. In photos whose tiles lie
square to the picture a box's corners are taken for the tile's, so they may be turned at will; elsewhere only the
box around the predicted corners is compared with the label, and the picture is turned by quarters alone.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from vision import quads
from vision.locate import LOCATOR, STRIDE
from vision.train import loop, photos, scenes
from vision.train.augment import light, move, picture, warp
from vision.train.export import export_locator
from vision.train.faces import Array, Rng, tile_rows
from vision.train.networks import Locator

SIDE = 256
BATCH = 12
#: Parts of a batch: rendered scenes, photos as taken, photos turned and sheared, single tiles that fill the frame.
MIX = {"scenes": 0.48, "taken": 0.3, "turned": 0.16, "tiles": 0.06}
#: Sizes of tiles (square root of area, pixels of the network's input) it learns to find; beyond the last it
#: learns that the dots and strokes of one tile are no tiles; between them it may say what it likes.
LARGEST, BEYOND = 110.0, 150.0


@dataclass(slots=True)
class Example:
    """One picture with quadrilaterals. exact: corners are true, not just boxes."""

    path: Path
    corners: Array
    """N x 4 x 2, in pixels."""
    visible: Array
    exact: bool
    photo: bool
    alone: bool = False
    """One tile, edge to edge."""


def examples_of_photos(data: Path) -> list[Example]:
    """The training photos. Each is a 640 x 640 picture."""
    out = []
    for photo in photos.load(data, "train"):
        corners = photos.box_corners(photo.boxes * 640)
        size = np.ptp(corners, 1)
        if np.median(size.max(1) / size.min(1)) > 3.2:  # squeezed beyond use
            continue
        out.append(Example(photo.path, corners, np.ones(len(corners)), photo.upright, True))
    return out


def examples_of_tiles(data: Path) -> list[Example]:
    """Single tiles, labelled or not, each a picture edge to edge; none of the held-out sets."""
    labelled = [
        data / "tiles" / "labelled" / image
        for image, _, number in tile_rows(data)
        if number not in scenes.HELD_OUT_SETS
    ]
    out = []
    for path in [*labelled, *sorted((data / "tiles" / "unlabelled").glob("*.*"))]:
        image = cv2.imread(str(path))
        if image is None:
            continue
        height, width = image.shape[:2]
        corners = np.array([[[0.0, 0], [width, 0], [width, height], [0, height]]])
        corners += (corners.mean(1, keepdims=True) - corners) * 0.03
        out.append(Example(path, corners, np.ones(1), True, False, True))
    return out


def example_of_scene(folder: Path, index: int) -> Example:
    """Scene number `index` of a cache."""
    labels = np.load(folder / f"{index:05d}.npz")
    return Example(
        folder / f"{index:05d}.jpg", labels["corners"].astype(np.float64), labels["visible"], True, False
    )


def transform(rng: Rng, example: Example, image: Array) -> Array:
    """A random homography from the picture to the training square."""
    height, width = image.shape[:2]
    corners = example.corners
    base = np.eye(3)
    if example.photo:  # the squeeze to a square hid the proportions
        stretch = np.exp(
            rng.choice([0.0, np.log(4 / 3), -np.log(4 / 3), rng.normal(0, 0.3)], p=[0.2, 0.3, 0.3, 0.2])
        )
        base = np.diag([np.sqrt(stretch), 1 / np.sqrt(stretch), 1.0])
    else:
        base = np.diag([np.exp(rng.normal(0, 0.08)), 1.0, 1.0])
    if example.exact and rng.random() < (0.5 if example.photo else 0.25):
        angle = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(angle), np.sin(angle)
        base = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ base
        base = np.array([[1, rng.normal(0, 0.12), 0], [0, 1, 0], [0, 0, 1]]) @ base
    elif rng.random() < 0.5:
        quarter = int(rng.integers(4))
        c, s = round(np.cos(quarter * np.pi / 2)), round(np.sin(quarter * np.pi / 2))
        base = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ base
        if example.exact:
            angle = rng.normal(0, 0.06)
            c, s = np.cos(angle), np.sin(angle)
            base = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ base
    if len(corners):
        typical = float(np.median(np.sqrt(np.abs(quads.areas(move(corners, base))))))
    else:
        typical = 60.0
    # the program looks at three sizes, so the network has to know only a range of about six
    wanted = np.exp(rng.uniform(np.log(16), np.log(100)))
    if example.alone:
        wanted = rng.uniform(45, 105)
    if rng.random() < (0.3 if example.alone else 0.05):
        wanted = np.exp(rng.uniform(np.log(BEYOND), np.log(500)))
    scale = wanted / max(typical, 4.0)
    if not example.alone and wanted < BEYOND:
        scale = min(scale, 3.5)
    frame = move(np.array([[0.0, 0], [width, 0], [width, height], [0, height]]), base)
    if not example.alone:  # or most of the square would be empty
        scale = max(scale, 0.85 * SIDE / float(np.ptp(frame, 0).max()))
    if len(corners) and rng.random() < 0.9:
        focus = corners[rng.integers(len(corners))].mean(0)
    else:
        focus = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    matrix = np.diag([scale, scale, 1.0]) @ base
    centre = move(focus[None], matrix)[0]
    spread = 0.42 * SIDE if wanted < 70 else 0.28 * SIDE
    shift = SIDE / 2 + rng.uniform(-spread, spread, 2) - centre
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1.0]]) @ matrix
    if example.exact and rng.random() < 0.4:
        bend = np.eye(3)
        bend[2, :2] = rng.normal(0, 0.35 / SIDE, 2)
        to = np.array([[1, 0, -SIDE / 2], [0, 1, -SIDE / 2], [0, 0, 1.0]])
        matrix = np.linalg.inv(to) @ bend @ to @ matrix
    return matrix


def prepare(rng: Rng, example: Example) -> tuple[Array, dict[str, Array]]:
    """One training square (bytes) and its targets."""
    image = picture(example.path)
    matrix = transform(rng, example, image)
    fill: tuple[int, int, int] | None = None
    kind = rng.random()
    if kind < 0.45:
        fill = (114, 114, 114)
    elif kind < 0.75:
        fill = tuple(int(v) for v in rng.integers(0, 256, 3))  # type: ignore[assignment]
    square = warp(image, matrix, (SIDE, SIDE), fill or (0, 0, 0))
    corners = move(example.corners, matrix)
    square = light(rng, square)
    return square, targets(corners, example.visible, example.exact, example.photo)


def targets(corners: Array, visible: Array, exact: bool, photo: bool) -> dict[str, Array]:
    """Maps a quarter of the square's size: heat, weight of the background, numbers, and where they count."""
    n = SIDE // STRIDE
    heat = np.zeros((n, n), np.float32)
    weight = np.ones((n, n), np.float32)
    numbers = np.zeros((quads.CHANNELS, n, n), np.float32)
    boxes = np.zeros((4, n, n), np.float32)
    points = np.zeros((8, n, n), np.float32)
    mask = np.zeros((n, n), np.float32)
    labelled = np.zeros((n, n), np.float32)
    ys, xs = np.mgrid[0:n, 0:n].astype(np.float32)
    nearest = np.full((n, n), np.inf, np.float32)
    code = quads.encode(corners)
    area = np.abs(quads.areas(corners))
    for k in range(len(corners)):
        cx, cy = code[k, 0] / STRIDE - 0.5, code[k, 1] / STRIDE - 0.5
        inside = np.clip(corners[k], 0, SIDE)
        part = abs(cv2.contourArea(inside.astype(np.float32))) / max(area[k], 1.0)
        size = np.sqrt(area[k])
        if part < 0.02:
            continue
        hull = (corners[k] / STRIDE - 0.5).astype(np.float32)
        sure = visible[k] * part
        in_frame = 0 <= cx < n and 0 <= cy < n
        if size > LARGEST:
            if size > BEYOND:  # the middle alone is left out
                hull = np.array([cx, cy], np.float32) + (hull - np.array([cx, cy], np.float32)) * 0.3
            cv2.fillConvexPoly(weight, np.round(hull).astype(np.int32), 0.0)
            continue
        if sure < 0.62 or size < 9 or not in_frame:
            if sure > 0.2:
                cv2.fillConvexPoly(weight, np.round(hull).astype(np.int32), 0.0)
            continue
        grown = cx + (hull[:, 0] - cx) * 1.3, cy + (hull[:, 1] - cy) * 1.3
        cv2.fillConvexPoly(labelled, np.round(np.stack(grown, 1)).astype(np.int32), 1.0)
        sigma = max(0.75, 0.13 * size / STRIDE)
        px, py = round(cx), round(cy)
        reach = int(np.ceil(3.3 * sigma)) + 1  # beyond it the bell is below a hundredth
        place = (slice(max(0, py - reach), py + reach + 1), slice(max(0, px - reach), px + reach + 1))
        far = (xs[place] - cx) ** 2 + (ys[place] - cy) ** 2
        np.maximum(heat[place], np.exp(-far / (2 * sigma**2)), out=heat[place])
        if 0 <= px < n and 0 <= py < n:
            heat[py, px] = 1.0
        near = (far < max(1.6, 1.2 * sigma) ** 2) & (far < nearest[place])
        nearest[place][near] = far[near]
        mask[place][near] = 1
        numbers[(0, *place)][near] = (cx - xs[place])[near]
        numbers[(1, *place)][near] = (cy - ys[place])[near]
        values = code[k, 2:].astype(np.float32)
        values[0] -= np.log(8.0)
        numbers[(slice(2, None), *place)][:, near] = values[:, None]
        box = np.concatenate([corners[k].min(0), corners[k].max(0)]) / STRIDE - 0.5
        boxes[(slice(None), *place)][:, near] = box[:, None]
        around = (corners[k] - corners[k].mean(0)).T.reshape(8) / (np.exp(code[k, 2]) * 2**0.5)
        points[(slice(None), *place)][:, near] = around.astype(np.float32)[:, None]
    weight[heat >= 1] = 1
    return {"heat": heat, "weight": weight, "numbers": numbers, "boxes": boxes, "points": points, "mask": mask, "labelled": labelled,
            "exact": np.float32(exact), "photo": np.float32(photo)}  # fmt: skip


def predicted_corners(numbers: Tensor) -> tuple[Tensor, Tensor]:
    """Corners around their centre, x and y (each N x 4 x h x w, in cells), that a map of numbers describes."""
    size = torch.exp(numbers[:, 2].clamp(-4, 5)) * 8.0 / STRIDE
    angle = torch.atan2(numbers[:, 4], numbers[:, 3] + 1e-6) / 4
    c, s = torch.cos(angle), torch.sin(angle)
    # B = stretch / unit, D = bend / unit^2
    br, bi = numbers[:, 5] * c + numbers[:, 6] * s, numbers[:, 6] * c - numbers[:, 5] * s
    c2, s2 = c * c - s * s, 2 * c * s
    dr, di = numbers[:, 7] * c2 + numbers[:, 8] * s2, numbers[:, 8] * c2 - numbers[:, 7] * s2
    x = torch.stack([c + br + dr, -s + bi - dr, -c - br + dr, s - bi - dr])
    y = torch.stack([s + bi + di, c - br - di, -s - bi + di, -c + br - di])
    return (size * x).transpose(0, 1), (size * y).transpose(0, 1)


def predicted_boxes(numbers: Tensor, x: Tensor, y: Tensor) -> Tensor:
    """Boxes (N x 4 x h x w, in cells) around predicted corners."""
    h, w = numbers.shape[2:]
    ys = torch.arange(h, dtype=numbers.dtype).view(1, h, 1)
    xs = torch.arange(w, dtype=numbers.dtype).view(1, 1, w)
    cx, cy = xs + numbers[:, 0], ys + numbers[:, 1]
    return torch.stack([cx + x.amin(1), cy + y.amin(1), cx + x.amax(1), cy + y.amax(1)], 1)


def corner_distance(x: Tensor, y: Tensor, points: Tensor, size: Tensor) -> Tensor:
    """How far predicted corners (N x 4 x h x w, cells) lie from the true ones, N x h x w, in parts of the tile's size.

    points: true corners around their centre, N x 8 x h x w, in parts of that size. Which corner comes first does not
    matter: of the four ways to number them the nearest counts.
    """
    px, py = points[:, :4], points[:, 4:]
    ways = []
    soft = 0.01  # where the root would be too steep to learn by
    for turn in range(4):
        across, down = torch.roll(x, turn, 1) / size - px, torch.roll(y, turn, 1) / size - py
        ways.append((torch.sqrt(across**2 + down**2 + soft**2) - soft).mean(1))
    return torch.stack(ways).amin(0)


#: From this step on, photos' background is doubted where the network is sure of an unlabelled tile.
DOUBT_FROM = 500


def loss(net: nn.Module, data: dict[str, Tensor], step: int) -> tuple[Tensor, dict[str, float]]:
    """Focal loss of the heat; errors of the numbers and corners where these are exact; of the boxes elsewhere."""
    image = data["image"].permute(0, 3, 1, 2).to(torch.float32, memory_format=torch.channels_last) / 255
    out = net(image).float()
    with torch.autocast("cpu", enabled=False):
        return _errors(out, data, step)


def _errors(out: Tensor, data: dict[str, Tensor], step: int) -> tuple[Tensor, dict[str, float]]:
    logit, numbers = out[:, 0], out[:, 1:]
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    heat, weight = data["heat"], data["weight"]
    if step >= DOUBT_FROM:
        doubt = (p.detach() > 0.4) & (data["labelled"] < 0.5) & (data["photo"].view(-1, 1, 1) > 0)
        weight = weight * torch.where(doubt, 0.25, 1.0)
    positive = (heat >= 1).float()
    hit = -torch.log(p) * (1 - p) ** 2 * positive
    miss = -torch.log(1 - p) * p**2 * (1 - heat) ** 4 * (1 - positive) * weight
    count = positive.sum().clamp(min=1)
    heat_loss = (hit.sum() + miss.sum()) / count
    mask = data["mask"]
    exact = mask * data["exact"].view(-1, 1, 1)
    many = exact.sum().clamp(min=1)
    weights = torch.tensor([5, 5, 3, 2, 2, 2, 2, 1.5, 1.5]).view(1, -1, 1, 1)
    target = data["numbers"]
    off = F.smooth_l1_loss(numbers, target, reduction="none", beta=0.1)
    # the centre counts by the tile's size, all else is relative to it already
    size = torch.exp(target[:, 2:3].clamp(-4, 5)) * 8 / STRIDE
    off = torch.cat([off[:, :2] / size.clamp(min=1.0) * 4, off[:, 2:]], 1)
    number_loss = (off * weights * exact.unsqueeze(1)).sum() / many
    x, y = predicted_corners(numbers)
    far = corner_distance(x, y, data["points"], size * 2**0.5)
    corner_loss = (far * exact).sum() / many
    box = predicted_boxes(numbers, x, y)
    truth = data["boxes"]
    extent = (truth[:, 2:] - truth[:, :2]).clamp(min=1.0)
    box_off = F.smooth_l1_loss(
        (box - truth) / torch.cat([extent, extent], 1), torch.zeros_like(box), reduction="none", beta=0.05
    )
    box_loss = (box_off * mask.unsqueeze(1)).sum() / mask.sum().clamp(min=1)
    total = heat_loss + 0.3 * number_loss + 3.0 * corner_loss + 1.5 * box_loss
    return total, {
        "heat": heat_loss.item(), "numbers": number_loss.item(), "corners": corner_loss.item(), "box": box_loss.item(),
    }  # fmt: skip


def batch_maker(data: Path, cache: Path, scene_count: int, seed: int) -> Any:
    """A function from step to batch; it depends on nothing but the step."""
    real = examples_of_photos(data)
    taken = [e for e in real if "_a" not in e.path.stem[-3:]]
    turned = [e for e in real if "_a" in e.path.stem[-3:]]
    pools = {
        "scenes": [example_of_scene(cache, k) for k in range(scene_count)],
        "taken": taken,
        "turned": turned,
        "tiles": examples_of_tiles(data),
    }
    names, parts_of = list(MIX), np.array(list(MIX.values()))

    def make(step: int) -> dict[str, Tensor]:
        rng = np.random.default_rng((seed, step))
        squares, parts = [], []
        for _ in range(BATCH):
            pool = pools[str(rng.choice(names, p=parts_of))]
            square, target = prepare(rng, pool[rng.integers(len(pool))])
            squares.append(square)
            parts.append(target)
        out = {key: torch.from_numpy(np.stack([p[key] for p in parts])) for key in parts[0]}
        out["image"] = torch.from_numpy(np.stack(squares))
        return out

    return make


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description="Train the tile locator; resumes from its checkpoint.")
    parser.add_argument(
        "--data", type=Path, required=True, help="the data folder (hands, tiles, art, textures)"
    )
    parser.add_argument(
        "--work", type=Path, default=Path("build/train"), help="checkpoints and rendered scenes"
    )
    parser.add_argument("--steps", type=int, default=28000)
    parser.add_argument("--scenes", type=int, default=6000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=LOCATOR)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    cache = options.work / "scenes"
    scenes.make_cache(options.data, cache, options.scenes, options.seed)
    make = batch_maker(options.data, cache, options.scenes, options.seed)

    def save(net: nn.Module, step: int) -> None:
        export_locator(net, options.work / "tile_locator.onnx")

    net = loop.train(
        Locator(), make, loss, steps=options.steps, rate=options.rate, checkpoint=options.work / "locator.pt",
        threads=options.threads, each_save=save, save_every=500, log_every=100,
    )  # fmt: skip
    export_locator(net, options.out)


if __name__ == "__main__":
    main()
