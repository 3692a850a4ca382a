"""Hands and contexts as text, in and out.

One line holds a hand: ``(234m)(678p)[9999s] 567m 34p 1f +5p``. Numbers wait for their suit (``m`` 萬, ``p`` 筒, ``s`` 索, ``z`` honours, ``f``
flowers); honours are also the letters ``E S W N C F P`` (東南西北中發白); Chinese (``一二三萬 東東 中``, ``①②③`` for dots) and the Unicode tiles
(🀇 🀙 🀐 🀀) are read too, mixed as one likes. ``( )`` is an exposed chow, pung or 大明槓, ``{ }`` a 加槓, ``[ ]`` a 暗槓, ``+`` stands before the
tile that won.
"""

from __future__ import annotations

from typing import Final

from models.hand import (
    ADDED_KONG,
    BIG_KONG,
    CHAIN_WORDS,
    CHOW,
    CONCEALED_KONG,
    PUNG,
    READY_WORDS,
    Context,
    Fault,
    Hand,
    HandError,
    HandProblem,
    Meld,
)
from models.messages import Msg, msg
from models.tiles import FACES, GLYPHS, LETTERS, NAMES_ZH, PLANT_ORDERS, WIND_LETTERS, Tile, name_zh

STYLES: Final = ("mpsz", "letters", "zh", "unicode")
HK_PLANTS: Final = "plum_orchid_chrysanthemum_bamboo"

_SUITS: Final = {"m": 0, "p": 9, "s": 18, "z": 27, "f": 34}
_SUIT_SIZES: Final = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}
_SUITS_ZH: Final = {
    **dict.fromkeys("萬万", "m"),
    **dict.fromkeys("筒餅饼", "p"),
    **dict.fromkeys("索條条", "s"),
}
_DIGITS: Final = {
    **{str(n): n for n in range(10)},
    **{chr(0xFF10 + n): n for n in range(10)},
}
_NUMERALS: Final = {character: n for n, character in enumerate("一二三四五六七八九", 1)}
_CIRCLED: Final = {chr(0x2460 + n): 9 + n for n in range(9)}
_HONOURS: Final = {
    **{letter: 27 + n for n, letter in enumerate(LETTERS)},
    **{NAMES_ZH[tile]: tile for tile in range(27, 38)},
    "发": 32,
    "發": 32,
    "髮": 32,
    **_CIRCLED,
}
_GLYPHS: Final = {glyph: tile for tile, glyph in enumerate(GLYPHS) if tile < 38}
_PLANT_GLYPHS: Final = {"\U0001f022": "梅", "\U0001f023": "蘭", "\U0001f024": "竹", "\U0001f025": "菊"}
_PLANTS: Final = {"梅": "梅", "蘭": "蘭", "兰": "蘭", "竹": "竹", "菊": "菊", **_PLANT_GLYPHS}
_OPENING: Final = {"(": "(", "（": "(", "[": "[", "［": "[", "【": "[", "{": "{", "｛": "{"}
_CLOSING: Final = {")": "(", "）": "(", "]": "[", "］": "[", "】": "[", "}": "{", "｝": "{"}
_PAIRS: Final = {"(": ")", "[": "]", "{": "}"}
_IGNORED: Final = frozenset(" \t\r\n\u3000\u00a0,，、;|\ufe0e\ufe0f\ufeff")
_PLUS: Final = frozenset("+＋")


def _fail(flag: HandProblem, message: Msg, where: int) -> HandError:
    return HandError([Fault(flag, message, where)])


