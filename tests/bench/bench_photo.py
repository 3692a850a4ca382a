"""A photo of 12 megapixels, read on one core: decoding the file, then each stage; time of the clock and of the processor, and peak memory."""

from __future__ import annotations

import io
import resource
import statistics
import sys
import time
from collections.abc import Callable

import assets

TIMES = 7


def run() -> None:
    """Measures and prints; says so where photos cannot be read."""
    from vision.extra import how_to_install

    install = how_to_install()
    if install is not None:
        print(f"  skipped: {install}")
        return
    import cv2
    import numpy as np

    from vision import arrange, decode
    from vision.classify import classify_turned
    from vision.load import from_bytes, load
    from vision.locate import LOCATOR, locate
    from vision.read import read

    if not LOCATOR.is_file():
        print("  skipped: the trained networks are not here")
        return
    cv2.setNumThreads(1)
    sample = load(assets.path("photos/sample-1.jpg")).image
    image = cv2.resize(sample, (4000, 3000), interpolation=cv2.INTER_CUBIC)
    file = io.BytesIO(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()).getvalue()
    reading = read(image)  # warm: networks loaded, tables of the decoder made
    located = locate(image)
    probabilities, turns = classify_turned(image, located)
    corners = np.array(
        [np.roll(t.corners, -int(k), 0) for t, k in zip(located, turns, strict=True)], np.float64
    )
    layouts = arrange.arrange(corners, probabilities)
    print(f"  4000 × 3000 pixels, {len(reading.tiles)} tiles; median of {TIMES}")
    stages: dict[str, Callable[[], object]] = {
        "JPEG to picture": lambda: from_bytes(file),
        "picture to reading": lambda: read(image),
        "  locate": lambda: locate(image),
        "  classify": lambda: classify_turned(image, located),
        "  arrange": lambda: arrange.arrange(corners, probabilities),
        "  decode": lambda: decode.decode(probabilities, layouts),
    }
    for name, work in stages.items():
        clock, processor = [], []
        for _ in range(TIMES):
            a, b = time.perf_counter(), time.process_time()
            work()
            clock.append(time.perf_counter() - a)
            processor.append(time.process_time() - b)
        print(
            f"  {name:20} {1000 * statistics.median(clock):7.0f} ms clock {1000 * statistics.median(processor):7.0f} ms processor"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1024 * 1024 if sys.platform == "darwin" else 1024
    )
    print(f"  peak memory          {peak:7.0f} MB")
