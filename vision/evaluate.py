"""Measure the photo reader: ``python -m vision.evaluate --data DIR [--split dev] [--json FILE]``.

Further: ``--tiles 2,4`` names single tiles of physical sets (with ``--classifier`` a network that never saw them),
``--alone 2,4`` reads them as whole photos that the tile fills; ``--synthetic N`` reads rendered tables of a design that
no network was trained on, and ``--hands N`` rendered hands as a user takes them, of that design and of physical sets
that no rendered training picture shows; ``--megapixels 12`` enlarges each photo first, which is what a phone delivers
and what the time is about.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.classify import CLASSIFIER, FACES, NONE, classify_turned
from vision.locate import LOCATOR, Image, Located, locate

if TYPE_CHECKING:
    from vision.train.scenes import Scene

#: Keys of the JSON report, in order.
KEYS = (
    "photos", "located", "false_per_photo", "named", "named_suits", "named_honours", "named_flowers", "tiles_right",
    "hands_exact", "hands_exact_decoded", "corrections_median", "corrections_p90", "ms_median", "ms_p90", "peak_mb",
)  # fmt: skip

SAME = 0.5
"""Intersection over union from which a located tile is the labelled one."""


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """One labelled picture: faces and upright boxes (N x 4: x0, y0, x1, y1 as fractions of the picture)."""

    name: str
    faces: tuple[str, ...]
    boxes: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the networks see of the hand in a picture: its tiles, and their probabilities (N x 43)."""

    located: list[Located]
    probabilities: NDArray[np.float64]

    @property
    def faces(self) -> list[str]:
        """The most probable face of each tile."""
        return [FACES[k] for k in self.probabilities[:, :NONE].argmax(1)]


@dataclass(frozen=True, slots=True)
class Weights:
    """The two networks to measure."""

    locator: Path = LOCATOR
    classifier: Path = CLASSIFIER


def see(image: Image, weights: Weights = Weights()) -> tuple[Seen, list[str]]:
    """Read a picture as the program does: the hand's tiles as the networks saw them, and their faces after decoding.

    What the classifier takes for no face, and loose tiles that lie apart from the hand, are not seen.
    """
    from vision.perceive import perceive
    from vision.read import read

    seen = perceive(
        image, partial(locate, weights=weights.locator), partial(classify_turned, weights=weights.classifier)
    )
    reading = read(image, perceived=seen)
    if not reading.tiles:
        return Seen([], np.zeros((0, len(FACES)))), []
    # the reading says which tiles are the hand's; the network's own answers for these are what is judged
    located = [Located((t.corners / seen.step).astype(np.float32), t.score) for t in seen.located]
    centres = np.array([t.centre for t in located])
    own = np.array([np.mean(tile.corners, 0) for tile in reading.tiles])
    order = np.hypot(*(own[:, None] - centres[None]).transpose(2, 0, 1)).argmin(1)
    return Seen([located[i] for i in order], seen.probabilities[order]), [tile.face for tile in reading.tiles]