class _Reader:
    """Reads tiles one sign at a time; digits wait for their suit."""

    def __init__(self, text: str, plant_order: str) -> None:
        self.text = text
        self.plants = {picture: 38 + n for n, picture in enumerate(PLANT_ORDERS[plant_order])}
        self.concealed: list[Tile] = []
        self.flowers: list[Tile] = []
        self.melds: list[Meld] = []
        self.winning: Tile | None = None
        self.pending: list[tuple[int, int, bool]] = []  # number, place, written as a Chinese numeral
        self.bracket = ""
        self.bracket_at = 0
        self.inside: list[Tile] = []
        self.plus_at = -1
        self.faults: list[Fault] = []
        self.broken = False  # a tile of the open bracket does not exist: said once is enough

    def read(self) -> Hand:
        for where, sign in enumerate(self.text):
            self.sign(sign, where)
        self.settle(len(self.text))
        if self.bracket:
            raise _fail(
                HandProblem.SYNTAX,
                msg("the bracket {sign} is not closed", sign=self.bracket),
                self.bracket_at,
            )
        if self.plus_at >= 0 and not self.faults:
            raise _fail(HandProblem.SYNTAX, msg("a tile must follow the +, as in +5p"), self.plus_at)
        if self.faults:
            raise HandError(self.faults)
        return Hand(
            tuple(sorted(self.concealed)), tuple(self.melds), tuple(sorted(self.flowers)), self.winning
        )

    def sign(self, sign: str, where: int) -> None:
        if sign in _DIGITS:
            if self.pending and self.pending[-1][2]:
                self.settle(where)
            self.pending.append((_DIGITS[sign], where, False))
        elif sign in _NUMERALS:
            if self.pending and not self.pending[-1][2]:
                self.settle(where)
            self.pending.append((_NUMERALS[sign], where, True))
        elif self.pending and (sign.lower() in _SUITS or sign in _SUITS_ZH):
            self.close(_SUITS_ZH.get(sign) or sign.lower())
        elif sign in _IGNORED:
            if self.pending and sign not in "\ufe0e\ufe0f":
                self.settle(where)
        elif sign in _PLUS:
            self.settle(where)
            if self.bracket:
                raise _fail(
                    HandProblem.SYNTAX,
                    msg("the winning tile is written outside the brackets: a claimed meld cannot win"),
                    where,
                )
            if self.plus_at >= 0 or self.winning is not None:
                raise _fail(HandProblem.SYNTAX, msg("only one tile can win; there is more than one +"), where)
            self.plus_at = where
        elif sign in _OPENING:
            self.settle(where)
            if self.bracket:
                raise _fail(HandProblem.SYNTAX, msg("a bracket inside a bracket; close the first one"), where)
            if self.plus_at >= 0:
                raise _fail(HandProblem.SYNTAX, msg("a tile must follow the +, as in +5p"), self.plus_at)
            self.bracket, self.bracket_at, self.broken = _OPENING[sign], where, False
        elif sign in _CLOSING:
            self.settle(where)
            if self.bracket != _CLOSING[sign]:
                raise _fail(
                    HandProblem.SYNTAX,
                    msg("{sign} closes no bracket that is open", sign=sign)
                    if not self.bracket
                    else msg("{opening} is closed by {sign}", opening=self.bracket, sign=sign),
                    where,
                )
            self.close_bracket(where)
        else:
            self.settle(where)
            tile = _HONOURS.get(sign)
            if tile is None:
                tile = _GLYPHS.get(sign)
            if tile is None and sign in _PLANTS:
                tile = self.plants[_PLANTS[sign]]
            if tile is None:
                if sign in _SUITS or sign in _SUITS_ZH:
                    message = msg("{sign} needs a number before it, as in 123{sign}", sign=sign)
                else:
                    message = msg(
                        "{sign} is no tile; write 123m 45p 77s, honours as ESWNCFP or 1z-7z, flowers as 1f-8f",
                        sign=sign,
                    )
                raise _fail(HandProblem.SYNTAX, message, where)
            self.add(tile, where)

    def close(self, suit: str) -> None:
        """The suit sign: every waiting number becomes a tile."""
        pending, self.pending = self.pending, []
        for number, where, _ in pending:
            if not 1 <= number <= _SUIT_SIZES[suit]:
                self.faults.append(
                    Fault(
                        HandProblem.NO_SUCH_TILE,
                        msg("there is no tile {tile}", tile=f"{number}{suit}"),
                        where,
                    )
                )
                self.broken = True
                continue
            self.add(_SUITS[suit] + number - 1, where)

    def settle(self, where: int) -> None:
        """No suit sign came: Chinese numerals alone are 萬, bare digits are an error."""
        if not self.pending:
            return
        if all(numeral for _, _, numeral in self.pending):
            self.close("m")
            return
        digits = "".join(str(number) for number, _, _ in self.pending)
        raise _fail(
            HandProblem.SYNTAX,
            msg("{digits} has no suit; write m, p, s, z or f after it", digits=digits),
            self.pending[0][1],
        )

    def add(self, tile: Tile, where: int) -> None:
        if self.bracket:
            self.inside.append(tile)
            return
        if self.plus_at >= 0:
            self.winning, self.plus_at = tile, -1
        elif tile >= 34:
            self.flowers.append(tile)
            return
        if tile >= 34:  # a flower can win alone: 八仙過海, 七搶一
            self.flowers.append(tile)
        else:
            self.concealed.append(tile)

    def close_bracket(self, where: int) -> None:
        bracket, tiles = self.bracket, sorted(self.inside)
        self.bracket, self.inside = "", []
        kind = -1
        if tiles and tiles[-1] < 34:
            same = len(set(tiles)) == 1
            if same and len(tiles) == 4:
                kind = {"(": BIG_KONG, "{": ADDED_KONG, "[": CONCEALED_KONG}[bracket]
            elif same and len(tiles) == 3 and bracket == "(":
                kind = PUNG
            elif (
                len(tiles) == 3
                and bracket == "("
                and tiles[2] < 27
                and tiles[0] // 9 == tiles[2] // 9
                and (tiles[1] - tiles[0], tiles[2] - tiles[1]) == (1, 1)
            ):
                kind = CHOW
        if kind < 0:
            text = self.text[self.bracket_at : where + 1]
            if bracket == "(":
                message = msg(
                    "{meld} is no meld; ( ) holds a chow of one suit, a pung or a kong of four", meld=text
                )
            elif bracket == "{":
                message = msg("{meld} is no meld; {{ }} holds an added kong: four of one tile", meld=text)
            else:
                message = msg("{meld} is no meld; [ ] holds a concealed kong: four of one tile", meld=text)
            if not self.broken:
                self.faults.append(Fault(HandProblem.BAD_MELD, message, self.bracket_at))
            self.broken = False
            return
        self.melds.append(Meld(kind, tiles[0]))


