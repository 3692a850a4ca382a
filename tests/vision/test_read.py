"""From a picture to a reading, with stand-ins for the networks."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys

import numpy as np
import pytest

from models.tiles import FACES
from tests.vision.networks import Networks, blank
from tests.vision.scenes import Table, certain, doubt, faces
from vision.hand_text import compact, write
from vision.read import _sober, layout_of, read
from vision.reading import Cancelled, PhotoError, PhotoReading, ReadMeld, ReadTile, shortfall

HAND = "123567m345p678s34s99p"


def reading(table: Table, probabilities=None, **options) -> PhotoReading:
    return read(blank(), **Networks(table, probabilities).both, **options)


def notes(result: PhotoReading) -> list[str]:
    return [str(note) for note in result.notes]


def test_a_hand_with_its_winning_tile_apart():
    result = reading(Table().row(HAND).row("5s", 0.9))
    assert result.hand == "123567m 34599p 34678s +5s"
    assert result.decoded
    assert result.changed == ()
    assert result.notes == ()
    assert len(result.tiles) == 17
    assert result.tiles[-1].role == "winning" or any(
        t.role == "winning" and t.face == "5s" for t in result.tiles
    )
    assert result.complete
    assert result.milliseconds > 0
    assert result.size == (400, 300)


def test_melds_kongs_and_flowers():
    table = (
        Table().row("567m34p11z5p").row("234m", 1.0, across=0).row("?99p?", 0.8).row("1111s", 0.8, across=2)
    )
    table.row("1f6f", 1.2)
    result = reading(table)
    assert result.hand == "(234m)[9999p](1111s) 567m 345p 11z 16f"
    assert result.flowers == ("1f", "6f")
    assert result.decoded
    assert [(m.group, m.kind, m.hidden) for m in result.melds] == [
        (1, "exposed", 0),
        (2, "concealed", 2),
        (3, "exposed", 0),
    ]
    assert {t.group for t in result.tiles if t.role == "flower"} == {4}


def test_the_hand_is_good_notation():
    hand = pytest.importorskip("models.notation")
    table = (
        Table()
        .row("567m34p11z")
        .row("5p", 0.9)
        .row("234m", 1.0, across=0)
        .row("678p", 0.8)
        .row("1111s", 0.8, across=2)
    )
    parsed = hand.parse_hand(reading(table).hand)
    assert parsed.size == 18
    assert parsed.kongs == 1


def test_corners_are_in_pixels_of_the_photo():
    table = Table().row(HAND + "5s")
    networks = Networks(table)
    result = read(blank(), scale=2.0, **networks.both)
    for tile in result.tiles:
        assert any(np.allclose(np.array(tile.corners), corners * 2, atol=0.2) for corners in networks.corners)
    assert result.size == (800, 600)


def test_own_top_left_comes_first_when_the_classifier_tells_the_turn():
    table = Table().row(HAND + "5s")
    networks = Networks(table)
    turned = np.roll(networks.corners, 1, axis=1)

    def locate(image):
        from tests.vision.networks import Found

        return [Found(c) for c in turned]

    result = read(blank(), locate=locate, classify=lambda i, t: (networks.probabilities, np.ones(17, int)))
    for tile in result.tiles:
        assert any(np.allclose(np.array(tile.corners), corners, atol=0.2) for corners in networks.corners)


def test_a_correction_is_told():
    p = certain(faces(HAND + "5s"))
    doubt(p, 3, m9=0.6, m5=0.35)
    result = reading(Table().row(HAND + "5s"), p)
    assert result.decoded
    assert len(result.changed) == 1
    tile = result.tiles[result.changed[0]]
    assert tile.face == "5m"
    assert tile.confidence == pytest.approx(0.35, abs=0.01)
    assert tile.candidates[0][0] == "9m"
    assert tile.doubtful
    assert notes(result) == ["corrected by the rest of the hand: 9m → 5m"]


def test_a_hand_that_is_no_win_is_shown_as_it_is():
    table = Table().row("123567m345p678s345s98p")
    result = reading(table, certain(table.names, 0.9999))
    assert not result.decoded
    assert result.hand == "123567m 34589p 345678s"
    assert notes(result)[0].startswith("as read this is no winning hand; the nearest one would need ")


@pytest.mark.parametrize(
    ("laid", "said"),
    [
        ("5z", "I see 1 tile; a hand has 17, one more for each kong"),
        ("123m", "I see 3 tiles; a hand has 17, one more for each kong"),
        ("123567m345p678s345s9p", "I see 16 tiles; a hand has 17, one more for each kong"),
        ("123567m345p678s345s999p1z", "I see 19 tiles; a hand has 17, one more for each kong"),
    ],
)
def test_the_wrong_number_of_tiles(laid, said):
    result = reading(Table().row(laid))
    assert notes(result)[0] == said
    assert not result.decoded
    assert result.hand == compact(faces(laid))


def test_sixty_tiles():
    table = Table()
    for _ in range(5):
        table.row("123456789m123p").line(0.0)
    result = reading(table)
    assert notes(result)[0] == "I see 60 tiles; a hand has 17, one more for each kong"
    assert not result.decoded


def test_tiles_and_flowers_are_counted_apart():
    result = reading(Table().row("123m").row("1f2f", 1.0))
    assert notes(result) == ["I see 3 tiles and 2 flowers; a hand has 17, one more for each kong"]


@pytest.mark.parametrize("seen", ["", "????"])
def test_nothing_to_read(seen):
    result = reading(Table().row(seen))
    assert result.tiles == ()
    assert result.hand == ""
    assert notes(result) == ["I see no tiles in this picture"]


def test_what_resembles_nothing_is_nothing():
    # a cat: the locator was fooled, the classifier has no idea
    table = Table().row("1m").put("5z", 8, 3, 40).put("2s", -7, 5, 10)
    result = reading(table, np.full((3, 43), 1 / 43))
    assert result.tiles == ()
    assert notes(result) == ["I see no tiles in this picture"]


def test_discards_are_told():
    table = Table().row(HAND + "5s").scattered("147m258p", 8, -8, 3)
    result = reading(table)
    assert result.decoded
    assert len(result.loose) == 6
    assert notes(result) == ["loose tiles left out: 6 (2p 5p 8p 7m 1m 4m)"]


def test_progress_and_order_of_stages():
    told = []
    reading(Table().row(HAND + "5s"), progress=lambda stage, done: told.append((stage, done)))
    assert [stage for stage, _ in told] == ["locate", "classify", "arrange", "decode", "done"]
    assert [done for _, done in told] == sorted(done for _, done in told)
    assert told[-1] == ("done", 1.0)


@pytest.mark.parametrize("after", range(4))
def test_stopping(after):
    networks = Networks(Table().row(HAND + "5s"))
    asked = iter([False] * after + [True] * 9)
    with pytest.raises(Cancelled):
        read(blank(), **networks.both, cancelled=lambda: next(asked))
    assert len(networks.asked) == min(after, 2)


def test_debug_writes_a_picture_of_every_stage(tmp_path):
    from PIL import Image

    table = Table().row(HAND).row("5s", 0.9).row("1f", 0.9).scattered("147m", 8, -9, 3)
    result = read(np.full((3000, 4000, 3), 90, np.uint8), **Networks(table).both, debug=tmp_path / "a" / "b")
    names = sorted(p.name for p in (tmp_path / "a" / "b").iterdir())
    assert names == ["1-located.png", "2-classified.png", "3-arranged.png", "4-read.png", "reading.txt"]
    for name in names[:4]:
        with Image.open(tmp_path / "a" / "b" / name) as picture:
            colours = picture.convert("RGB").getcolors(1 << 24)
            assert len(colours) > 3, name
    assert result.hand in (tmp_path / "a" / "b" / "reading.txt").read_text(encoding="utf-8")


def test_debug_of_an_empty_picture(tmp_path):
    read(blank(), **Networks(Table()).both, debug=tmp_path)
    assert (tmp_path / "2-classified.png").exists()


def test_debug_where_nothing_can_be_written(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(PhotoError, match="cannot be written"):
        read(blank(), **Networks(Table()).both, debug=tmp_path / "file")


def test_notation_of_every_kind_of_meld():
    def tile(face, role="concealed", group=0):
        return ReadTile(face, 1.0, ((face, 1.0),), ((0, 0),) * 4, group, role)

    tiles = [
        *(tile(f, "meld", 1) for f in ("4m", "2m", "3m")),
        *(tile(f, "meld", 2) for f in ("9p", "9p")),
        *(tile("5s", "meld", 3) for _ in range(4)),
        *(tile(f) for f in ("1z", "1z", "7p", "3m")),
        tile("6f", "flower", 4),
        tile("2p", "winning"),
    ]
    melds = [ReadMeld(1, "exposed"), ReadMeld(2, "concealed", 2), ReadMeld(3, "added")]
    assert write(tiles, melds) == "(234m)[9999p]{5555s} 3m 7p 11z 6f +2p"
    assert shortfall(PhotoReading(tuple(tiles), "", False, melds=tuple(melds))) == 17 + 2 - (3 + 4 + 4 + 5)


def test_tiles_that_are_no_meld_are_not_written_as_one():
    def tile(face, group):
        return ReadTile(face, 1.0, ((face, 1.0),), ((0, 0),) * 4, group, "meld")

    tiles = [
        *(tile(f, 1) for f in ("8p", "4s", "8s")),
        *(tile(f, 2) for f in ("1m", "2m", "3m")),
        *(tile("1z", 3) for _ in range(3)),
    ]
    melds = [ReadMeld(1, "exposed"), ReadMeld(2, "exposed"), ReadMeld(3, "added")]
    assert write(tiles, melds) == "(123m) 8p 48s 111z"


def test_a_reading_knows_its_layout():
    table = (
        Table().row("567m34p11z").row("5p", 0.9).row("234m", 1.0, across=0).row("678p", 0.8).row("111s", 0.8)
    )
    result = reading(table)
    layout = layout_of(result)
    assert layout.missing == 0
    assert [spot.kind for spot in layout.melds] == ["exposed"] * 3
    assert layout.winning is not None
    assert result.tiles[layout.winning].face == "5p"


def test_a_reading_can_be_kept_as_json():
    json.dumps(dataclasses.asdict(reading(Table().row(HAND + "5s"))), default=str)


def test_the_values_need_no_arrays():
    code = (
        "import sys, vision.reading, vision.extra, vision.hand_text\n"
        "heavy = {'numpy', 'cv2', 'onnxruntime', 'PIL'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_an_unclear_photo_is_said_to_be_unclear():
    table = Table().row(HAND + "5s")
    p = certain(table.names)
    for tile in range(0, 12, 2):
        p[tile] = 0.6 / 42
        p[tile, 3] = 0.4
    assert any("the photo is unclear: 6 tiles are guesses" in note for note in notes(reading(table, p)))


def test_more_flowers_than_there_are_are_no_flowers():
    # a meadow, perhaps; the locator and the classifier were both fooled
    table = Table()
    for _ in range(3):
        table.row("8f" * 6).line(0.5)
    result = reading(table)
    assert result.tiles == ()
    assert notes(result) == ["I see no tiles in this picture"]


@pytest.mark.parametrize(("score", "sure", "face"), [(0.2, 0.6, "none"), (0.2, 0.8, "5m"), (0.6, 0.6, "5m")])
def test_a_tile_that_only_geometry_spoke_for_needs_a_plain_face(score, sure, face):
    p = np.full((1, 43), (1 - sure) / 42)
    p[0, FACES.index("5m")] = sure
    sober = _sober(p, np.array([score]))
    assert sober.sum() == pytest.approx(1)
    assert [*FACES, "none"][sober[0].argmax()] == face
