"""``taipai rules list|show|check|diff``: rule sets."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tui.i18n import _, language, pick, tr

if TYPE_CHECKING:
    from models.rules import Row, RuleSet


@click.group("rules", help="Rule sets: what each fan is worth and how disputed points are settled.")
def command() -> None:
    """The group."""


@command.command("list", help="The rule sets there are: those that ship, and your own.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
def list_sets(as_json: bool) -> None:
    """One line a set; a set with a problem says so."""
    from models.rules import RuleSetError
    from tui import rules_file

    rows: list[dict[str, Any]] = []
    for one in rules_file.available():
        entry: dict[str, Any] = {
            "name": one.name,
            "own": one.own,
            "path": str(one.path) if one.path else None,
        }
        try:
            rules = rules_file.load(str(one.path) if one.path else one.name)
        except RuleSetError as error:
            entry["problem"] = tr(error.message)
        else:
            entry |= {
                "zh": rules.title_zh,
                "en": rules.title_en,
                "table": rules.table,
                "base": rules.base or None,
                "fingerprint": rules.fingerprint,
            }
        rows.append(entry)
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    wide = max(len(row["name"]) for row in rows)
    for row in rows:
        if "problem" in row:
            click.echo(f"{row['name'].ljust(wide)}  ----  {row['problem']}")
        else:
            title = pick(row["zh"], row["en"])
            based = "  " + _("based on {base}").format(base=row["base"]) if row["base"] else ""
            click.echo(f"{row['name'].ljust(wide)}  {row['fingerprint'][:4]}  {title}{based}")


def _load(name: str) -> RuleSet:
    from tui.commands.score import rule_set

    return rule_set(name, ())


def row_json(row: Row) -> dict[str, Any]:
    """A row as ``--json`` has it."""
    value: dict[str, Any] = {
        "id": row.id,
        "row": row.row or None,
        "value": row.value,
        "zh": row.zh,
        "en": row.en,
        "on": row.on,
    }
    if row.condition != row.id:
        value["is"] = row.condition or None
    value |= dict(row.params)
    for key in ("all", "any", "none"):
        if getattr(row, key):
            value[key] = list(getattr(row, key))
    if row.each:
        value["each"] = row.each
    return value


def switch_text(value: object) -> str:
    """A switch's value as it is written."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(value) or "none"
    return str(value)


