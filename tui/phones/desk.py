"""Between the phones and the app: tells the phones each change of the board, and takes in the pictures they send.

Lives in the app's event loop. Reading a picture is blocking work and runs in a thread, one picture at a time.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from textual.message import Message

from models.messages import Msg, msg
from tui.phones.board import snapshot
from tui.phones.network import LOOPBACK
from tui.phones.server import PhonePhoto, PhoneServer, outcome

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.app import TaiPaiApp

EVERY: Final = 0.2
"""Seconds between looks at whether the board has changed."""


class PhoneHand(Message):
    """A phone sent a picture and it was read. It waits at the desk until the table asks for a photo."""

    bubble = False

    def __init__(self, path: Path, said: Msg) -> None:
        super().__init__()
        self.path = path
        self.said = said


class PhoneDesk:
    """One for an app; nothing listens until :meth:`open`."""

    def __init__(self, app: TaiPaiApp) -> None:
        self.app = app
        self.server = PhoneServer(self._photo)
        self.waiting: Path | None = None
        """The newest picture that nobody has taken to the table."""
        self.last: Msg | None = None
        """What the last picture was read as."""
        self._shown: object = self
        self._timer: Timer | None = None
        self._reading = asyncio.Lock()

    async def open(self, host: str = LOOPBACK, port: int = 0) -> None:
        """Starts listening. Raises :class:`OSError` when it cannot."""
        await self.server.start(host, port)
        self._shown = self
        self._publish()
        asyncio.get_running_loop().run_in_executor(None, _warm_up)
        if self._timer is None:
            self._timer = self.app.set_interval(EVERY, self._publish)
        else:
            self._timer.resume()

    async def close(self) -> None:
        """Stops listening; the phones are told."""
        if self._timer is not None:
            self._timer.pause()
        self.waiting = None
        await self.server.stop()

    def take(self) -> str:
        """The path of the waiting picture, which then waits no more; empty when none does."""
        path, self.waiting = self.waiting, None
        return str(path) if path is not None and path.exists() else ""

    def _publish(self) -> None:
        current = self.app.services.current
        if current is not self._shown and self.server.running:
            self._shown = current
            self.server.publish(snapshot(current.night if current is not None else None))

    async def _photo(self, photo: PhonePhoto) -> None:
        async with self._reading:
            answer, said = await asyncio.to_thread(read_for_phone, photo.path)
        photo.answer(answer)
        if answer["ok"]:
            self.waiting = photo.path
            self.last = said
            self.app.post_message(PhoneHand(photo.path, said))


def _warm_up() -> None:
    try:
        from tui.photo_jobs import warm_up
    except ImportError:  # no reader here; the first phone is told
        return
    warm_up()


def read_for_phone(path: Path) -> tuple[dict[str, Any], Msg]:
    """Reads a picture; what to tell the phone, and the same as one sentence. Blocking; never raises."""
    try:
        from tui import photo_jobs
        from vision.reading import PhotoError
    except ImportError:
        missing = msg("reading photos needs the extra: pip install 'taipai[vision]'")
        return outcome(False, missing), missing
    from models.tiles import BY_FACE, NAMES_ZH

    views: list[photo_jobs.View] = []
    try:
        reading = photo_jobs.read(photo_jobs.Job(), str(path), views.append, lambda _stage, _done: None)
    except PhotoError as error:
        # a phone need not know where on this machine its picture lies
        message = error.message
        said = Msg(message.template, tuple((k, path.name if v == str(path) else v) for k, v in message.args))
        return outcome(False, said), said
    except Exception:
        reading = None
    if reading is None:
        failed = msg("the picture could not be read")
        return outcome(False, failed), failed
    if views:  # the table need not read it again
        photo_jobs.remember(str(path), views[-1], reading)
    tiles = [
        {"face": tile.face, "zh": NAMES_ZH[BY_FACE[tile.face]], "sure": not tile.doubtful}
        for tile in reading.tiles
        if tile.face in BY_FACE
    ]
    if not tiles:
        nothing = reading.notes[0] if reading.notes else msg("no tile was found in the picture")
        return outcome(False, nothing), nothing
    if reading.decoded:
        said = msg("{n} tiles, a winning hand.", n=len(tiles))
    else:
        said = reading.notes[0] if reading.notes else msg("{n} tiles.", n=len(tiles))
    return outcome(True, said, tiles=tiles, hand=reading.hand), said
