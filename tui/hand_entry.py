"""Typing a hand: keys in, tiles, melds, flowers and the winning tile out. No screen in here.

:class:`Editor` is a value; every key gives a new one. A key that cannot be leaves everything as it was and says why in
:attr:`Editor.problem`. What is typed:

* digits, then a suit: ``123m`` ``45p`` ``9s``; honours ``E S W N C F P`` or ``1z`` … ``7z``; flowers ``1f`` … ``8f``;
* ``( )`` around an exposed chow, pung or kong 大明槓, ``{ }`` around an added kong 加槓, ``[ ]`` around a concealed kong 暗槓;
* ``+`` before the winning tile; without one the concealed tile typed last is taken to be it.

Brackets always stand in pairs, so a meld being typed is a meld already. Chinese names (``三萬``, ``東``, ``發``, ``春``), circled dots
(``⑤``) and the Unicode mahjong glyphs are understood wherever a letter is.
"""

from __future__ import annotations

import contextlib
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from models.hand import ADDED_KONG, BIG_KONG, CHOW, CONCEALED_KONG, PUNG, Hand, HandError, Meld
from models.messages import Msg, msg
from models.notation import HK_PLANTS, parse_hand, write_hand
from models.tiles import BY_FACE, FACES, HONOURS, LETTERS, PLANT_ORDERS, Tile, copies, is_flower
from tui.hand_signs import (
    CLOSING,
    DIGITS_ZH,
    DIRECT,
    HAND_SIZE,
    HONOUR_KEYS,
    IGNORED,
    PLANTS,
    SUITS,
    SUITS_ZH,
    TypedMeld,
    lacking,
    meld_fault,
    tile_name,
)


class Kind(StrEnum):
    """What one place of the line holds."""

    TILE = "tile"
    DIGIT = "digit"
    """A rank that still waits for its suit."""
    OPEN = "open"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the line. ``serial`` grows with typing, so the highest is the newest."""

    kind: Kind
    serial: int
    tile: Tile = -1
    """The tile of a ``TILE``, the digit of a ``DIGIT``."""
    bracket: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the line for drawing: ``kind`` is one of tile, digit, bracket, winning, gap; ``cursor``: the cursor is on it."""

    text: str
    kind: str
    cursor: bool = False