def labels(data: Path, split: str) -> list[Labelled]:
    """The labelled pictures of one split, sorted by name. Raises FileNotFoundError without labels.csv."""
    rows: dict[str, list[dict[str, str]]] = defaultdict(list)
    with open(data / "hands" / "labels.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["split"] == split:
                rows[row["image"]].append(row)
    out = []
    for image in sorted(rows):
        centre = np.array([[float(r["xc"]), float(r["yc"])] for r in rows[image]])
        size = np.array([[float(r["w"]), float(r["h"])] for r in rows[image]])
        boxes = np.concatenate([centre - size / 2, centre + size / 2], 1)
        out.append(Labelled(image, tuple(r["face"] for r in rows[image]), boxes))
    return out


def match(found: NDArray[np.float64], truth: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Pairs (index of a found box, index of a true box), best overlap first, each used once."""
    if not len(found) or not len(truth):
        return []
    iou = quads.box_iou(found, truth)
    pairs: list[tuple[int, int]] = []
    order = np.dstack(np.unravel_index(np.argsort(-iou, axis=None), iou.shape))[0]
    used_found: set[int] = set()
    used_true: set[int] = set()
    for i, j in order:
        if iou[i, j] < SAME:
            break
        if i not in used_found and j not in used_true:
            used_found.add(int(i))
            used_true.add(int(j))
            pairs.append((int(i), int(j)))
    return pairs


def keys_for(probabilities: NDArray[np.float64], truth: str) -> int:
    """Keys to put one tile's wrong face right: go there; then the second or third candidate, or two typed keys."""
    order = [FACES[k] for k in np.argsort(-probabilities[:NONE])]
    place = order.index(truth)
    return 0 if place == 0 else 1 + min(place, 2)


@dataclass(slots=True)
class Tally:
    """Counts over pictures, and the pictures that went wrong."""

    photos: int = 0
    truth: int = 0
    found: int = 0
    matched: int = 0
    right: int = 0
    family: dict[str, list[int]] = field(
        default_factory=lambda: {k: [0, 0] for k in ("suits", "honours", "flowers")}
    )
    exact: int = 0
    decoded: int = 0
    keys: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    sure: list[tuple[float, bool]] = field(default_factory=list)

    def report(self) -> dict[str, float | int | None]:
        """The figures of the JSON report."""
        precision = self.right / max(1, self.found)
        recall = self.right / max(1, self.truth)

        def share(counts: Sequence[int]) -> float | None:
            return counts[1] / counts[0] if counts[0] else None

        values: dict[str, float | int | None] = {
            "photos": self.photos,
            "located": self.matched / max(1, self.truth),
            "false_per_photo": (self.found - self.matched) / max(1, self.photos),
            "named": self.right / max(1, self.matched),
            "named_suits": share(self.family["suits"]),
            "named_honours": share(self.family["honours"]),
            "named_flowers": share(self.family["flowers"]),
            "tiles_right": 2 * precision * recall / max(1e-9, precision + recall),
            "hands_exact": self.exact / max(1, self.photos),
            "hands_exact_decoded": self.decoded / max(1, self.photos),
            "corrections_median": float(np.median(self.keys)) if self.keys else 0.0,
            "corrections_p90": float(np.quantile(self.keys, 0.9)) if self.keys else 0.0,
            "ms_median": float(np.median(self.milliseconds)) if self.milliseconds else 0.0,
            "ms_p90": float(np.quantile(self.milliseconds, 0.9)) if self.milliseconds else 0.0,
            "peak_mb": peak_megabytes(),
        }
        return {k: (round(v, 4) if isinstance(v, float) else v) for k, v in values.items()}


def family_of(face: str) -> str:
    """suits, honours or flowers."""
    return {"z": "honours", "f": "flowers"}.get(face[-1], "suits")


def peak_megabytes() -> float:
    """Most memory this process ever held, in megabytes."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1024 * 1024 if sys.platform == "darwin" else 1024)


def judge(tally: Tally, image: Image, truth: Labelled, weights: Weights) -> Seen:
    """Read one picture and add it to the tally."""
    begin = time.perf_counter()
    seen, after = see(image, weights)
    faces = seen.faces
    tally.milliseconds.append(1000 * (time.perf_counter() - begin))
    height, width = image.shape[:2]
    scale = np.array([width, height, width, height], np.float64)
    boxes = np.array([t.box for t in seen.located], np.float64).reshape(-1, 4)
    pairs = match(boxes, truth.boxes * scale)
    tally.photos += 1
    tally.truth += len(truth.faces)
    tally.found += len(faces)
    tally.matched += len(pairs)
    keys = 3 * (len(truth.faces) - len(pairs)) + 2 * (len(faces) - len(pairs))
    for i, j in pairs:
        want = truth.faces[j]
        counts = tally.family[family_of(want)]
        hit = faces[i] == want
        counts[0] += 1
        counts[1] += hit
        tally.right += hit
        tally.sure.append((float(seen.probabilities[i].max()), hit))
        keys += keys_for(seen.probabilities[i], want)
        if not hit:
            tally.confusions[want, faces[i]] += 1
    tally.keys.append(keys)
    exact = Counter(faces) == Counter(truth.faces)
    tally.exact += exact
    tally.decoded += Counter(after) == Counter(truth.faces)
    if not exact:
        tally.wrong.append(
            f"{truth.name}: {len(truth.faces)} tiles, {len(faces)} found, {len(pairs)} of them right places, {keys} keys"
        )
    return seen


def photos(data: Path, split: str, megapixels: float | None, weights: Weights) -> Tally:
    """Every labelled photo of a split."""
    import cv2

    tally = Tally()
    warm = np.zeros((64, 64, 3), np.uint8)
    see(warm, weights)
    for truth in labels(data, split):
        image = cv2.imread(str(data / "hands" / split / truth.name))
        if image is None:
            raise FileNotFoundError(data / "hands" / split / truth.name)
        if megapixels:
            scale = float(np.sqrt(megapixels * 1e6 / (image.shape[0] * image.shape[1])))
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        judge(tally, np.asarray(image, np.uint8), truth, weights)
    return tally


def judge_scene(tally: Tally, scene: Scene, name: str, weights: Weights) -> None:
    """Read one rendered scene; those with tiles half in view are passed over: right would be a matter of taste."""
    height, width = scene.image.shape[:2]
    corners = np.array(scene.corners, np.float64).reshape(-1, 4, 2)
    low, high = quads.boxes(corners)[:, :2], quads.boxes(corners)[:, 2:]
    inside = (low > -2).all(1) & (high < (width + 2, height + 2)).all(1) & (np.array(scene.visible) > 0.7)
    if len(inside) == 0 or not all(inside[i] or scene.visible[i] < 0.3 for i in range(len(inside))):
        return
    keep = np.nonzero(inside)[0]
    scale = np.array([width, height, width, height], np.float64)
    truth = Labelled(name, tuple(scene.faces[i] for i in keep), quads.boxes(corners)[keep] / scale)
    judge(tally, scene.image, truth, weights)


def synthetic(data: Path, count: int, weights: Weights, seed: int = 2025) -> Tally:
    """Rendered tables of held-out drawn designs, photographed at up to 66 degrees. Needs the extra `train`."""
    from vision.train import scenes
    from vision.train.faces import art_design

    designs = [art_design(data, name, (144, 192)) for name in scenes.HELD_OUT_ART]
    tables = scenes.textures(data)
    tally = Tally()
    for k in range(count):
        rng = np.random.default_rng((seed, k))
        scene = scenes.random_scene(rng, designs, tables, 1600, ("hand", "rows", "hand", "scatter")[k % 4])
        judge_scene(tally, scene, f"scene {k}", weights)
    return tally


def user_hands(data: Path, count: int, weights: Weights, seed: int = 2026) -> dict[str, Tally]:
    """Hands as a user takes them, 12 megapixels at up to 60 degrees, `count` of each held-out set and design.

    Needs the extra `train`. Returns a tally for the photographed sets and one for the drawn designs.
    """
    from vision.train import scenes, users
    from vision.train.faces import art_design, crop_designs

    tables = scenes.textures(data, 1024)
    kinds = {
        "photographed sets": crop_designs(data, (240, 320), scenes.HELD_OUT_SETS),
        "drawn designs": [art_design(data, name, (240, 320)) for name in scenes.HELD_OUT_ART],
    }
    tallies = {}
    for kind, designs in kinds.items():
        tally = tallies[kind] = Tally()
        for number, design in enumerate(designs):
            for k in range(count):
                rng = np.random.default_rng((seed, number, k))
                scene = users.photo(rng, design, tables)
                judge_scene(tally, scene, f"{design.origin} hand {k}", weights)
    return tallies


def alone(data: Path, sets: set[int], weights: Weights) -> dict[str, Any]:
    """Single tiles of some physical sets, each a whole photo that the tile fills: parts found as one tile, and right."""
    counts: Counter[str] = Counter()
    for image, face, _ in of_sets(data, sets):
        seen, _after = see(image, weights)
        counts["photos"] += 1
        counts["one tile"] += len(seen.faces) == 1
        counts["right"] += seen.faces == [face]
    return {
        "photos": counts["photos"],
        **{k: round(counts[k] / max(1, counts["photos"]), 4) for k in ("one tile", "right")},
    }


def of_sets(data: Path, sets: set[int]) -> Iterator[tuple[Image, str, int]]:
    """Picture, face and set of each labelled single tile of some physical sets."""
    from vision.train.augment import picture
    from vision.train.faces import tile_rows

    for image, face, number in tile_rows(data):
        if number in sets:
            yield np.asarray(picture(data / "tiles" / "labelled" / image), np.uint8), face, number


def single_tiles(data: Path, sets: set[int], weights: Weights) -> dict[str, Any]:
    """Single tiles of some physical sets, each in its four turns: part named right, by family and by set."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    confusions: Counter[tuple[str, str]] = Counter()
    for image, face, number in of_sets(data, sets):
        height, width = image.shape[:2]
        whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        whole += (whole.mean(0) - whole) * 0.04
        tiles = [Located(np.roll(whole, k, axis=0), 1.0) for k in range(4)]
        probabilities, _ = classify_turned(image, tiles, weights.classifier)
        for k in probabilities[:, :NONE].argmax(1):
            hit = FACES[k] == face
            for key in ("named", f"named_{family_of(face)}", f"set {number}"):
                counts[key][0] += 1
                counts[key][1] += hit
            if not hit:
                confusions[face, FACES[k]] += 1
    figures: dict[str, Any] = {k: round(v[1] / v[0], 4) for k, v in sorted(counts.items())}
    figures["tiles"] = counts["named"][0] // 4  # each in four turns
    figures["confusions"] = [f"{a} as {b} x{n}" for (a, b), n in confusions.most_common(12)]
    return figures


def table(report: dict[str, float | int | None]) -> str:
    """The report as lines of text."""
    lines = []
    for key in KEYS:
        value = report[key]
        shown = (
            "-"
            if value is None
            else f"{value:.4f}".rstrip("0").rstrip(".")
            if isinstance(value, float)
            else str(value)
        )
        lines.append(f"{key:20} {shown}")
    return "\n".join(lines)


def calibration(sure: list[tuple[float, bool]]) -> str:
    """How often tiles named with about the same confidence are right."""
    lines = []
    for low, high in ((0.0, 0.5), (0.5, 0.8), (0.8, 0.95), (0.95, 0.99), (0.99, 1.01)):
        inside = [(p, hit) for p, hit in sure if low <= p < high]
        if inside:
            mean, right = np.mean([p for p, _ in inside]), np.mean([hit for _, hit in inside])
            lines.append(f"  said {mean:.3f}, right {right:.3f} ({len(inside)} tiles)")
    return "\n".join(lines)


def described(tally: Tally, quiet: bool) -> str:
    """The report, and unless quiet the calibration, the confusions and what was not exact, as lines of text."""
    lines = [table(tally.report())]
    if not quiet:
        lines += ["calibration", calibration(tally.sure)]
        if tally.confusions:
            pairs = ", ".join(f"{a} as {b} x{n}" for (a, b), n in tally.confusions.most_common(12))
            lines.append(f"taken for another: {pairs}")
        lines += [f"not exact: {line}" for line in tally.wrong]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m vision.evaluate", description="Measure the photo reader."
    )
    parser.add_argument(
        "--data", type=Path, required=True, help="folder with hands/, tiles/, art/, textures/"
    )
    parser.add_argument("--split", default="dev")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--megapixels", type=float, help="enlarge each photo to this size first")
    parser.add_argument("--tiles", help="instead: name single tiles of these sets (numbers with commas)")
    parser.add_argument(
        "--synthetic", type=int, help="instead: read this many scenes of designs never trained on"
    )
    parser.add_argument(
        "--hands",
        type=int,
        help="instead: read so many rendered hands of each set and design never trained on",
    )
    parser.add_argument("--alone", help="instead: read single tiles of these sets as whole photos")
    parser.add_argument("--locator", type=Path, default=LOCATOR, help="another locator")
    parser.add_argument("--classifier", type=Path, default=CLASSIFIER, help="another classifier")
    parser.add_argument("--quiet", action="store_true", help="no list of the photos that went wrong")
    options = parser.parse_args(arguments)
    weights = Weights(options.locator, options.classifier)
    try:
        if options.tiles or options.alone:
            sets = {int(n) for n in (options.tiles or options.alone).split(",")}
            measure = single_tiles if options.tiles else alone
            text = json.dumps(measure(options.data, sets, weights), indent=1, ensure_ascii=False)
            print(text)
            if options.json:
                options.json.write_text(text + "\n", encoding="utf-8")
            return 0
        if options.hands:
            reports = {}
            for kind, tally in user_hands(options.data, options.hands, weights).items():
                reports[kind] = tally.report()
                print(f"{kind}\n{described(tally, options.quiet)}\n")
            if options.json:
                options.json.write_text(json.dumps(reports, indent=1) + "\n", encoding="utf-8")
            return 0
        if options.synthetic:
            tally = synthetic(options.data, options.synthetic, weights)
        else:
            tally = photos(options.data, options.split, options.megapixels, weights)
    except (FileNotFoundError, ValueError) as problem:
        print(f"cannot evaluate: {problem}", file=sys.stderr)
        return 2
    report = tally.report()
    print(described(tally, options.quiet))
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
