"""The booklet: the same places in both languages, every option and switch explained, the worked examples true to the unit, search."""

from __future__ import annotations

import re

import pytest

import assets
from models import booklet
from models.booklet import Booklet, fold, in_other, load, parse, plain
from models.booklet_parts import Parts, effects, other_values
from models.events import Options
from models.fan_words import words
from models.night import Folder
from models.night_text import parse as parse_night
from models.options import OPTIONS
from models.rules import load as load_rules
from models.rules import with_values
from models.switches import NAMES, SPECS, TAIWAN_DEFAULTS, Switches

BOTH = booklet.LANGUAGES
BOOKS: dict[str, Booklet] = {language: load(language) for language in BOTH}


def test_both_languages_have_the_same_places():
    zh, en = ([(s.chapter, s.anchor, s.level) for s in BOOKS[language].contents] for language in BOTH)
    assert zh == en
    assert len(zh) > 100


def test_both_languages_stand_for_the_same_made_parts():
    for chapter_id, source in booklet.sources("zh_HK").items():
        assert booklet.directives(source) == booklet.directives(booklet.sources("en")[chapter_id]), chapter_id


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("option", [option.name for option in OPTIONS])
def test_every_ledger_option_is_explained(language, option):
    chapter = BOOKS[language].chapter("disputes")
    assert chapter is not None
    section = next(s for s in chapter.sections if f"`{option}`" in s.source)
    known = next(o for o in OPTIONS if o.name == option)
    for choice in known.choices:
        if option != "rounds" or choice.text in ("open", "1", "4"):
            assert f"`{choice.text}`" in section.source, choice.text


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize("switch", NAMES)
def test_every_switch_is_explained(language, switch):
    chapter = BOOKS[language].chapter("disputes")
    assert chapter is not None
    holding = [s for s in chapter.sections if re.search(rf"(?:開關|Switch(?:es)?) `{switch}`", s.source)]
    assert len(holding) == 1
    spec = SPECS[switch]
    for value in spec.values if spec.kind != "list" or switch == "special_forms" else ():
        value = {"false": "off", "true": "on"}[value] if f"`{value}`" not in holding[0].source else value
        assert f"`{value}`" in holding[0].source, value


def marked_defaults(language: str) -> dict[str, str]:
    """Option or switch -> the value the booklet marks as the default."""
    found = {}
    chapter = BOOKS[language].chapter("disputes")
    assert chapter is not None
    for section in chapter.sections:
        names = re.findall(
            r"`([a-z0-9_]+)`", section.source.splitlines()[2] if len(section.source.splitlines()) > 2 else ""
        )
        value = re.search(r"- `([^`]+)`\s*[（(](?:預設|default)[）)]", section.source)
        if names and value:
            found[names[0]] = value[1]
    return found


@pytest.mark.parametrize("language", BOTH)
def test_the_marked_defaults_are_the_defaults(language):
    defaults = marked_defaults(language)
    for option in OPTIONS:
        if option.name == "triple_ron_fan":
            continue
        value = option.default
        written = next((c.text for c in option.choices if c.value == value), str(value))
        assert defaults[option.name] == written, option.name
    assert Options() == Options(**{o.name: o.default for o in OPTIONS})


@pytest.mark.parametrize("language", BOTH)
def test_the_marked_switch_defaults_are_the_defaults(language):
    marked = marked_defaults(language)
    for name, spec in SPECS.items():
        if spec.kind in ("list", "number"):
            continue
        default = (
            TAIWAN_DEFAULTS.get(name, getattr(Switches(), name))
            if spec.table == "taiwan"
            else getattr(Switches(), name)
        )
        words = {True: ("true", "on"), False: ("false", "off")}.get(default, (default,))
        assert marked[name] in words, name


def test_both_languages_mark_the_same_defaults():
    assert marked_defaults("zh_HK") == marked_defaults("en")


# --- worked examples ------------------------------------------------------------------------------------------------------------------


def examples(language: str) -> list[tuple[str, str, list[list[str]]]]:
    """Each worked night: its name, its text, and the rows of the table that follows it."""
    source = booklet.sources(language)["lai"]
    found = []
    for block in re.finditer(r"```night (\S+)\n(.*?)```\n(.*?)(?=```|\Z)", source, re.S):
        rows = [
            [cell.strip().replace("\u00a0", " ") for cell in line.strip("|").split("|")]
            for line in block[3].strip().splitlines()
            if re.match(r"\| \d+ \|", line)
        ]
        found.append((block[1], block[2], rows))
    return found


def told(names, things, *, pulls):
    return {
        (
            names[t.debtor if pulls else t.payer],
            names[t.creditor if pulls else t.receiver],
            t.amount,
            *([t.pulls] if pulls else []),
        )
        for t in things
    }


@pytest.mark.parametrize("language", BOTH)
def test_worked_examples_are_what_the_fold_says(language):
    nights = examples(language)
    assert [name for name, _, _ in nights] == ["case-a", "case-b-i", "case-b-ii", "case-b-iii"]
    for name, text, rows in nights:
        parsed = parse_night(text)
        assert not parsed.problems, parsed.problems
        night = Folder(parsed.entries).night
        assert len(night.records) == len(rows), name
        for record, row in zip(night.records, rows, strict=True):
            debts = {
                (a, b, int(amount), int(pulls))
                for a, b, amount, pulls in re.findall(r"(\S)→(\S) (\d+) \((\d+)\)", row[2])
            }
            paid = {(a, b, int(amount)) for a, b, amount in re.findall(r"(\S)→(\S) (\d+)", row[3])}
            assert debts == told(night.players, record.debts, pulls=True), (name, row)
            assert paid == told(night.players, record.payments, pulls=False), (name, row)
    text = next(text for name, text, _ in nights if name == "case-a")
    totals = Folder(parse_night(text).entries).night.totals
    prose = booklet.sources(language)["lai"]
    for amount in totals:
        assert ("+" if amount > 0 else "−") + str(abs(amount)) in prose


