"""What a row of a rule set asks for, an example, and which sample hands the changes touch."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from models import samples
from models.booklet_parts import value_text, worth_text
from models.fan_words import words
from models.rules import Row, RuleSet
from models.samples import Effect, Worth
from models.switches import Spec
from tui.hand_lines import item_lines, tile_lines
from tui.i18n import _, language, n_, pick
from tui.text import left, right
from tui.widgets.lines import Lines
from tui.widgets.tiles import TileStyle
from tui.words import signed
from tui.wrap import wrap


class RulesDetail(Lines):
    """The text beside the list. The screen gives it everything; it counts nothing itself."""

    DEFAULT_CSS = "RulesDetail { height: auto; padding: 0 1; }"

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.start: RuleSet | None = None
        self.draft: RuleSet | None = None
        self.row: Row | None = None
        self.spec: Spec | None = None
        self.effects: Sequence[Effect] | None = None
        """``None`` while they are being counted."""
        self.example: tuple[samples.Sample, Worth] | None = None
        self.trouble = ""

    def lines(self, width: int, height: int) -> list[Content]:
        if self.draft is None or self.start is None:
            return []
        made: list[Content] = []
        if self.row is not None:
            made += self._row(self.row, self.draft, self.start, width)
        elif self.spec is not None:
            made += self._switch(self.spec, self.draft, width)
        if self.trouble:
            made += wrap([(self.trouble, "bold $error")], width)
        made += self._effects(width)
        made += self._example(width)
        return made

    def _row(self, row: Row, draft: RuleSet, start: RuleSet, width: int) -> list[Content]:
        was = start.row(row.id)
        name = wrap([(pick(row.zh, row.en), "bold $primary"), (f"  {pick(row.en, row.zh)}", "")], width)
        unit = _("{number} tai") if draft.table == "taiwan" else _("{number} fan")
        worth = unit.format(number=worth_text(row, draft)) if row.on else _("not paid")
        before = ""
        if was is not None and (was.value, was.on) != (row.value, row.on):
            before = "  " + _("was {value}").format(value=worth_text(was, start) if was.on else _("not paid"))
        source = _("row {n} of the source").format(n=row.row) if row.row else _("a row of its own")
        said = words(row, draft.table).text(language() == "zh_HK")
        made = [*name, Content.assemble((worth, "bold $accent"), (before, "bold $warning"))]
        made += wrap([(said, "")], width)
        made += wrap([(f"{row.id} · {source}", "$text-muted")], width)
        drops = dict(draft.drops).get(row.id, ())
        if drops:
            names = [pick(found.zh, found.en) for name in drops if (found := draft.row(name)) is not None]
            made += wrap([(_("takes out: {names}").format(names=_(", ").join(names)), "$text-muted")], width)
        return made

    def _switch(self, spec: Spec, draft: RuleSet, width: int) -> list[Content]:
        from tui.booklet_text import plain
        from tui.markdown_lines import lay_out
        from tui.widgets.rules_list import switch_title

        booklet = plain(language())
        section = booklet.find(f"switch-{spec.name}") or booklet.find(spec.name)
        now = value_text(getattr(draft.switches, spec.name))
        made = wrap([(switch_title(spec), "bold $primary")], width)
        made += wrap([("= ", "$text-muted"), (now.replace(",", ", "), "bold $accent")], width)
        if section is not None:
            body = section.source.split("\n", 1)[1]
            made += [Content(""), *lay_out(body.strip(), width).lines]
        return made

    def _effects(self, width: int) -> list[Content]:
        made = [Content("")]
        if self.effects is None:
            return [*made, Content.styled(_("counting the sample hands"), "$text-muted")]
        if (
            self.draft is not None
            and self.start is not None
            and self.draft.fingerprint == self.start.fingerprint
        ):
            return []
        if not self.effects:
            return [*made, Content.styled(_("No sample hand changes."), "$text-muted")]
        made.append(
            Content.styled(
                "▌ " + n_("{n} sample hand changes", "{n} sample hands change", len(self.effects)),
                "bold $warning",
            )
        )
        for effect in self.effects[:40]:
            made.append(effect_line(effect, width))
        return made

    def _example(self, width: int) -> list[Content]:
        if self.example is None:
            return []
        sample, worth = self.example
        style: TileStyle = getattr(self.app, "tile_style", TileStyle.LABEL)
        made = [
            Content(""),
            Content.styled(
                "▌ " + _("Example: {title}").format(title=sample.title(language() == "zh_HK")), "bold $accent"
            ),
        ]
        made += tile_lines(sample.hand, width, style)
        if sample.context:
            made.append(Content.styled(sample.context, "$text-muted").truncate(width, ellipsis=True))
        if worth.total is None:
            return [*made, Content.styled(_("no win"), "bold $error")]
        made += item_lines(worth.items, width)
        made.append(Content.styled("= " + _("{number} fan").format(number=worth.total), "bold"))
        return made


def effect_line(effect: Effect, width: int) -> Content:
    """``嚦咕，單吊自摸   38 → 36  −2``."""
    title = effect.sample.title(language() == "zh_HK")
    sides = [_("no win") if w.total is None else str(w.total) for w in (effect.before, effect.after)]
    if effect.change == 0:
        told, style = _("who pays changes"), "$warning"
    else:
        told = f"{sides[0]} → {sides[1]}"
        change = effect.change
        style = "$error" if change is None or change < 0 else "$success"
        told += "" if change is None else f" {signed(change):>4}"
    room = max(width - max(Content(told).cell_length, 14) - 1, 8)
    return Content.assemble(left(title, room), " ", (right(told, width - room - 1), f"bold {style}"))
