"""Full scores per second, beside PyPI ``mahjong`` on 14-tile hands, on one core; import time; where the time goes. Prints, asserts nothing."""

from __future__ import annotations

import cProfile
import io
import os
import pstats
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from models import readings, rules
from models.engine import Engine
from models.score import Score, score
from models.switches import SPECS
from tests.bench.winning_hands import hands

HANDS = 2000


def _seconds(work: Callable[[], object]) -> float:
    """Processor time of one round."""
    start = time.process_time()
    work()
    return time.process_time() - start


def _rate(work: Callable[[], object], least: float = 1.0) -> float:
    """Rounds per second of processor time, over at least so many seconds; the best of the rounds, since other programs share the machine."""
    best = 0.0
    begun = time.process_time()
    while time.process_time() - begun < least:
        start = time.process_time()
        work()
        best = max(best, 1 / (time.process_time() - start))
    return best


def peer(number: int = HANDS) -> Callable[[], object]:
    """``estimate_hand_value`` of the ``mahjong`` package on seeded winning hands of 14 tiles."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig

    rng = random.Random(14)
    found = []
    while len(found) < number:
        left = [4] * 34
        kinds = []
        while len(kinds) < 12:
            if rng.random() < 0.68:
                low = rng.randrange(3) * 9 + rng.randrange(7)
                group = [low, low + 1, low + 2]
            else:
                group = [rng.randrange(34)] * 3
            if all(left[kind] >= group.count(kind) for kind in group):
                for kind in group:
                    left[kind] -= 1
                kinds += group
        pair = rng.choice([kind for kind in range(34) if left[kind] >= 2])
        kinds += [pair, pair]
        used = [0] * 34
        tiles = []
        for kind in sorted(kinds):
            tiles.append(kind * 4 + used[kind])
            used[kind] += 1
        found.append((tiles, rng.choice(tiles), HandConfig(is_tsumo=rng.random() < 0.3)))
    calculator = HandCalculator()

    def work() -> None:
        for tiles, win, config in found:
            calculator.estimate_hand_value(tiles, win, config=config)

    return work


def _forget(rule_set: rules.RuleSet) -> None:
    """As if no hand had been seen: what is remembered of suits and of rows is gone."""
    readings.forget()
    rule_set._kept["engine"] = Engine(rule_set)


def run() -> None:
    hk = rules.load("hk")
    found = hands(HANDS)

    def work() -> None:
        for hand, context in found:
            result = score(hand, context, hk)
            if isinstance(result, Score):
                result.items  # noqa: B018

    them = peer()
    cold = warm = other = 0.0
    for _ in range(6):  # taking turns, so that a busy machine is as unkind to one as to the other
        _forget(hk)
        cold = max(cold, HANDS / _seconds(work))
        warm = max(warm, HANDS / _seconds(work), HANDS / _seconds(work))
        other = max(other, HANDS / _seconds(them))
    print(f"{HANDS} winning 17-tile hands, every reading, place and item (best of several rounds, one core):")
    print(f"  first pass, nothing remembered  {cold:>9,.0f} scores/s   {cold / other:5.2f} x mahjong")
    print(f"  again, suits remembered         {warm:>9,.0f} scores/s   {warm / other:5.2f} x mahjong")
    print(f"  mahjong.estimate_hand_value     {other:>9,.0f} scores/s   (14 tiles)")
    for name in ("taiwan", "hkma-16"):
        table = rules.load(name)
        again = HANDS * _rate(
            lambda table=table: [score(hand, context, table) for hand, context in found], 0.5
        )
        print(f"  {name:<31} {again:>9,.0f} scores/s")
    print("import, a fresh interpreter each (best of 7):")
    for module in ("models", "models.score", "models.notation"):
        print(f"  import {module:<16} {_import(module):6.1f} ms more than an empty program")
    print(
        f"  load and check hk.toml, ready to count: {_load():.1f} ms ({len(hk.rows)} rows, {len(SPECS)} switches)"
    )
    profile = cProfile.Profile()
    profile.runcall(work)
    text = io.StringIO()
    pstats.Stats(profile, stream=text).sort_stats("tottime").print_stats(14)
    print("where the time goes, own time:")
    for line in text.getvalue().splitlines():
        if ".py:" in line or "{" in line:
            calls, own, *_rest = line.split()
            print(
                f"  {float(own) * 1000:7.1f} ms  {calls:>9} calls  {line.rsplit('/', 1)[-1].split(maxsplit=5)[-1]}"
            )


def _import(module: str) -> float:
    """Milliseconds of processor time, byte code compiled before as it is for an installed program."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": tempfile.gettempdir() + "/taipai-bench"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True, env=environment)

    def once(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000

    empty = min(once("pass") for _ in range(7))
    return min(once(f"import {module}") for _ in range(7)) - empty


def _load() -> float:
    code = (
        "import time, models.score, models.rules\n"
        "start = time.process_time(); models.rules.load('hk').engine; print((time.process_time() - start) * 1000)"
    )
    return min(
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)
        for _ in range(5)
    )


if __name__ == "__main__":
    run()