# --- reading and searching ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "query", "anchor"),
    [
        ("zh_HK", "過水", "passing"),
        ("zh_HK", "斬拉", "chop"),
        ("zh_HK", "honor_scoring", "honor_scoring"),
        ("zh_HK", "詐胡", "false-win"),  # written 詐糊
        ("zh_HK", "十三麼", "orphans"),  # written 十三么
        ("zh_HK", "zimo", "actions"),
        ("en", "KICK", "rounding"),
        ("en", "chop declining", "chop_again"),
        ("en", "seven robs", "flowers"),
        ("en", "食替", "forbidden"),
    ],
)
def test_search_finds(language, query, anchor):
    hits = BOOKS[language].search(query)
    assert anchor in [hit.anchor for hit in hits[:4]], [hit.anchor for hit in hits]


def test_search_needs_every_word_and_nothing_finds_nothing():
    book = BOOKS["en"]
    assert not book.search("  ")
    assert not book.search("kick zebra")
    assert {h.anchor for h in book.search("dealer draw")} < {h.anchor for h in book.search("dealer")} | {
        h.anchor for h in book.search("draw")
    }


def test_a_hit_shows_where_it_was_found():
    hit = next(h for h in BOOKS["zh_HK"].search("解除過水") if h.anchor == "passing")
    assert "解除過水" in hit.excerpt
    for query in ("a", "拉", "1.5", "(", "*"):
        for hit in BOOKS["en"].search(query) + BOOKS["zh_HK"].search(query):
            assert "\n" not in hit.excerpt
            assert hit.chapter_title


def test_the_same_place_in_the_other_language():
    zh, en = BOOKS["zh_HK"], BOOKS["en"]
    place = zh.find("chop_again")
    assert place is not None
    assert in_other(en, place).anchor == "chop_again"
    assert in_other(en, place).title != place.title


def test_a_broken_chapter_says_what_is_wrong():
    with pytest.raises(ValueError, match="no anchor"):
        parse("x", "# X\n\n## Y\n")
    with pytest.raises(ValueError, match="used twice"):
        parse("x", "# X\n\n## Y {#a}\n\n## Z {#a}\n")
    with pytest.raises(ValueError, match="begins with its title"):
        parse("x", "## Y {#a}\n")
    with pytest.raises(ValueError, match="no booklet in fr"):
        load("fr")


def test_directives_are_replaced_by_what_is_made():
    chapter = parse(
        "x", "# X\n\n{{sample one two}}\n", lambda name, words: f"## Made {{#{name}}}\n\n{' '.join(words)}"
    )
    assert chapter.section("sample") is not None
    assert "one two" in chapter.source


def test_plain_text_has_no_marks():
    assert plain("- **a** `b`\n\n| x | y |\n|---|---|\n| 1 | 2 |\n") == "a b\nx · y\n1 · 2"
    assert fold("ＡＢ胡") == "ab糊"


# --- what is made when it is shown ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shown():
    return {language: load(language, Parts(language).expand) for language in BOTH}


@pytest.mark.parametrize("language", BOTH)
def test_everything_made_is_there(shown, language):
    for chapter in shown[language].chapters:
        assert "{{" not in chapter.source
    for source in booklet.sources(language).values():
        for name, args in booklet.directives(source):
            assert Parts(language).expand(name, args).strip(), (name, args)


@pytest.mark.parametrize("table", ["hk", "taiwan"])
def test_every_row_of_a_table_is_in_the_booklet_with_its_value(shown, table):
    rules = load_rules(table)
    chapter = "fans" if table == "hk" else "tai"
    zh, en = shown["zh_HK"].chapter(chapter).source, shown["en"].chapter(chapter).source
    for row in rules.rows:
        assert re.search(rf"\| {re.escape(row.zh)} \| {row.value}[ +]", zh), row.id
        assert re.search(rf"\| {re.escape(f'{row.en} {row.zh}')} \| {row.value}[ +]", en), row.id
        said = words(row, table)
        assert said.family != "other" and said.zh and said.en and said.zh != said.en, row.id


def test_a_changed_value_is_what_the_booklet_says():
    rules = with_values(load_rules("hk"), {"twin_chows": 7, "missing_suit": False})
    made = Parts("en", rules).fans(rules)
    assert re.search(r"一般高 \| 7 \|", made)
    assert re.search(r"缺一門 \| not paid \|", made)


@pytest.mark.parametrize("switch", [name for name, spec in SPECS.items() if spec.kind != "number"])
def test_every_other_value_of_a_switch_is_shown_on_a_hand(switch):
    spec = SPECS[switch]
    rules = load_rules("taiwan" if spec.table == "taiwan" else "hk")
    for value in other_values(spec, rules):
        if spec.kind == "list" and value != "none":
            continue
        assert effects(rules, switch, value), f"{switch}={value} changes no sample hand"


def test_examples_are_counted_not_written(shown):
    two_way = next(s for s in shown["en"].contents if s.anchor == "two-way")
    assert "= **49 fan**" in two_way.source
    assert re.search(r" 10 \+ [^+]* 30 = ", two_way.source)


@pytest.mark.parametrize("language", BOTH)
def test_no_foreign_markup_is_left(language):
    for source in booklet.sources(language).values():
        assert "](" not in source and "<" not in source.replace("<=", "")
    assert assets.path("booklet/fans.toml").exists()