def parse_hand(text: str, plant_order: str = HK_PLANTS) -> Hand:
    """Reads one hand, complete or not. Raises :class:`~models.hand.HandError` (``syntax``, or ``impossible_tiles`` for a bracket that is no meld).

    ``plant_order`` names which number 竹 and 菊 have when they are written as characters or pictures (a rule set's ``plant_order``).
    """
    return _Reader(text, plant_order).read()


def _number(word: str, value: str) -> int:
    digits = value[1:] if value[:1] in ("-", "+") else value
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
        raise HandError(
            [
                Fault(
                    HandProblem.SYNTAX,
                    msg("{word} needs a number after it, not '{value}'", word=word, value=value),
                )
            ]
        )
    return int(value)


CONTEXT_WORDS: Final = (
    "self_draw",
    "rob_kong",
    "rob_concealed_kong",
    "last_tile",
    "after_kong",
    "after_big_kong",
    "after_flower",
    "chain",
    "seat",
    "round",
    "dealer",
    "river",
    "heavenly",
    "earthly",
    "flower_paid",
    "ready",
)
"""Every word a context can hold; ``chain``, ``seat``, ``round``, ``dealer``, ``river`` and ``ready`` take one after them."""

_TAKES: Final = {
    "chain": "chain kong,flower",
    "seat": "seat E, S, W or N",
    "round": "round E, S, W or N",
    "dealer": "dealer 0",
    "river": "river 9",
    "ready": "ready tian, di or migi",
}


