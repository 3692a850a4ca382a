"""Nights and records as plain tables and as JSON, for the command line; nothing of the app is loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from models.night_info import NightInfo
from models.statistics import BigHand, Duel, FanCount, PairRecord, PlayerFigures, Statistics
from tui.board_text import signed, table
from tui.i18n import _, n_, pick, tr


def percent(rate: Fraction | None) -> str:
    """``25.0%``; a dash where there is nothing to divide by."""
    return "–" if rate is None else f"{_tenths(rate * 100)}%"


def average(amount: Fraction | None) -> str:
    """One decimal, exactly rounded (half away from nothing)."""
    return "–" if amount is None else _tenths(amount)


def _tenths(value: Fraction) -> str:
    tenths = int(abs(value) * 10 + Fraction(1, 2))
    sign = "-" if value < 0 and tenths else ""
    return f"{sign}{tenths // 10}.{tenths % 10}"


def nights(infos: Sequence[NightInfo]) -> list[str]:
    """One line a night, newest first."""
    if not infos:
        return [_("No nights in this book yet.")]
    rows = [[_("night"), _("date"), _("group"), _("played"), "", *[""] * 4]]
    for info in infos:
        state = _("settled") if info.settled else _("unsettled")
        if info.trouble is not None:
            rows.append([info.id[:8], info.date, info.group, "", tr(info.trouble), *[""] * 4])
            continue
        players = [f"{name} {signed(total)}" for name, total in zip(info.players, info.totals, strict=True)]
        rows.append([info.id[:8], info.date, info.group, str(info.hands), state, *players])
    return table(rows, indent="")


def info_json(info: NightInfo) -> dict[str, Any]:
    """A night in a list."""
    return {
        "id": info.id,
        "date": info.date,
        "started_at": info.started_at,
        "group": info.group,
        "rules": info.rules,
        "base": info.base,
        "per_fan": info.per_fan,
        "players": list(info.players),
        "hands": info.hands,
        "settled": info.settled,
        "totals": dict(zip(info.players, info.totals, strict=True)) if info.trouble is None else None,
        "trouble": None if info.trouble is None else tr(info.trouble),
    }


def standings(found: Statistics) -> list[str]:
    """Everybody, best first, then the biggest hand and the most frequent fans."""
    if not found.nights:
        return [_("No nights to count.")]
    rows = [
        [
            _("player"),
            _("nights"),
            _("played"),
            _("won"),
            _("self-draw"),
            _("deal-in"),
            _("avg win"),
            _("avg loss"),
            _("hand points"),
            _("lai extra"),
            _("instant"),
            _("result"),
        ]
    ]
    for p in found.players:
        rows.append(
            [
                p.name,
                str(p.nights),
                str(p.hands),
                f"{p.won} ({percent(p.win_rate)})",
                percent(p.self_draw_rate),
                percent(p.deal_in_rate),
                average(p.average_win),
                average(p.average_loss),
                signed(p.hand_points),
                signed(p.lai_extra),
                signed(p.instant),
                signed(p.result),
            ]
        )
    lines = [
        " · ".join(
            (
                n_("{n} night", "{n} nights", found.nights),
                n_("{n} hand", "{n} hands", found.hands),
                n_("{n} draw", "{n} draws", found.draws),
            )
        ),
        *table(rows, indent=""),
    ]
    if found.biggest is not None:
        lines += ["", _("Biggest hand"), *big_hand(found.biggest, found.names)]
    if found.fans:
        lines += ["", _("Most frequent fans"), *fans(found.fans[:12])]
    return lines


def big_hand(best: BigHand, names: Mapping[str, str]) -> list[str]:
    """Whose it was, what it was worth, its tiles and items."""
    how = _("self-draw") if best.self_drawn else _("off a discard")
    lines = [
        "  "
        + _("{name} · {fan} fan, {value} · {how} · {date}").format(
            name=names.get(best.player, "?"), fan=best.fan, value=best.value, how=how, date=best.date
        )
    ]
    if best.hand:
        lines.append(f"  {best.hand}" + (f"  | {best.context}" if best.context else ""))
    if best.items:
        lines.append("  " + _(", ").join(f"{pick(item.zh, item.en)} {item.fan}" for item in best.items))
    return lines


def fans(counts: Sequence[FanCount]) -> list[str]:
    """Fans and in how many hands they were counted."""
    return table([[pick(fan.zh, fan.en), str(fan.hands)] for fan in counts])


def player(one: PlayerFigures, found: Statistics, duels: Sequence[Duel]) -> list[str]:
    """Everything about one player."""
    rows = [
        [_("nights"), str(one.nights), _("{n} with a gain").format(n=one.nights_won)],
        [_("result"), signed(one.result), _("{n} a night").format(n=average(one.average_night))],
        [_("best night"), signed(one.best_night), ""],
        [_("worst night"), signed(one.worst_night), ""],
        [_("hand points"), signed(one.hand_points), ""],
        [_("lai extra"), signed(one.lai_extra), ""],
        [_("instant"), signed(one.instant), ""],
        [_("played"), str(one.hands), ""],
        [_("won"), str(one.won), percent(one.win_rate)],
        [_("self-draw"), str(one.self_drawn), percent(one.self_draw_rate)],
        [_("deal-in"), str(one.dealt_in), percent(one.deal_in_rate)],
        [_("avg win"), average(one.average_win), ""],
        [_("avg loss"), average(one.average_loss), ""],
        [_("longest dealer streak"), str(one.streak), ""],
    ]
    lines = [one.name, *table(rows)]
    if one.best is not None:
        lines += ["", _("Biggest hand"), *big_hand(one.best, found.names)]
    if one.fans:
        lines += ["", _("Most frequent fans"), *fans(one.fans[:12])]
    if duels:
        lines += ["", _("Head to head"), *head_to_head(duels)]
    return lines


def head_to_head(duels: Sequence[Duel]) -> list[str]:
    """Two lines a pair: what each did to the other."""
    rows = [
        [
            "",
            _("nights"),
            _("hands won"),
            _("points"),
            _("pulled on"),
            _("most pulls"),
            _("kicks"),
            _("chopped by the other"),
            _("lai extra"),
            _("balance"),
        ]
    ]
    for duel in duels:
        for pair, balance in ((duel.one, duel.balance), (duel.other, -duel.balance)):
            rows.append(
                [
                    f"{pair.winner_name} → {pair.payer_name}",
                    str(pair.nights),
                    str(pair.hands),
                    str(pair.points),
                    str(pair.rolled),
                    str(pair.most_pulls),
                    str(pair.kicked),
                    str(pair.chopped),
                    signed(pair.lai_extra),
                    signed(balance),
                ]
            )
    return table(rows)


# --- JSON --------------------------------------------------------------------------------------------------------


def _rate(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 6)


def _big_hand_json(best: BigHand | None, names: Mapping[str, str]) -> dict[str, Any] | None:
    if best is None:
        return None
    return {
        "player": names.get(best.player, ""),
        "night": best.night,
        "date": best.date,
        "event": best.number,
        "fan": best.fan,
        "value": best.value,
        "self_drawn": best.self_drawn,
        "hand": best.hand,
        "context": best.context,
        "items": [{"id": i.id, "fan": i.fan, "count": i.count, "zh": i.zh, "en": i.en} for i in best.items],
    }


def _fans_json(counts: Sequence[FanCount]) -> list[dict[str, Any]]:
    return [{"id": f.id, "zh": f.zh, "en": f.en, "hands": f.hands} for f in counts]


def player_json(one: PlayerFigures, names: Mapping[str, str]) -> dict[str, Any]:
    """One player's figures; rates are numbers from 0 to 1."""
    return {
        "id": one.player,
        "name": one.name,
        "nights": one.nights,
        "nights_won": one.nights_won,
        "hands": one.hands,
        "won": one.won,
        "self_drawn": one.self_drawn,
        "dealt_in": one.dealt_in,
        "paid": one.paid,
        "dealt": one.dealt,
        "won_points": one.won_points,
        "lost_points": one.lost_points,
        "win_rate": _rate(one.win_rate),
        "self_draw_rate": _rate(one.self_draw_rate),
        "deal_in_rate": _rate(one.deal_in_rate),
        "average_win": _rate(one.average_win),
        "average_loss": _rate(one.average_loss),
        "average_night": _rate(one.average_night),
        "hand_points": one.hand_points,
        "lai_extra": one.lai_extra,
        "instant": one.instant,
        "result": one.result,
        "best_night": one.best_night,
        "worst_night": one.worst_night,
        "longest_dealer_streak": one.streak,
        "longest_dealer_streak_night": one.streak_night or None,
        "biggest_hand": _big_hand_json(one.best, names),
        "fans": _fans_json(one.fans),
    }


def pair_json(pair: PairRecord) -> dict[str, Any]:
    """What one player did to another."""
    return {
        "winner": pair.winner_name,
        "payer": pair.payer_name,
        "nights": pair.nights,
        "hands": pair.hands,
        "points": pair.points,
        "pulled_on": pair.rolled,
        "most_pulls": pair.most_pulls,
        "kicks": pair.kicked,
        "chopped": pair.chopped,
        "lai_extra": pair.lai_extra,
    }


def statistics_json(found: Statistics, pairs: Sequence[PairRecord]) -> dict[str, Any]:
    """Everything over the nights that count."""
    return {
        "nights": found.nights,
        "hands": found.hands,
        "draws": found.draws,
        "players": [player_json(one, found.names) for one in found.players],
        "pairs": [pair_json(pair) for pair in pairs],
        "biggest_hand": _big_hand_json(found.biggest, found.names),
        "fans": _fans_json(found.fans),
        "course": [
            {
                "night": point.night,
                "date": point.date,
                "results": {found.names[p]: amount for p, amount in point.results.items()},
                "balances": {found.names[p]: amount for p, amount in point.balances.items()},
            }
            for point in found.course
        ],
    }
