"""The settle-up as a picture: right sums, safe names, both languages."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest

from models.night_text import parse
from tui import i18n, picture
from tui.picture import Words

NIGHT = """night 2026-11-29 base 5 per-fan 1 players 甲 乙 丙 丁
option dealer_fan = off
win 甲 from 丙 10
win 甲 10, 丁 8 from 丙
win 甲 self-draw 6
draw
chop 丙 to 甲
pay all to 丁 35 八仙過海
pay 乙 to all 20 詐糊
"""


@pytest.fixture(autouse=True)
def english():
    before = i18n.language()
    i18n.use("en")
    yield
    i18n.use(before)


def words(text: str, **options) -> list[str]:
    return [s.text for s in picture.settle_up(parse(text).night, **options).shapes if isinstance(s, Words)]


def test_the_card_shows_results_in_order_and_who_hands_whom() -> None:
    said = words(NIGHT + "settle\n")
    assert [w for w in said if w in "甲乙丙丁"] == ["丁", "甲", "丙", "乙"]
    for amount in ("+127", "+75", "−96", "−106"):
        assert amount in said
    paid = {w: said[n + 1] for n, w in enumerate(said) if "→" in w}
    assert paid == {"乙  →  丁": "$106", "丙  →  甲": "$75", "丙  →  丁": "$21"}
    assert "not settled up yet" not in said


def test_a_night_not_settled_shows_what_it_would_give_and_says_so() -> None:
    said = words(NIGHT)
    assert "not settled up yet" in said
    assert {"+127", "+75", "−96", "−106"} <= set(said)
    assert sum("→" in w for w in said) == 3


def test_a_night_without_money() -> None:
    assert "Nobody owes anybody." in words("night - base 5 per-fan 1 players 甲 乙 丙 丁\nsettle\n")


def test_chinese() -> None:
    i18n.use("zh_HK")
    said = words(NIGHT + "settle\n")
    assert "台牌 · 埋單" in said and "輸贏" in said


def test_names_in_use_now() -> None:
    assert "明哥" in words(NIGHT, names=("明哥", "乙", "丙", "丁"))


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", 'a"b&c<d', "😀🀄", "\u202eabc", "x" * 200, "a\x0bb"]
)
def test_any_name_makes_a_whole_document(name: str) -> None:
    drawing = picture.settle_up(parse(NIGHT).night, names=(name, "乙", "丙", "丁"))
    document = ElementTree.fromstring(picture.to_svg(drawing))
    assert document.tag.endswith("svg")
    assert not list(document.iter("{http://www.w3.org/2000/svg}script"))
    assert all(len(w.text) < 60 for w in drawing.shapes if isinstance(w, Words))


def test_png_shows_what_the_svg_shows() -> None:
    image_module = pytest.importorskip("PIL.Image")
    if picture.find_font() is None:
        pytest.skip("no font with Chinese characters on this system")
    drawing = picture.settle_up(parse(NIGHT + "settle\n").night)
    image = image_module.open(io.BytesIO(picture.to_png(drawing)))
    assert image.size == (drawing.width * 2, drawing.height * 2)
    assert image.getpixel((10, 10)) == (0x1F, 0x5C, 0x46)
    first = next(s for s in drawing.shapes if isinstance(s, Words) and s.text == "丁")
    box = (first.x * 2, (first.y - first.size) * 2, (first.x + first.size) * 2, first.y * 2 + 8)
    darkest = min(sum(p) for p in image.crop(box).convert("RGB").getdata())
    assert darkest < 200, "the name was not drawn"


def test_saved_under_a_free_name_as_png_or_else_svg(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    night = parse(NIGHT + "settle\n").night
    folder = tmp_path / "pictures"
    monkeypatch.setattr(picture, "find_font", lambda: None)
    first, second = picture.save(night, folder), picture.save(night, folder)
    assert [first.path.name, second.path.name] == ["taipai-2026-11-29.svg", "taipai-2026-11-29-2.svg"]
    assert first.note is not None
    assert first.path.read_text(encoding="utf-8") == picture.to_svg(picture.settle_up(night))
    with pytest.raises(OSError):
        picture.save(night, first.path)
    monkeypatch.undo()
    pytest.importorskip("PIL")
    if picture.find_font() is not None:
        saved = picture.save(night, folder)
        assert saved.path.suffix == ".png" and saved.note is None
        assert saved.path.read_bytes().startswith(b"\x89PNG")


def test_no_font_and_no_pillow_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawing = picture.settle_up(parse(NIGHT).night)
    pytest.importorskip("PIL")
    with monkeypatch.context() as patched:
        patched.setattr(picture, "find_font", lambda: None)
        with pytest.raises(picture.PictureError, match="no font"):
            picture.to_png(drawing)
    with monkeypatch.context() as patched:
        bad = tmp_path / "font.ttf"
        bad.write_bytes(b"no font")
        patched.setenv("TAIPAI_FONT", str(bad))
        with pytest.raises(picture.PictureError, match="can't be used"):
            picture.to_png(drawing)
    with monkeypatch.context() as patched:
        patched.setitem(__import__("sys").modules, "PIL", None)
        with pytest.raises(picture.PictureError, match="taipai"):
            picture.to_png(drawing)