def parse_context(words: str) -> Context:
    """Reads context words such as ``self_draw seat E dealer 2``. Raises :class:`~models.hand.HandError`."""
    values: dict[str, object] = {}
    # people write lists with commas; those of a chain's draws have a meaning
    parts = iter(words.replace("，", " ").replace("、", " ").split())

    def refuse(message: Msg, flag: HandProblem = HandProblem.SYNTAX) -> HandError:
        return HandError([Fault(flag, message)])

    for written in parts:
        word = written.rstrip(",")
        if not word:
            continue
        if word not in CONTEXT_WORDS:
            raise refuse(
                msg("unknown word '{word}'; there are: {words}", word=word, words=", ".join(CONTEXT_WORDS)),
                HandProblem.UNKNOWN_WORD,
            )
        name = "chain" if word.startswith("after_") else word
        value: object = True
        if word in _TAKES:
            text = next(parts, None)
            if text is not None and word != "chain":
                text = text.rstrip(",")
            if not text:
                raise refuse(msg("{word} needs a word after it: {example}", word=word, example=_TAKES[word]))
            if word in ("dealer", "river"):
                value = _number(word, text)
            elif word in ("seat", "round"):
                at = "東南西北".find(text) if text in "東南西北" else WIND_LETTERS.find(text.upper())
                if len(text) != 1 or at < 0:
                    raise refuse(
                        msg(
                            "{word} {text} is no wind; write {example}",
                            word=word,
                            text=text,
                            example=_TAKES[word],
                        )
                    )
                value = at
            elif word == "ready":
                if text not in READY_WORDS:
                    raise refuse(
                        msg("ready {text} is unknown; write {example}", text=text, example=_TAKES[word])
                    )
                value = text
            else:
                chain = tuple(text.split(","))
                for draw in chain:
                    if draw not in CHAIN_WORDS:
                        raise refuse(
                            msg(
                                "chain {text}: '{draw}' is unknown; draws are kong, big_kong, flower, with commas and no spaces",
                                text=text,
                                draw=draw,
                            )
                        )
                value = chain
        elif name == "chain":
            value = (word.removeprefix("after_"),)
        if name in values:
            if values[name] == value:
                continue
            raise refuse(
                msg("{word} is said twice, differently", word=name)
                if name != "chain"
                else msg("the replacement draws are said twice; write them once, as chain kong,flower")
            )
        values[name] = value
    return Context(**values)  # type: ignore[arg-type]


def write_context(context: Context) -> str:
    """The context as words that :func:`parse_context` reads back; a default says nothing."""
    words = [
        word
        for word in ("self_draw", "rob_kong", "rob_concealed_kong", "last_tile")
        if getattr(context, word)
    ]
    if len(context.chain) == 1:
        words.append(f"after_{context.chain[0]}")
    elif context.chain:
        words.append("chain " + ",".join(context.chain))
    if context.seat != 1:
        words.append(f"seat {WIND_LETTERS[context.seat]}")
    if context.round:
        words.append(f"round {WIND_LETTERS[context.round]}")
    if context.dealer is not None:
        words.append(f"dealer {context.dealer}")
    if context.river is not None:
        words.append(f"river {context.river}")
    words += [word for word in ("heavenly", "earthly", "flower_paid") if getattr(context, word)]
    if context.ready:
        words.append(f"ready {context.ready}")
    return " ".join(words)


def write_tiles(
    tiles: tuple[Tile, ...] | list[Tile], style: str = "mpsz", plant_order: str = HK_PLANTS
) -> str:
    """Tiles in one of :data:`STYLES`, in the order given; equal suits in a row share one suit sign."""
    if style == "unicode":
        return "".join(
            next(glyph for glyph, picture in _PLANT_GLYPHS.items() if picture == name_zh(tile, plant_order))
            if tile >= 38
            else GLYPHS[tile]
            for tile in tiles
        )
    text, digits, last = "", "", ""
    for tile in tiles:
        if style == "letters" and 27 <= tile < 34:
            sign, kind = LETTERS[tile - 27], ""
        elif style == "zh":
            name = name_zh(tile, plant_order)
            sign, kind = name[0], name[1:]
        else:
            sign, kind = FACES[tile][0], FACES[tile][1]
        if last and kind != last:
            text += digits + last
            digits = ""
        if kind:
            digits += sign
        else:
            text += sign
        last = kind
    return text + digits + last


def write_meld(meld: Meld, style: str = "mpsz") -> str:
    """The meld with its brackets."""
    opening, closing = ("()", "()", "()", "{}", "[]")[meld.kind]
    return f"{opening}{write_tiles(meld.tiles, style)}{closing}"


def write_hand(hand: Hand, style: str = "mpsz", plant_order: str = HK_PLANTS) -> str:
    """The hand as text that :func:`parse_hand` reads back, in one of :data:`STYLES`."""
    parts = ["".join(write_meld(meld, style) for meld in hand.melds)]
    rest = list(hand.waiting)
    flowers = list(hand.flowers)
    if hand.winning is not None and hand.winning >= 34 and hand.winning in flowers:
        flowers.remove(hand.winning)
    for low, high in ((0, 9), (9, 18), (18, 27), (27, 34)):
        parts.append(write_tiles([tile for tile in rest if low <= tile < high], style))
    parts.append(write_tiles(flowers, style, plant_order))
    if hand.winning is not None:
        parts.append("+" + write_tiles([hand.winning], style, plant_order))
    return " ".join(part for part in parts if part)
