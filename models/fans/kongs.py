"""槓: kongs, robbing them, and winning on a replacement tile."""

from __future__ import annotations

from models.fans.base import CHAIN, KONG, ROBBED, Facts, evidence, fan, tiles_of
from models.tiles import Tile


@fan("exposed_kong", "槓", "Exposed kong", hk=20, gates=KONG)
def exposed_kong(x: Facts) -> int:
    """Each 大明槓 or 加槓. HK row 20.

    Example: ``(5555p)[9999m](234m) 345s 67s 11z +8s`` pays 1.
    """
    return x.big_kongs + x.added_kongs


@fan("concealed_kong", "暗槓", "Concealed kong", hk=21, gates=KONG)
def concealed_kong(x: Facts) -> int:
    """Each 暗槓; adds to 暗刻. HK row 21.

    Example: ``(5555p)[9999m](234m) 345s 67s 11z +8s`` pays 2.
    """
    return x.concealed_kongs


@fan("robbing_kong", "搶槓", "Robbing a kong", hk=22, tw=13, gates=ROBBED, sure=True)
def robbing_kong(x: Facts) -> int:
    """The tile another player adds to a pung wins; the konger pays as for a discard. HK row 22, TW row 13.

    Example: ``(234m)(678p)(111s) 567m 34p 11z +5p | rob_kong`` pays 1.
    """
    return 1


def _kind(x: Facts) -> int:
    """1 槓上, 2 花上, 3 all alike twice or more, 4 kongs and flowers mixed, 5 flowers in a row that count as one."""
    chain = x.chain
    flowers = chain.count("flower")
    if len(chain) == 1:
        return 2 if flowers else 1
    if flowers and flowers < len(chain):
        return 4
    return 5 if flowers and not x.switches.flower_chain_counts else 3


@fan("win_on_kong", "槓上自摸", "Win on a kong's replacement", hk=23, gates=CHAIN)
def win_on_kong(x: Facts) -> int:
    """槓上開花: the replacement after one kong of any kind wins. HK row 23. After a 大明槓 its feeder pays alone.

    Example: ``[9999m](234m)(567p) 345s 67s 11z +8s | self_draw after_kong`` pays 1.
    """
    return 1 if _kind(x) == 1 else 0


@fan("win_on_flower", "花上自摸", "Win on a flower's replacement", hk=24, gates=CHAIN)
def win_on_flower(x: Facts) -> int:
    """The replacement after one flower wins. HK row 24.

    Example: ``(234m)(678p)(111s) 567m 34p 11z 1f +5p | self_draw after_flower`` pays 1.
    """
    return 1 if _kind(x) in (2, 5) else 0


@fan("win_on_consecutive_kongs", "槓上槓自摸", "Win on consecutive replacements", hk=25, gates=CHAIN)
def win_on_consecutive_kongs(x: Facts) -> int:
    """Two or more replacements in a row, all after kongs or all after flowers (``flower_chain_counts``). HK row 25.

    Example: ``(234m)(678p)(111s) 567m 34p 11z 1f 3f +5p | self_draw chain flower,flower`` pays 10.
    """
    return 1 if _kind(x) == 3 else 0


@fan("win_on_flower_and_kong", "花上槓上摸", "Win on mixed replacements", hk=26, gates=CHAIN)
def win_on_flower_and_kong(x: Facts) -> int:
    """Two or more replacements in a row, after kongs and flowers mixed. HK row 26.

    Example: ``[9999m](234m)(567p) 345s 67s 11z 1f +8s | self_draw chain flower,kong`` pays 10.
    """
    return 1 if _kind(x) == 4 else 0


@fan("win_on_replacement", "槓上開花", "Win on a replacement", tw=11, gates=CHAIN, sure=True)
def win_on_replacement(x: Facts) -> int:
    """The replacement tile after a flower or a kong wins. TW row 11.

    Taiwan: ``(234m)(678p)(111s) 567m 34p 11z 1f +5p | self_draw after_flower`` pays 1.
    """
    return 1


@evidence("exposed_kong")
def _exposed(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple((tile,) * 4 for tile in tiles_of(x.kong_mask & x.open_sets))


@evidence("concealed_kong")
def _concealed(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return tuple((tile,) * 4 for tile in tiles_of(x.kong_mask & ~x.open_sets))


@evidence(
    "robbing_kong",
    "win_on_kong",
    "win_on_flower",
    "win_on_consecutive_kongs",
    "win_on_flower_and_kong",
    "win_on_replacement",
)
def _winning(x: Facts) -> tuple[tuple[Tile, ...], ...]:
    return ((x.winning,),)
