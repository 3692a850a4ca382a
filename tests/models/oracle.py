"""A second opinion on readings and waits: brute force over faces as text, no memory, no masks; deliberately simple and slow."""

from __future__ import annotations

from collections import Counter

KINDS = [f"{n}{s}" for s in "mps" for n in "123456789"] + [f"{n}z" for n in "1234567"]
ORPHANS = [f"{n}{s}" for s in "mps" for n in "19"] + [f"{n}z" for n in "1234567"]


def sets_of(kinds: list[str]) -> list[tuple[str, ...]]:
    """Every run and triplet there could be of these faces."""
    found = [(kind,) * 3 for kind in kinds]
    for kind in kinds:
        if kind[1] != "z" and kind[0] <= "7":
            found.append(tuple(f"{int(kind[0]) + step}{kind[1]}" for step in range(3)))
    return found


def ways(left: Counter[str], sets: list[tuple[str, ...]], at: int = 0) -> list[list[tuple[str, ...]]]:
    """Every way to use all tiles up with sets, each way as a list in the order of ``sets``."""
    if not +left:
        return [[]]
    found = []
    for n in range(at, len(sets)):
        need = Counter(sets[n])
        if all(left[kind] >= count for kind, count in need.items()):
            found += [[sets[n], *rest] for rest in ways(left - need, sets, n)]
    return found


def standard(concealed: list[str]) -> set[tuple[tuple[tuple[str, ...], ...], str]]:
    """All readings into sets and eyes: (sorted sets, eyes)."""
    counts = Counter(concealed)
    found = set()
    for eyes, count in counts.items():
        if count >= 2:
            left = counts - Counter({eyes: 2})
            for way in ways(left, sets_of(sorted(left))):
                found.add((tuple(sorted(way)), eyes))
    return found


def ligu(concealed: list[str]) -> bool:
    """嚦咕: pairs and exactly one triplet."""
    counts = sorted(Counter(concealed).values())
    return len(concealed) == 17 and counts.count(3) == 1 and all(count in (2, 3, 4) for count in counts)


def orphans(concealed: list[str]) -> bool:
    """十三么: take the thirteen away, then one more of them, and a run or triplet is left."""
    left = Counter(concealed)
    left.subtract(ORPHANS)
    if min(left.values()) < 0 or len(concealed) != 17:
        return False
    for eyes in ORPHANS:
        rest = +left
        if rest[eyes]:
            rest.subtract([eyes])
            three = tuple(sorted((+rest).elements()))
            if three in sets_of(KINDS):
                return True
    return False


def sixteen(concealed: list[str]) -> bool:
    """十六不搭."""
    kinds = sorted(set(concealed))
    if len(concealed) != 17 or len(kinds) != 16 or any(f"{n}z" not in kinds for n in range(1, 8)):
        return False
    for suit in "mps":
        ranks = [int(kind[0]) for kind in kinds if kind[1] == suit]
        if len(ranks) != 3 or any(abs(a - b) < 3 for a in ranks for b in ranks if a is not b):
            return False
    return True


def wins(concealed: list[str], melds: int) -> bool:
    """Whether the tiles win in any form; ``melds`` melds lie beside them."""
    if len(concealed) != 17 - 3 * melds:
        return False
    if any(standard(concealed)):
        return True
    return not melds and (ligu(concealed) or orphans(concealed) or sixteen(concealed))


def waits(concealed: list[str], melds: int, fixed: list[str]) -> list[str]:
    """Faces that complete the hand, those excepted of which it holds all four."""
    held = Counter(concealed) + Counter(fixed)
    return [kind for kind in KINDS if held[kind] < 4 and wins([*concealed, kind], melds)]
