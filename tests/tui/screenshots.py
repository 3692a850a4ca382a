"""Makes the README's pictures anew: ``python -m tests.tui.screenshots``. Needs Chromium and two fonts (Debian: chromium, fonts-dejavu-core, fonts-noto-cjk)."""

from __future__ import annotations

import asyncio
import html
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from rich.cells import cell_len

OUT = Path(__file__).resolve().parents[2] / "assets" / "screenshots"


CELL = 12.2
"""Width of a cell in the exported picture."""


def placed(match: re.Match[str]) -> str:
    """A run of text with each character on its own cell: the export squeezes wide characters into one."""
    attributes, text = match.groups()
    start = re.search(r'x="([\d.]+)"', attributes)
    if start is None or "textLength" not in attributes:
        return match.group(0)
    at, places, shown = float(start.group(1)), [], html.unescape(text)
    for character in shown:
        places.append(f"{at:.1f}")
        at += CELL * cell_len(character)
    attributes = re.sub(r'textLength="[^"]*"', "", attributes).replace(
        start.group(0), f'x="{" ".join(places)}"'
    )
    return f"<text {attributes}>{html.escape(shown)}</text>"


async def save(app: Any, name: str) -> None:
    """Draws the screen in Chromium, which lays wide characters out as a terminal does."""
    from playwright.async_api import async_playwright

    svg = re.sub(r"@font-face\s*\{.*?\}", "", app.export_screenshot(title="TaiPai"), flags=re.DOTALL)
    svg = svg.replace("Fira Code", "DejaVu Sans Mono, Noto Sans Mono CJK HK")
    svg = re.sub(r"<text ([^>]*)>([^<]*)</text>", placed, svg)
    width, height = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0])
    OUT.mkdir(parents=True, exist_ok=True)
    async with async_playwright() as play:
        browser = await play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        page = await browser.new_page(viewport={"width": round(width), "height": round(height)})
        await page.set_content(f"<style>body{{margin:0;background:#fff}}svg{{display:block}}</style>{svg}")
        await page.screenshot(path=str(OUT / f"{name}.png"))
        await browser.close()


async def until(pilot: Any, condition: Any) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await pilot.pause(0.05)


async def keys(pilot: Any, line: str) -> None:
    for key in line.split():
        await pilot.press(key)
        await pilot.pause(0.05)


async def take() -> None:
    from tui.app import TaiPaiApp

    with tempfile.TemporaryDirectory() as folder:
        os.environ["TAIPAI_CONFIG_DIR"] = os.environ["TAIPAI_DATA_DIR"] = folder
        app = TaiPaiApp(book_url=f"sqlite:///{folder}/book.db", lang="zh_HK")
        async with app.run_test(size=(100, 30)) as pilot:
            await pilot.pause(0.5)
            await keys(pilot, "n enter enter enter")
            await until(pilot, lambda: type(app.screen).__name__ == "TableScreen")
            for hand in ("1 2 1 0 enter", "1 2 5 enter", "1 3 1 5 enter", "1 z 4 enter"):
                await keys(pilot, hand)
                await pilot.pause(0.4)
            while type(app.screen).__name__ != "TableScreen":
                await keys(pilot, "n")
                await pilot.pause(0.3)
            await keys(pilot, "3 1 8")
            await pilot.pause(0.5)
            await save(app, "table")
            await keys(pilot, "backspace h")
            await until(pilot, lambda: type(app.screen).__name__ == "HandScreen")
            await pilot.pause(0.3)
            for key in "778899s22333p22334m":
                await pilot.press(key)
            await pilot.press("plus", "4", "m")
            await pilot.pause(0.5)
            await save(app, "hand")


if __name__ == "__main__":
    asyncio.run(take())
