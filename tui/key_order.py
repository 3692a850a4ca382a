"""Keys in order: one is dealt with before the next is looked at, however fast they come.

Textual hands a key to the widget in focus and takes the next one from the terminal at once. What the widget does by
itself (a digit in a field) is done when its turn comes; a binding (Enter, Backspace) only when the key has come back up
to the app; what follows from that by message, such as the next field or screen, later still. Typed slowly that is all
the same. In a burst (a slow machine, a connection that hands over several keys at once) digits would overtake the Enter
before them, and two hands would become one.

So after each key a message goes the same way up, through the same queues. When it is back, the key and what it set off
has been dealt with, and the next key goes to whatever is in focus then.
"""

from __future__ import annotations

from collections import deque

from textual import events
from textual.app import App
from textual.message import Message
from textual.message_pump import MessagePump
from textual.timer import Timer

#: A handler that takes longer than this (seconds) holds up no key, and a message that got lost with its screen none either.
PATIENCE = 0.5
#: One for the key, one for the messages it set off, more where these changed the screen.
ROUNDS = 2
MOST_ROUNDS = 6


class Passed(Message):
    """Goes up behind a key."""

    def __init__(self, key: int, number: int, target: MessagePump) -> None:
        super().__init__()
        self.key = key
        self.number = number
        self.target = target
        self.set_sender(target)


class KeysInOrder(App[None], inherit_bindings=False):
    """An app whose keys wait for each other."""

    def __init__(self) -> None:
        super().__init__()
        self._typed_ahead: deque[events.Key] = deque()
        self._keys = 0
        """How many keys were given out."""
        self._under_way = False
        self._patience: Timer | None = None

    async def on_event(self, event: events.Event) -> None:
        """Keys from the terminal one by one; everything else as it comes."""
        if not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
        elif self._under_way:
            self._typed_ahead.append(event)
            if self._patience is None:
                self._patience = self.set_timer(PATIENCE, self._next)
        else:
            await self._give(event)

    async def key_typed(self, event: events.Key) -> None:
        """What the app itself does with a key before anything else."""

    async def _give(self, event: events.Key) -> None:
        self._under_way = True
        self._keys += 1
        await self.key_typed(event)
        target = self.focused or self.screen
        await super().on_event(event)
        await self._follow(target, 1)

    async def _follow(self, target: MessagePump, number: int) -> None:
        if not target.post_message(Passed(self._keys, number, target)):
            await self._next()

    async def on_passed(self, message: Passed) -> None:
        """The message is back: another round where something may still be on its way, else the next key."""
        if message.key != self._keys or not self._under_way:
            return
        target = self.focused or self.screen
        settled = target is message.target and message.number >= ROUNDS
        if settled or message.number >= MOST_ROUNDS:
            await self._next()
        else:
            await self._follow(target, message.number + 1)

    async def _next(self) -> None:
        if self._patience is not None:
            self._patience.stop()
            self._patience = None
        self._under_way = False
        if self._typed_ahead:
            event = self._typed_ahead.popleft()
            if self._typed_ahead:
                self._patience = self.set_timer(PATIENCE, self._next)
            await self._give(event)
