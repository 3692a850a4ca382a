"""The house-rule switches: what disputed points of the tables a table can settle its own way.

:data:`SPECS` holds for each switch its values, the default of the Hong Kong and of the Taiwan table, and what it decides.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

from models.messages import Msg, msg

HEAVENLY_DROPS: Final = (
    "self_draw",
    "concealed_hand",
    "concealed_self_draw",
    "kankan_self_draw",
    "double_pair_wait",
    "single_wait",
    "false_single_wait",
    "win_on_kong",
    "win_on_flower",
    "win_on_consecutive_kongs",
    "win_on_flower_and_kong",
)
"""What ``heavenly_drops`` can list; all of it is the default of the Hong Kong table. ``kankan_self_draw`` is the 自摸 of a 簡簡胡."""
FORMS: Final = ("ligu", "orphans", "sixteen")


@dataclass(frozen=True, slots=True)
class Switches:
    """The values of all switches of one rule set; the defaults here are the Hong Kong table's."""

    honor_scoring: str = "each_one"
    honor_pung_with_big_honors: str = "stack"
    exposed_kong_keeps_concealed: bool = False
    kong_counts_as_concealed_pung: str = "all"
    kankan_includes_all_pungs: bool = True
    kankan_self_draw: str = "count"
    two_way: str = "ligu_only"
    sigui: str = "open_closed"
    early_win: str = "exclusive"
    early_with_heaven_earth: str = "exclude"
    chicken: str = "replace"
    chicken_reading: str = "best_ordinary"
    flower_ladder: bool = True
    flower_chain_counts: bool = True
    dead_waits_count: bool = False
    special_form_single_wait: str = "ligu_only"
    pair258_in_sixteen: bool = True
    orphans_concealed_kong: bool = True
    rob_concealed_kong_for_orphans: bool = False
    ligu_ron_triplet: bool = True
    five_categories_in_special: bool = False
    small_sisters_middle_pair: bool = True
    xiangfeng: str = "disjoint"
    dragon_multiplicity: str = "once"
    no_honors_implied: str = "stack"
    missing_suit_allows_honors: bool = False
    heavenly_drops: tuple[str, ...] = HEAVENLY_DROPS
    beggar_wait: str = "stack"
    use_flowers: bool = True
    min_fan: int = 0
    ron_opens_sets: bool = False
    big_kong_win_payer: str = "feeder"
    big_kong_win_is_discard: bool = False
    special_forms: tuple[str, ...] = FORMS
    plant_order: str = "plum_orchid_chrysanthemum_bamboo"
    pinghu_no_self_draw: bool = True
    pinghu_two_sided: bool = False
    migi: bool = False
    seven_robs_one: bool = True
    all_honors_drops_all_pungs: bool = False
    heavenly_drops_self_draw: bool = False
    ready_keeps_bonus: bool = False


NAMES: Final[tuple[str, ...]] = tuple(field.name for field in fields(Switches))
TAIWAN_DEFAULTS: Final[dict[str, object]] = {
    "dead_waits_count": True,
    "special_forms": (),
    "plant_order": "plum_orchid_bamboo_chrysanthemum",
    "heavenly_drops": (),
}
"""Where the Taiwan table's defaults differ."""


@dataclass(frozen=True, slots=True)
class Spec:
    """One switch: its values and what it decides."""

    name: str
    values: tuple[str, ...]
    """The words it can be; empty for a number; for a list the words that may stand in it."""
    kind: str
    """``choice``, ``flag``, ``number`` or ``list``."""
    table: str
    """``hk``, ``taiwan`` or ``both``: which table it says anything about."""
    help: Msg


def _spec(name: str, values: str, help: Msg, *, kind: str = "choice", table: str = "hk") -> Spec:
    return Spec(name, tuple(values.split()), kind, table, help)


def _flag(name: str, help: Msg, *, table: str = "hk") -> Spec:
    return Spec(name, ("false", "true"), "flag", table, help)


