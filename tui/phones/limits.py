"""How much a phone may send: sizes, kinds, rates and counts. One place, so that every refusal names its number."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

UPLOAD_BYTES: Final = 16 * 1024 * 1024
"""The largest picture taken, as sent."""
UPLOAD_SECONDS: Final = 30.0
"""How long one picture may take to arrive."""
HEADER_SECONDS: Final = 10.0
"""How long a connection may sit without a whole request."""
WATCHERS: Final = 64
"""Phones that may watch the board at once."""
UPLOADS_AT_ONCE: Final = 4
"""Pictures that may be arriving or waiting to be read at once."""
CONNECTIONS: Final = 256
"""Open connections, of any kind."""
CONNECTIONS_EACH: Final = 48
"""Open connections of one address, so that one machine cannot keep the others out."""
WORDS_PER_SECOND: Final = 2.0
"""What a watching phone may say; it has nothing to say but that it is there."""
WORDS_AT_ONCE: Final = 20
"""The same, in one go."""
PICTURES_KEPT: Final = 8
"""Pictures on disk that were read; older ones are deleted, unreadable ones at once."""
APPS: Final = 8
"""Browser windows with the app at once; each is a process of its own."""
PIXELS: Final = 50_000_000
"""The largest picture, decoded; as everywhere in the program."""

_SIGNATURES: Final = (
    (b"\xff\xd8\xff", 0, ".jpg"),
    (b"\x89PNG\r\n\x1a\n", 0, ".png"),
    (b"WEBP", 8, ".webp"),
    (b"ftyphei", 4, ".heic"),
    (b"ftypmif1", 4, ".heic"),
)


def picture_kind(head: bytes) -> str | None:
    """The file ending of a picture by its first bytes (its name and declared type are not believed), or ``None``."""
    for signature, offset, ending in _SIGNATURES:
        if head[offset : offset + len(signature)] == signature:
            return ending
    return None


@dataclass(slots=True)
class Rate:
    """A token bucket a client: ``burst`` requests at once, ``per_second`` after that. Remembers at most ``clients`` addresses."""

    per_second: float
    burst: int
    clients: int = 1024
    clock: Callable[[], float] = time.monotonic
    _buckets: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def allows(self, client: str) -> bool:
        """Takes one from the client's bucket; ``False`` when it is empty."""
        now = self.clock()
        level, at = self._buckets.pop(client, (float(self.burst), now))
        level = min(float(self.burst), level + (now - at) * self.per_second)
        allowed = level >= 1.0
        self._buckets[client] = (level - 1.0 if allowed else level, now)
        while len(self._buckets) > self.clients:
            self._buckets.popitem(last=False)
        return allowed
