"""What happens to pictures on their way into training: geometry with labels, and light."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.train.faces import Array, Rng


def picture(path: Path) -> Array:
    """A picture file as height x width x 3 bytes, BGR. Raises FileNotFoundError when it cannot be read."""
    image = cv2.imread(str(path))
    if image is None:
        raise FileNotFoundError(f"no picture: {path}")
    return image


def move(points: Array, matrix: Array) -> Array:
    """Points (... x 2) through a 3 x 3 homography."""
    flat = np.asarray(points, np.float64).reshape(-1, 2)
    out = np.column_stack([flat, np.ones(len(flat))]) @ matrix.T
    return (out[:, :2] / out[:, 2:]).reshape(np.shape(points))


def warp(image: Array, matrix: Array, size: tuple[int, int], fill: tuple[int, int, int] | None) -> Array:
    """The picture through a homography, without skipping pixels when it shrinks. fill None: edges reflected."""
    scale = np.sqrt(abs(np.linalg.det(matrix[:2, :2])))
    if scale < 0.6:
        small = max(0.1, scale * 1.25)
        height, width = image.shape[:2]
        size_to = max(8, round(width * small)), max(8, round(height * small))
        image = cv2.resize(image, size_to, interpolation=cv2.INTER_AREA)
        matrix = matrix @ np.diag([width / size_to[0], height / size_to[1], 1.0])
    border = cv2.BORDER_REFLECT if fill is None else cv2.BORDER_CONSTANT
    return cv2.warpPerspective(
        image, matrix, size, flags=cv2.INTER_LINEAR, borderMode=border, borderValue=fill or (0, 0, 0)
    )


def light(rng: Rng, image: Array, strength: float = 1.0) -> Array:
    """Brightness, contrast, gamma, colour cast, blur, noise, JPEG."""
    out = image.astype(np.float32)
    gain = 1 + rng.normal(0, 0.07 * strength, 3)
    out *= (gain * np.exp(rng.normal(0, 0.18 * strength))).astype(np.float32)
    if rng.random() < 0.5 * strength:
        mean = float(out.mean())
        out = (out - mean) * rng.uniform(0.65, 1.3) + mean
    if rng.random() < 0.3 * strength:
        out = 255 * np.power(np.clip(out, 0, 255) / 255, np.exp(rng.normal(0, 0.3)))
    kind = rng.random()
    if kind < 0.06 * strength:
        out[:] = out.mean(2, keepdims=True)
    elif kind < 0.3 * strength:  # saturation
        grey = out.mean(2, keepdims=True)
        out = grey + (out - grey) * rng.uniform(0.4, 1.5)
    if rng.random() < 0.3 * strength:
        height, width = out.shape[:2]
        angle = rng.uniform(0, 2 * np.pi)
        x = np.linspace(-1, 1, width, dtype=np.float32)[None, :, None]
        y = np.linspace(-1, 1, height, dtype=np.float32)[:, None, None]
        out *= 1 + rng.uniform(0, 0.35) * (np.cos(angle) * x + np.sin(angle) * y)
    kind = rng.random()
    if kind < 0.25 * strength:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.4))
    elif kind < 0.33 * strength:  # shaken
        length = int(rng.integers(3, 8))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        c = (length - 1) / 2
        for t in np.linspace(-c, c, 3 * length):
            kernel[round(c + t * np.sin(angle)), round(c + t * np.cos(angle))] = 1
        out = cv2.filter2D(out, -1, kernel / kernel.sum())
    if rng.random() < 0.4 * strength:
        out += rng.normal(0, rng.uniform(1, 9), out.shape).astype(np.float32)
    image = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.25 * strength:
        _, code = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))])
        image = cv2.imdecode(code, cv2.IMREAD_COLOR)
    return image