SPECS: Final[dict[str, Spec]] = {
    spec.name: spec
    for spec in (
        _spec(
            "honor_scoring", "each_one graded", msg("字: every honour triplet 1, or graded by seat and round")
        ),
        _spec(
            "honor_pung_with_big_honors",
            "stack exclude",
            msg("字 beside 三元, 三風 and 四喜: paid as well, or not"),
        ),
        _flag("exposed_kong_keeps_concealed", msg("whether a 大明槓 leaves the hand 門清")),
        _spec(
            "kong_counts_as_concealed_pung",
            "all big_exposed_and_concealed concealed_only",
            msg("which kongs count as 暗刻"),
        ),
        _flag("kankan_includes_all_pungs", msg("whether 簡簡胡 already holds 對對胡")),
        _spec("kankan_self_draw", "count drop", msg("自摸 beside 簡簡胡")),
        _spec(
            "two_way",
            "ligu_only full_both best_only",
            msg("兩食: the standard reading and 嚦咕 30, both readings in full, or the larger one"),
        ),
        _spec(
            "sigui", "open_closed by_shape", msg("四歸一, 四歸二 by exposure, or by how the four are split")
        ),
        _spec(
            "early_win",
            "exclusive inclusive",
            msg("七子內, 十子內: fewer than 7 and 10 discards, or at most"),
        ),
        _spec("early_with_heaven_earth", "exclude stack", msg("七子內 and 十子內 beside 天胡 and 地胡")),
        _spec("chicken", "replace add", msg("雞胡 takes the place of the single fan, or is added to it")),
        _spec(
            "chicken_reading",
            "best_ordinary any",
            msg("雞胡 only when the best reading is 1 fan, or when any reading is and it pays more"),
        ),
        _flag("flower_ladder", msg("whether 一台花, 七隻花 and 八仙過海 replace the lesser flower fans")),
        _flag("flower_chain_counts", msg("whether several flowers in a row make 槓上槓自摸")),
        _flag(
            "dead_waits_count",
            msg("whether a tile of which the hand holds all four still counts as waited for"),
            table="both",
        ),
        _spec(
            "special_form_single_wait",
            "ligu_only all none",
            msg("獨獨 on 嚦咕 only, on every special form, or on none"),
        ),
        _flag("pair258_in_sixteen", msg("將眼 on 十六不搭")),
        _flag("orphans_concealed_kong", msg("whether the extra meld of 十三么 may be a 暗槓")),
        _flag("rob_concealed_kong_for_orphans", msg("whether 十三么 may rob a 暗槓")),
        _flag("ligu_ron_triplet", msg("whether a discard may complete the triplet of 嚦咕")),
        _flag("five_categories_in_special", msg("五門齊 on 十三么 and 十六不搭")),
        _flag("small_sisters_middle_pair", msg("whether the eyes of 小三姊妹 may be the middle number")),
        _spec(
            "xiangfeng",
            "disjoint all once",
            msg("相逢: disjoint pairs, every pair, or at most one fan a hand"),
        ),
        _spec("dragon_multiplicity", "once all", msg("龍: at most one of a kind, or every different one")),
        _spec(
            "no_honors_implied",
            "stack drop",
            msg("無字 beside 缺一門, 清一色, 斷么, 純連麼 and 全麼, which imply it"),
        ),
        _flag("missing_suit_allows_honors", msg("whether 缺一門 may hold honours")),
        Spec(
            "heavenly_drops",
            HEAVENLY_DROPS,
            "list",
            "hk",
            msg("the rows that are not paid beside 天胡"),
        ),
        _spec("beggar_wait", "stack drop", msg("獨獨 beside 全求人 and 半求人")),
        _flag("use_flowers", msg("whether the flowers are played"), table="both"),
        Spec("min_fan", (), "number", "both", msg("the least fan that wins, 莊 not counted")),
        _flag(
            "ron_opens_sets",
            msg("whether a discard makes the set it completes an exposed one for 龍 and 四歸"),
        ),
        _spec(
            "big_kong_win_payer",
            "feeder all",
            msg("who pays a win on the replacement of a 大明槓"),
            table="both",
        ),
        _flag(
            "big_kong_win_is_discard",
            msg("whether a win on the replacement of a 大明槓 counts as one by discard"),
        ),
        Spec("special_forms", FORMS, "list", "hk", msg("the forms beside five melds and a pair that win")),
        _spec(
            "plant_order",
            "plum_orchid_chrysanthemum_bamboo plum_orchid_bamboo_chrysanthemum",
            msg("which of 竹 and 菊 is number 3 on plants without numbers"),
            table="both",
        ),
        _flag("pinghu_no_self_draw", msg("平胡 is not paid on a self-draw"), table="taiwan"),
        _flag("pinghu_two_sided", msg("平胡 must win by an open wait"), table="taiwan"),
        _flag("migi", msg("天聽 and 地聽 are merged into MIGI"), table="taiwan"),
        _flag("seven_robs_one", msg("whether 七搶一 is played"), table="both"),
        _flag("all_honors_drops_all_pungs", msg("字一色 already holds 碰碰胡"), table="taiwan"),
        _flag("heavenly_drops_self_draw", msg("天胡 already holds 自摸"), table="taiwan"),
        _flag(
            "ready_keeps_bonus",
            msg("門清自摸 keeps its extra tai beside 天聽, 地聽, 天胡 and 地胡"),
            table="taiwan",
        ),
    )
}

_FLAG_WORDS: Final = {
    "true": True,
    "on": True,
    "yes": True,
    "1": True,
    "false": False,
    "off": False,
    "no": False,
    "0": False,
}


class SwitchError(ValueError):
    """A switch that does not exist or a value it cannot have; ``message`` says what it can."""

    def __init__(self, message: Msg) -> None:
        self.message = message
        super().__init__(str(message))


def parse_value(name: str, value: object) -> object:
    """The value of switch ``name`` given as text, or as TOML holds it. Raises :class:`SwitchError`."""
    spec = SPECS.get(name)
    if spec is None:
        import difflib

        near = difflib.get_close_matches(name, SPECS, 1)
        raise SwitchError(
            msg("there is no switch '{name}'; did you mean {near}?", name=name, near=near[0])
            if near
            else msg("there is no switch '{name}'; 'taipai rules show' lists them", name=name)
        )

    def refuse(values: str | Msg) -> SwitchError:
        return SwitchError(
            msg("{name} cannot be '{value}'; it can be {values}", name=name, value=value, values=values)
        )

    if spec.kind == "flag":
        if isinstance(value, bool):
            return value
        found = _FLAG_WORDS.get(value.strip().lower()) if isinstance(value, str) else None
        if found is None:
            raise refuse("true, false")
        return found
    if spec.kind == "number":
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) < 7:
            return int(value)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        raise refuse(msg("a number from 0 on"))
    if spec.kind == "list":
        words = value
        if isinstance(value, str):
            text = value.strip()
            if text[:1] == "[" and text[-1:] == "]":
                text = text[1:-1].strip()
            if text == "all":
                return spec.values
            words = [] if text in ("none", "") else [word.strip() for word in text.split(",")]
        if not isinstance(words, (list, tuple)) or any(word not in spec.values for word in words):
            raise refuse("all, none, " + ", ".join(spec.values))
        return tuple(word for word in spec.values if word in words)
    if isinstance(value, str) and value.strip() in spec.values:
        return value.strip()
    raise refuse(", ".join(spec.values))
