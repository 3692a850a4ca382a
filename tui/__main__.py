"""``python -m tui`` is ``taipai``."""

from tui.cli import main

main()
