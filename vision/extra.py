"""Whether the extra ``vision`` is installed, found out without importing any of it."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from models.messages import Msg, msg

MODULES: Final = {"cv2": "opencv-python", "onnxruntime": "onnxruntime", "numpy": "numpy", "PIL": "pillow"}
"""What reading a photo needs: module and package."""


def missing() -> tuple[str, ...]:
    """Packages that reading a photo needs and that are not installed."""
    return tuple(package for module, package in MODULES.items() if not _found(module))


def _found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def how_to_install() -> Msg | None:
    """One line that says how to install what is missing; ``None`` when nothing is."""
    lacking = missing()
    if not lacking:
        return None
    return msg(
        "reading photos needs {packages}; install with: pip install 'taipai[vision]'",
        packages=", ".join(lacking),
    )