@command.command("show", help="All rows, switches and ladders of a rule set.")
@click.argument("name", default="hk")
@click.option("--conditions", is_flag=True, help="Also what each row asks for.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def show(name: str, conditions: bool, as_json: bool) -> None:
    """Rows in order of the source table, then the switches."""
    from models import fan_words
    from models.switches import NAMES, SPECS
    from tui.score_text import pad, unit, width

    rules = _load(name)
    if as_json:
        value = {
            "name": rules.name,
            "table": rules.table,
            "zh": rules.title_zh,
            "en": rules.title_en,
            "about": rules.about,
            "base": rules.base or None,
            "fingerprint": rules.fingerprint,
            "switches": {
                switch: list(held) if isinstance(held := getattr(rules.switches, switch), tuple) else held
                for switch in NAMES
                if SPECS[switch].table in (rules.table, "both")
            },
            "fans": [row_json(row) for row in rules.rows],
            "drops": {row: list(names) for row, names in rules.drops},
        }
        click.echo(json.dumps(value, ensure_ascii=False))
        return
    click.echo(f"{rules.name} · {rules.fingerprint[:4]}  {pick(rules.title_zh, rules.title_en)}")
    if rules.about:
        click.echo(rules.about.strip())
    click.echo()
    rows = sorted(rules.rows, key=lambda row: row.row or 1000)
    chinese = language() == "zh_HK"
    cells = max(width(row.name(chinese)) for row in rows)
    for row in rows:
        number = f"{row.row:>3}" if row.row else "  –"
        price = f"{row.value:>4} {unit(rules)}" if row.on else "   " + _("off")
        click.echo(f"{number}  {pad(row.name(chinese), cells)} {price}  {row.id}")
        if conditions:
            click.echo(f"       {fan_words.words(row, rules.table).text(chinese)}")
    click.echo()
    for switch in NAMES:
        if SPECS[switch].table in (rules.table, "both"):
            click.echo(f"{switch} = {switch_text(getattr(rules.switches, switch))}")
            if conditions:
                click.echo(f"       {tr(SPECS[switch].help)}")


@command.command("check", help="Every problem of rule files, with line and key.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file, one a line.")
def check(files: tuple[str, ...], as_json: bool) -> None:
    """Exit status: 0 all can be used, 1 a problem, 2 a file cannot be read."""
    from models import rules as rule_sets
    from tui import rules_file

    worst = 0
    for file in files:
        path = Path(file)
        found = path if path.is_file() else rule_sets.find(file, rules_file.folders())
        try:
            if found is None and file in rule_sets.builtin_names():
                import assets

                text = assets.text(f"rules/{file}.toml")
                source = f"{file}.toml"
            else:
                source = str(found or path)
                text = (found or path).read_text(encoding="utf-8-sig")
        except (OSError, ValueError) as error:
            worst = 2
            why = (
                _("it is not UTF-8 text")
                if isinstance(error, UnicodeDecodeError)
                else getattr(error, "strerror", "")
            )
            message = _("{file} cannot be read: {why}").format(file=file, why=why or str(error))
            if as_json:
                click.echo(json.dumps({"file": file, "ok": False, "message": message}, ensure_ascii=False))
            else:
                click.echo(message, err=True)
            continue
        folders = (*rules_file.folders(), Path(source).parent)
        problems = rule_sets.check(text, source, folders)
        if problems:
            worst = max(worst, 1)
        if as_json:
            value: dict[str, Any] = {
                "file": file,
                "ok": not problems,
                "problems": [
                    {"line": problem.line, "key": problem.key, "message": tr(problem.message)}
                    for problem in problems
                ],
            }
            if not problems:
                value["fingerprint"] = rule_sets.parse(text, source, folders).fingerprint
            click.echo(json.dumps(value, ensure_ascii=False))
            continue
        for problem in problems:
            click.echo(f"{file}:{problem.line}: {problem.key}: {tr(problem.message)}")
        if not problems:
            rules = rule_sets.parse(text, source, folders)
            click.echo(
                _("{file}: fine, {name} · {print}").format(
                    file=file, name=rules.name, print=rules.fingerprint[:4]
                )
            )
    sys.exit(worst)


@command.command("diff", help="In what the prices of two rule sets differ.")
@click.argument("left")
@click.argument("right")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def diff(left: str, right: str, as_json: bool) -> None:
    """Exit status: 0 they price alike, 1 they differ, 2 one cannot be used."""
    from models import rules as rule_sets

    one, two = _load(left), _load(right)
    found = rule_sets.diff(one, two)
    if as_json:
        value = {
            "left": str(one),
            "right": str(two),
            "differences": [
                {"kind": each.kind, "key": each.key, "left": each.left, "right": each.right} for each in found
            ],
        }
        click.echo(json.dumps(value, ensure_ascii=False))
        sys.exit(1 if found else 0)
    click.echo(f"{one.name} · {one.fingerprint[:4]}  →  {two.name} · {two.fingerprint[:4]}")
    chinese = language() == "zh_HK"
    for each in found:
        key = each.key
        row = two.row(key) or one.row(key)
        if each.kind != "switch" and row is not None:
            key = f"{row.name(chinese)} ({key})"
        if each.kind == "drops":
            key = _("not beside {row}").format(row=key)
        sides = [_("none") if side is None else switch_text(side) for side in (each.left, each.right)]
        click.echo(f"  {key}: {sides[0]} → {sides[1]}")
    if not found:
        click.echo("  " + _("they price every hand alike"))
    sys.exit(1 if found else 0)