@dataclass(frozen=True, slots=True)
class Editor:
    """The line being typed, as a value."""

    cells: tuple[Cell, ...] = ()
    cursor: int = 0
    """Place of the next cell, 0 … ``len(cells)``."""
    won: int | None = None
    """Serial of the tile marked with ``+``."""
    armed: bool = False
    """``+`` was typed: the next concealed tile is the winning one."""
    problem: Msg | None = None
    """Why the last key changed nothing."""
    serial: int = field(default=0, compare=False)
    plant_order: str = HK_PLANTS
    """Which number a plant has when its picture is typed, a key of :data:`models.tiles.PLANT_ORDERS`."""

    # ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _depth(self, place: int) -> int | None:
        """Index of the opening bracket around ``place``, or ``None``."""
        for n in range(place - 1, -1, -1):
            if self.cells[n].kind is Kind.OPEN:
                return n
            if self.cells[n].kind is Kind.CLOSE:
                return None
        return None

    def _close(self, opening: int) -> int:
        return next(n for n in range(opening, len(self.cells)) if self.cells[n].kind is Kind.CLOSE)

    @property
    def melds(self) -> tuple[TypedMeld, ...]:
        """The bracketed groups, in the order of the line."""
        found = []
        for n, cell in enumerate(self.cells):
            if cell.kind is Kind.OPEN:
                inside = [c for c in self.cells[n : self._close(n)] if c.kind is Kind.TILE]
                found.append(
                    TypedMeld(cell.bracket, tuple(c.tile for c in inside), tuple(c.serial for c in inside))
                )
        return tuple(found)

    def _loose(self) -> Iterator[Cell]:
        inside = False
        for cell in self.cells:
            if cell.kind is Kind.OPEN:
                inside = True
            elif cell.kind is Kind.CLOSE:
                inside = False
            elif cell.kind is Kind.TILE and not inside:
                yield cell

    @property
    def concealed_cells(self) -> tuple[Cell, ...]:
        """The concealed tiles, the winning one included, in the order of the line."""
        return tuple(c for c in self._loose() if not is_flower(c.tile))

    @property
    def concealed(self) -> tuple[Tile, ...]:
        """The concealed tiles, the winning one included."""
        return tuple(c.tile for c in self.concealed_cells)

    @property
    def flowers(self) -> tuple[Tile, ...]:
        """The flowers 花."""
        return tuple(c.tile for c in self._loose() if is_flower(c.tile))

    @property
    def digits(self) -> str:
        """Ranks that still wait for a suit."""
        return "".join(str(c.tile) for c in self.cells if c.kind is Kind.DIGIT)

    @property
    def kongs(self) -> int:
        return sum(meld.is_kong for meld in self.melds)

    @property
    def wanted(self) -> int:
        """Tiles of the complete hand: 17 and one for each kong, without flowers."""
        return HAND_SIZE + self.kongs

    @property
    def size(self) -> int:
        """Tiles typed, without flowers."""
        return len(self.concealed) + sum(len(meld.tiles) for meld in self.melds)

    @property
    def is_complete(self) -> bool:
        """As many tiles as a won hand has, in whole melds and with every suit named. A flower that wins needs the others of a hand or none."""
        if self.digits or any(m.lacks for m in self.melds):
            return False
        if self.wins_by_flower:
            return self.size in (0, self.wanted - 1)
        return self.size == self.wanted

    @property
    def wins_by_flower(self) -> bool:
        """Whether ``+`` stands before a flower: 八仙過海 or 七搶一 claimed alone."""
        winning = self.winning
        return winning is not None and is_flower(winning)

    @property
    def is_waiting(self) -> bool:
        """One tile short of complete, the winning one: the state whose waits can be told."""
        return (
            self.size == self.wanted - 1
            and not self.digits
            and not self.is_marked
            and not any(m.lacks for m in self.melds)
        )

    @property
    def is_marked(self) -> bool:
        """Whether a person said which tile won, with ``+`` or by moving the mark."""
        return self.won is not None

    @property
    def winning_cell(self) -> Cell | None:
        """The winning tile: the marked one; in a complete hand without a mark the concealed tile typed last."""
        if self.won is not None:
            return next((c for c in self._loose() if c.serial == self.won), None)
        cells = self.concealed_cells
        if cells and self.size >= self.wanted:
            return max(cells, key=lambda c: c.serial)
        return None

    @property
    def winning(self) -> Tile | None:
        cell = self.winning_cell
        return None if cell is None else cell.tile

    @property
    def hand(self) -> Hand:
        """The typed tiles as a hand, complete or not; melds that still lack tiles are left out."""
        melds = []
        for meld in self.melds:
            if meld.lacks or not meld.tiles:
                continue
            if meld.bracket != "(":
                kind = ADDED_KONG if meld.bracket == "{" else CONCEALED_KONG
            elif meld.is_kong:
                kind = BIG_KONG
            else:
                kind = PUNG if len(set(meld.tiles)) == 1 else CHOW
            melds.append(Meld(kind, min(meld.tiles)))
        return Hand(tuple(sorted(self.concealed)), tuple(melds), tuple(sorted(self.flowers)), self.winning)

    @property
    def notation(self) -> str:
        """The hand in notation, sorted where the order means nothing."""
        return write_hand(self.hand)

    @property
    def line(self) -> str:
        """The line as it stands on the screen."""
        return "".join(span.text for span in self.spans()).rstrip()

    def spans(self) -> tuple[Span, ...]:
        """The line in stretches for drawing; runs of one suit share its letter, the cell under the cursor stands alone."""
        spans: list[Span] = []
        cells = self.cells
        winning = self.winning_cell
        previous: str = ""
        n = 0
        while n < len(cells):
            cell = cells[n]
            at = n == self.cursor
            kind = _look(cell)
            is_winning = winning is not None and cell.serial == winning.serial and cell.kind is Kind.TILE
            starts = kind != previous or is_winning
            if n and starts and cell.kind is not Kind.CLOSE and cells[n - 1].kind is not Kind.OPEN:
                glued = cell.kind is Kind.OPEN and cells[n - 1].kind is Kind.CLOSE
                if not glued:
                    spans.append(Span(" ", "gap"))
            if cell.kind is Kind.OPEN or cell.kind is Kind.CLOSE:
                mark = cell.bracket if cell.kind is Kind.OPEN else CLOSING[cell.bracket]
                spans.append(Span(mark, "bracket", at))
                previous = mark
            elif cell.kind is Kind.DIGIT:
                spans.append(Span(str(cell.tile), "digit", at))
                previous = kind
            else:
                rank, suit = _typed(cell.tile)
                if is_winning:
                    spans.append(Span("+", "winning"))
                last = (
                    n + 1 == len(cells)
                    or _look(cells[n + 1]) != kind
                    or is_winning
                    or (winning is not None and cells[n + 1].serial == winning.serial)
                )
                spans.append(Span(rank, "winning" if is_winning else "tile", at))
                if suit and last:
                    spans.append(Span(suit, "winning" if is_winning else "tile"))
                previous = "" if is_winning else kind
            n += 1
        if self.armed:
            if spans and self.cursor == len(cells):
                spans.append(Span(" ", "gap"))
            if self.cursor == len(cells):
                spans.append(Span("+", "winning"))
        if self.cursor == len(cells):
            spans.append(Span(" ", "gap", True))
        return tuple(spans)

    # ── typing ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _refuse(self, reason: Msg) -> Editor:
        return replace(self, problem=reason)

    def _count(self, tile: Tile) -> int:
        return sum(1 for c in self.cells if c.kind is Kind.TILE and c.tile == tile)

    def accepts(self, character: str) -> bool:
        """Whether :meth:`type` takes this character as part of a hand, refused or not; other keys are free for other uses."""
        if any(character in table for table in (DIRECT, PLANTS, DIGITS_ZH, SUITS_ZH)):
            return True
        character = unicodedata.normalize("NFKC", character)
        if len(character) != 1:
            return False
        if character.isdecimal() and character.isascii():
            return True
        if character in SUITS or character in HONOUR_KEYS or character in "(){}[]+ ":
            return True
        return bool(self._pending()) and character in "MPSZF"

    def _pending(self) -> tuple[Cell, ...]:
        """The digits just before the cursor."""
        start = self.cursor
        while start and self.cells[start - 1].kind is Kind.DIGIT:
            start -= 1
        return self.cells[start : self.cursor]

    def type(self, character: str) -> Editor:
        """One character typed. What it cannot be is refused, with the reason in :attr:`problem`."""
        clean = replace(self, problem=None)
        if character in IGNORED:
            return clean
        if character in DIRECT:
            return clean._tiles((DIRECT[character],))
        if character in PLANTS:
            return clean._tiles((38 + PLANT_ORDERS[self.plant_order].index(PLANTS[character]),))
        character = DIGITS_ZH.get(character, SUITS_ZH.get(character, character))
        character = unicodedata.normalize("NFKC", character)
        if character.isascii() and character.isdecimal():
            return clean._digit(int(character))
        pending = clean._pending()
        if pending and character in "MPSZF":
            character = character.lower()
        if character in SUITS:
            return clean._suit(character, pending)
        if character in HONOUR_KEYS:
            if pending:
                return clean._refuse(
                    msg(
                        "{digits} needs a suit first: m p s z f", digits="".join(str(c.tile) for c in pending)
                    )
                )
            return clean._tiles((HONOUR_KEYS[character],))
        if character in CLOSING:
            return clean._open(character)
        if character in CLOSING.values():
            return clean._step_out(character)
        if character == "+":
            return clean._plus()
        return clean._refuse(
            msg("“{key}” is no tile: digits and m p s z f, honours E S W N C F P, brackets, +", key=character)
        )

    def _insert(self, *cells: Cell, serial: int) -> Editor:
        at = self.cursor
        return replace(
            self,
            cells=(*self.cells[:at], *cells, *self.cells[at:]),
            cursor=at + len(cells),
            serial=serial,
        )

    def _digit(self, digit: int) -> Editor:
        if digit == 0:
            return self._refuse(msg("there is no tile 0: ranks are 1 to 9"))
        if len(self.digits) >= HAND_SIZE + 5:
            return self._refuse(msg("{digits} needs a suit first: m p s z f", digits=self.digits))
        return self._insert(Cell(Kind.DIGIT, self.serial, digit), serial=self.serial + 1)

    def _suit(self, suit: str, pending: tuple[Cell, ...]) -> Editor:
        if not pending:
            return self._refuse(msg("a suit comes after its digits: 123{suit}", suit=suit))
        for cell in pending:
            if cell.tile > SUITS[suit]:
                if suit == "z":
                    return self._refuse(msg("there is no {face}: honours are 1z to 7z", face=f"{cell.tile}z"))
                return self._refuse(msg("there is no {face}: flowers are 1f to 8f", face=f"{cell.tile}f"))
        start = self.cursor - len(pending)
        without = replace(self, cells=(*self.cells[:start], *self.cells[self.cursor :]), cursor=start)
        placed = without._tiles(tuple(BY_FACE[f"{c.tile}{suit}"] for c in pending))
        return self._refuse(placed.problem) if placed.problem else placed

    def _tiles(self, tiles: tuple[Tile, ...]) -> Editor:
        adding = Counter(tiles)
        for tile, count in adding.items():
            if self._count(tile) + count > copies(tile):
                if is_flower(tile):
                    return self._refuse(
                        msg(
                            "{tile} is there already: a set has one of each flower",
                            tile=tile_name(tile, self.plant_order),
                        )
                    )
                return self._refuse(
                    msg("a fifth {tile}: a set has four", tile=tile_name(tile, self.plant_order))
                )
        opening = self._depth(self.cursor)
        if opening is not None:
            bracket = self.cells[opening].bracket
            inside = [c.tile for c in self.cells[opening : self._close(opening)] if c.kind is Kind.TILE]
            fault = meld_fault(bracket, (*inside, *tiles))
            if fault:
                return self._refuse(fault)
        new = tuple(Cell(Kind.TILE, self.serial + n, tile) for n, tile in enumerate(tiles))
        done = self._insert(*new, serial=self.serial + len(new))
        if self.armed and opening is None:
            done = replace(done, won=new[0].serial, armed=False)
        return done

    def _open(self, bracket: str) -> Editor:
        if self._pending():
            return self._refuse(msg("{digits} needs a suit first: m p s z f", digits=self.digits))
        at = self
        opening = self._depth(self.cursor)
        if opening is not None:
            close = self._close(opening)
            if close == opening + 1:  # nothing inside yet: the bracket is typed anew
                at = replace(self, cells=(*self.cells[:opening], *self.cells[close + 1 :]), cursor=opening)
            else:
                at = replace(self, cursor=close + 1)
        if len(at.melds) == 5:
            return self._refuse(msg("a hand has five melds at most"))
        pair = (
            Cell(Kind.OPEN, at.serial, bracket=bracket),
            Cell(Kind.CLOSE, at.serial + 1, bracket=bracket),
        )
        opened = at._insert(*pair, serial=at.serial + 2)
        return replace(opened, cursor=opened.cursor - 1, armed=False)

    def _step_out(self, bracket: str) -> Editor:
        opening = self._depth(self.cursor)
        if self._pending():
            return self._refuse(msg("{digits} needs a suit first: m p s z f", digits=self.digits))
        if opening is None:
            before = self.cells[self.cursor - 1] if self.cursor else None
            if before is not None and before.kind is Kind.CLOSE and CLOSING[before.bracket] == bracket:
                return self
            return self._refuse(msg("“{key}” closes nothing: a meld begins with ( {{ or [", key=bracket))
        opened = self.cells[opening].bracket
        if CLOSING[opened] != bracket:
            return self._refuse(
                msg(
                    "this meld began with {opened}: close it with {close}",
                    opened=opened,
                    close=CLOSING[opened],
                )
            )
        close = self._close(opening)
        inside = tuple(c.tile for c in self.cells[opening:close] if c.kind is Kind.TILE)
        meld = TypedMeld(opened, inside, ())
        if meld.lacks:
            return self._refuse(lacking(meld))
        return replace(self, cursor=close + 1)

    def _plus(self) -> Editor:
        if self._pending():
            return self._refuse(msg("{digits} needs a suit first: m p s z f", digits=self.digits))
        at = self
        opening = self._depth(self.cursor)
        if opening is not None:
            at = replace(self, cursor=self._close(opening) + 1)
        here = at.cells[at.cursor] if at.cursor < len(at.cells) else None
        if here is not None and here.kind is Kind.TILE:
            return replace(at, won=here.serial, armed=False)
        return replace(at, won=None, armed=True)

    def paste(self, text: str) -> Editor:
        """A whole stretch at once, all or nothing. A whole hand takes the place of what stood there."""
        whole = self.clear()._all(text)
        if whole.problem:  # numerals alone, and other ways of writing that only show themselves at the end
            with contextlib.suppress(HandError):
                whole = self.clear()._all(write_hand(parse_hand(text, self.plant_order)))
        if not whole.problem and whole.size >= 13:
            return whole.end()
        typed = replace(self, problem=None)._all(text)
        return replace(self, problem=typed.problem) if typed.problem else typed

    def _all(self, text: str) -> Editor:
        """Every character typed, up to the first that is refused."""
        typed = self
        for character in text:
            typed = typed.type(character)
            if typed.problem:
                break
        return typed

    @classmethod
    def load(cls, text: str, plant_order: str = HK_PLANTS) -> Editor:
        """A hand from elsewhere, such as a photo: what cannot be is left out and the first reason kept as the problem."""
        typed = cls(plant_order=plant_order)
        whole = typed.paste(text)
        if not whole.problem:
            return whole
        reason = whole.problem
        for character in text:
            step = typed.type(character)
            if step.problem and typed._pending():  # a suit that does not fit all its digits: each for itself
                digits = typed._pending()
                for _ in digits:
                    typed = typed.backspace()
                for digit in digits:
                    one = typed.type(str(digit.tile)).type(character)
                    typed = typed if one.problem else one
            elif not step.problem:
                typed = step
        return replace(typed, problem=reason)

    # ── moving and deleting ──────────────────────────────────────────────────────────────────────────────────────

    def move(self, step: int) -> Editor:
        """The cursor ``step`` places on, as far as there are any."""
        return replace(self, cursor=min(max(self.cursor + step, 0), len(self.cells)), problem=None)

    def home(self) -> Editor:
        return replace(self, cursor=0, problem=None)

    def end(self) -> Editor:
        return replace(self, cursor=len(self.cells), problem=None)

    def backspace(self) -> Editor:
        """Takes the tile, digit or empty bracket before the cursor away; a closing bracket is stepped into first."""
        clean = replace(self, problem=None)
        if clean.armed:
            return replace(clean, armed=False)
        place = clean.cursor
        while (
            place
            and clean.cells[place - 1].kind is Kind.CLOSE
            and clean.cells[place - 2].kind is not Kind.OPEN
        ):
            place -= 1
        if not place:
            return clean
        return clean._take(place - 1)

    def delete(self) -> Editor:
        """Takes the tile or digit under the cursor away; with an opening bracket its pair."""
        clean = replace(self, problem=None, armed=False)
        if clean.cursor == len(clean.cells):
            return clean
        if clean.cells[clean.cursor].kind is Kind.CLOSE:
            return clean.move(1).delete() if clean.cursor + 1 < len(clean.cells) else clean
        return clean._take(clean.cursor)

    def _take(self, place: int) -> Editor:
        """Removes the cell at ``place``; a bracket takes its other half along, its tiles stay."""
        cell = self.cells[place]
        gone = {place}
        if cell.kind is Kind.OPEN:
            gone.add(self._close(place))
        elif cell.kind is Kind.CLOSE:
            opening = self._depth(place)
            if opening is not None:
                gone.add(opening)
        cells = tuple(c for n, c in enumerate(self.cells) if n not in gone)
        kept = {c.serial for c in cells}
        taken = replace(self, cells=cells, cursor=min(gone), won=self.won if self.won in kept else None)
        if (
            taken.won is not None and taken.winning_cell is None
        ):  # the marked tile has come to stand in a meld
            taken = replace(taken, won=None)
        return taken

    def clear(self) -> Editor:
        """An empty line."""
        return Editor(serial=self.serial, plant_order=self.plant_order)

    def move_winning(self, step: int = 1) -> Editor:
        """Marks the next concealed face as the winning tile, in the order of the suits, round and round."""
        faces = sorted(set(self.concealed))
        if not faces:
            return self._refuse(msg("no concealed tile to win on yet"))
        current = self.winning
        if current is None:
            target = faces[0] if step > 0 else faces[-1]
        else:
            target = faces[(faces.index(current) + step) % len(faces)] if current in faces else faces[0]
        serial = max(c.serial for c in self.concealed_cells if c.tile == target)
        return replace(self, won=serial, armed=False, problem=None)

    # ── what is missing ──────────────────────────────────────────────────────────────────────────────────────────

    @property
    def missing(self) -> Msg | None:
        """What stands between the line and a hand that can be counted, in one line; nothing when it can."""
        if self.digits:
            return msg("{digits} needs a suit: m p s z f", digits=self.digits)
        for meld in self.melds:
            if meld.lacks and meld.tiles:
                return lacking(meld)
        size, wanted = self.size, self.wanted
        if self.is_complete:
            return None
        if size < wanted:
            return msg("{size} of {wanted} tiles", size=size, wanted=wanted)
        if size > wanted:
            return msg(
                "{size} tiles: {over} too many, a hand has {wanted}",
                size=size,
                over=size - wanted,
                wanted=wanted,
            )
        for meld in self.melds:
            if meld.lacks:
                return lacking(meld)
        return None


def _look(cell: Cell) -> str:
    """Cells of one look stand together under one suit letter."""
    if cell.kind is Kind.TILE:
        return _typed(cell.tile)[1] or "honour"
    return cell.kind.value


def _typed(tile: Tile) -> tuple[str, str]:
    """A tile as typed: rank and suit letter, or an honour's letter alone."""
    if tile in HONOURS:
        return LETTERS[tile - HONOURS.start], ""
    return FACES[tile][0], FACES[tile][1]
