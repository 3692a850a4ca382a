"""Connections that give up on a silent server.

A server that has stopped without closing (a frozen machine, a suspended process, a firewall that forgot us) acknowledges nothing and refuses
nothing, so no time-out of its own ends the wait. Here every wait ends after a silence, and the connection with it.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any, Final

import psycopg

SILENCE_SECONDS: Final = 12.0
"""How long a server may say nothing while it owes an answer. Longer than it may work on one statement."""


class PatientConnection(psycopg.Connection[Any]):
    """A psycopg connection; what waits too long raises :class:`psycopg.OperationalError` and closes it."""

    def wait(self, gen: Any, *arguments: Any, **more: Any) -> Any:
        return super().wait(self._while_it_answers(gen), *arguments, **more)

    def _while_it_answers(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        try:
            wanted = next(gen)
            heard = time.monotonic()
            while True:
                ready = yield wanted
                if ready:
                    heard = time.monotonic()
                elif time.monotonic() - heard > SILENCE_SECONDS:
                    self.pgconn.finish()
                    raise psycopg.OperationalError(
                        f"the server has not answered for {SILENCE_SECONDS:.0f} seconds"
                    )
                wanted = gen.send(ready)
        except StopIteration as done:
            return done.value
