"""``python -m tests.bench [NAME …]``: runs every ``bench_*.py`` here, or those named; each prints what it measures."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def main(names: list[str]) -> int:
    here = Path(__file__).resolve().parent
    found = {file.stem.removeprefix("bench_"): file.stem for file in sorted(here.glob("bench_*.py"))}
    unknown = [name for name in names if name not in found]
    if unknown:
        print(f"no bench {', '.join(unknown)}; there are {', '.join(found)}", file=sys.stderr)
        return 2
    failed = 0
    for name in names or found:
        print(f"== {name}", flush=True)
        module = importlib.import_module(f"tests.bench.{found[name]}")
        try:
            module.run()
        except Exception as trouble:  # one bench that cannot run must not hide the others
            failed += 1
            print(f"{name} could not run: {type(trouble).__name__}: {trouble}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
