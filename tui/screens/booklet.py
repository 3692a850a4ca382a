"""The booklet: read, find, jump; the argument at the table ends here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from models.booklet import Booklet, Hit, Section, fold, in_other
from tui import keymap
from tui.i18n import _, language, n_
from tui.screens.base import Page
from tui.text import clip
from tui.widgets.keybar import KeyBar
from tui.widgets.lines import Say
from tui.widgets.page import PageView

SIDE: Final = 36
"""Width of the contents beside the page, where there is room for both."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the reader is: a chapter and a heading of it."""

    chapter: str
    anchor: str


class Loaded(Message):
    """The booklet is read and its tables are made."""

    def __init__(self, booklet: Booklet) -> None:
        super().__init__()
        self.booklet = booklet


class BookletScreen(Page[None]):
    """Chapters beside their contents; at 80 columns the contents lie over the page while they are asked for.

    ``anchor`` opens it at that heading (an option, a switch, a chapter, ``chapter/heading``); ``rules`` is the rule set its tables are counted with.
    """

    AREA = "booklet"
    BINDINGS = keymap.bindings("booklet")
    HELP = keymap.N_(
        "The booklet: rules of play, winning hands, every fan, the lai ledger with worked examples, and every disputed point with the switch that settles it. / searches, c shows the contents, Tab chooses a link."
    )
    CSS = """
    BookletScreen #body { height: 1fr; }
    BookletScreen #title { dock: top; height: 1; width: 1fr; padding: 0 1; background: $panel; }
    BookletScreen #side { width: 36; height: 1fr; border-right: vkey $border; display: none; }
    BookletScreen.-wide #side, BookletScreen.-listing #side { display: block; }
    BookletScreen.-listing.-narrow #side { width: 1fr; border-right: none; }
    BookletScreen.-listing.-narrow PageView { display: none; }
    BookletScreen #query { display: none; height: 1; border: none; padding: 0 1; background: $surface; }
    BookletScreen.-searching #query { display: block; }
    BookletScreen #found { height: 1; padding: 0 1; color: $text-muted; display: none; }
    BookletScreen.-searching #found { display: block; }
    BookletScreen #contents { height: 1fr; border: none; padding: 0 1; background: $background; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    booklet: reactive[Booklet | None] = reactive(None)

    def __init__(self, anchor: str = "", rules: str = "") -> None:
        super().__init__()
        self.asked = anchor
        self.rules = rules
        self.place = Place("", "")
        self.trail: list[Place] = []
        self.hits: tuple[Hit, ...] = ()
        self.hit = -1

    def compose(self) -> ComposeResult:
        yield Say(self._title, id="title")
        with Horizontal(id="body"):
            with Vertical(id="side"):
                yield Input(id="query", compact=True, placeholder=_("what to find"))
                yield Say(self._found, id="found")
                yield OptionList(id="contents", compact=True)
            yield PageView(id="page")
        yield KeyBar("booklet")

    def on_mount(self) -> None:
        self.rules = self.rules or self._in_force()
        self.page.focus()
        self.read(language())

    def _in_force(self) -> str:
        """The rule set on the table, else that of new nights."""
        services = getattr(self.app, "services", None)
        if services is not None and services.current is not None:
            return str(services.current.night.options.rules)
        return str(getattr(getattr(self.app, "settings", None), "rules", ""))

    @property
    def page(self) -> PageView:
        """The text."""
        return self.query_one(PageView)

    @property
    def contents(self) -> OptionList:
        """The list beside it: the contents, or what was found."""
        return self.query_one("#contents", OptionList)

    # --- loading --------------------------------------------------------------------------------------------------------------

    @work(thread=True, exclusive=True, group="booklet")
    def read(self, code: str) -> None:
        """Reads the booklet on a worker; answers :class:`Loaded`, first with the text alone, then with what had to be counted."""
        from tui.booklet_text import plain, read

        self.post_message(Loaded(plain(code)))
        self.post_message(Loaded(read(code, self.rules)))

    @on(Loaded)
    def _loaded(self, event: Loaded) -> None:
        if event.booklet.language != language():
            return
        old, self.booklet = self.booklet, event.booklet
        if old is None:
            asked = self._place_of(self.asked)
            if asked is not None:
                self.asked = ""
            place = asked or Place(event.booklet.chapters[0].id, event.booklet.chapters[0].id)
        elif old.language == event.booklet.language:
            self._fill_in(old, event.booklet)
            return
        else:
            was = old.chapter(self.place.chapter)
            section = was.section(self.place.anchor) if was else None
            there = in_other(event.booklet, section) if section else event.booklet.chapters[0].sections[0]
            place = Place(there.chapter, there.anchor)
        self.place = Place("", "")
        if self.has_class("-searching"):
            self._search(self.query_one(Input).value)
        else:
            self._list_contents()
        self.open_at(place)

    def _fill_in(self, old: Booklet, new: Booklet) -> None:
        """What had to be counted is here: the text grows without moving under the reader's eyes."""
        self._remember_reading()
        page = self.page
        before, after = old.chapter(self.place.chapter), new.chapter(self.place.chapter)
        if self.has_class("-searching"):
            here = self.contents.highlighted
            self._search(self.query_one(Input).value)
            self.contents.highlighted = here
        elif self.focused is not self.contents:
            self._list_contents()
        if (asked := self._place_of(self.asked)) is not None:  # among what had to be counted
            self.asked = ""
            self.place = Place("", "")
            self.open_at(asked)
            return
        if before is None or after is None or before.source == after.source:
            return
        _heading, beyond = page.reading
        number = next(
            (n for n, section in enumerate(after.sections) if section.anchor == self.place.anchor), 0
        )
        page.show(after.source, self._known(), page.text.words)
        page.go(number, beyond)

    def relabel(self) -> None:
        super().relabel()
        self.query_one(Input).placeholder = _("what to find")
        if self.booklet is not None and self.booklet.language != language():
            self._remember_reading()
            self.read(language())

    # --- where the reader is --------------------------------------------------------------------------------------------------

    def _place_of(self, anchor: str) -> Place | None:
        if not anchor or self.booklet is None:
            return None
        if "/" in anchor:
            chapter_id, anchor = anchor.split("/", 1)
            chapter = self.booklet.chapter(chapter_id)
            return Place(chapter_id, anchor) if chapter is not None and chapter.section(anchor) else None
        for wanted in (anchor, f"switch-{anchor}", f"option-{anchor}"):
            section = self.booklet.find(wanted)
            if section is not None:
                return Place(section.chapter, section.anchor)
        return None

    def _remember_reading(self) -> None:
        """The place becomes the heading that is being read, wherever the reader has scrolled to."""
        if self.has_class("-listing") and self.has_class("-narrow"):
            return  # the page is not shown, and the place was kept when the list came over it
        chapter = self.booklet.chapter(self.place.chapter) if self.booklet else None
        if chapter is not None and chapter.sections:
            self.place = Place(
                chapter.id, chapter.sections[min(self.page.heading, len(chapter.sections) - 1)].anchor
            )

    def open_at(self, place: Place) -> None:
        """Shows a place of the booklet."""
        if self.booklet is None:
            return
        chapter = self.booklet.chapter(place.chapter) or self.booklet.chapters[0]
        words = (
            tuple(fold(word) for word in self.query_one(Input).value.split())
            if self.has_class("-searching")
            else ()
        )
        if chapter.id != self.place.chapter:
            self.page.show(chapter.source, self._known(), words)
        else:
            self.page.mark(words)
        number = next((n for n, section in enumerate(chapter.sections) if section.anchor == place.anchor), 0)
        self.place = Place(chapter.id, chapter.sections[number].anchor)
        self.page.go(number)
        self.query_one("#title", Say).refresh()
        if not self.has_class("-searching"):
            self._follow_in_contents()

    def _known(self) -> frozenset[str]:
        assert self.booklet is not None
        known = set()
        for section in self.booklet.contents:
            known.add(section.anchor.removeprefix("switch-").removeprefix("option-"))
            if section.anchor == "multi_ron_fan":
                known |= {"double_ron_fan", "triple_ron_fan"}
        return frozenset(
            word
            for word in known
            if "_" in word
            or word in ("rounding", "chop", "settlement", "rounds", "sigui", "xiangfeng", "chicken", "migi")
        )

    def jump(self, anchor: str) -> None:
        """Goes to an anchor and remembers where the reader was."""
        if anchor in ("double_ron_fan", "triple_ron_fan"):
            anchor = "multi_ron_fan"
        place = self._place_of(anchor)
        if place is None:
            return
        self._remember_reading()
        self.trail.append(self.place)
        self.remove_class("-listing")
        self.open_at(place)
        self.page.focus()

    def _title(self) -> Content:
        name = Content.assemble((_("Booklet"), "bold $primary"))
        chapter = self.booklet.chapter(self.place.chapter) if self.booklet else None
        if chapter is None:
            return Content.assemble(name, "  ", (_("one moment"), "$text-muted"))
        number = [each.id for each in self.booklet.chapters].index(chapter.id) + 1 if self.booklet else 0
        return Content.assemble(
            name,
            "  ",
            (chapter.title, "bold"),
            "  ",
            (f"{number}/{len(self.booklet.chapters) if self.booklet else 0}", "$text-muted"),
        )

    # --- the list -------------------------------------------------------------------------------------------------------------

    def _list_contents(self) -> None:
        if self.booklet is None:
            return
        options = []
        for chapter in self.booklet.chapters:
            for section in chapter.sections:
                options.append(Option(self._entry(section), id=f"{section.chapter}/{section.anchor}"))
        self.contents.set_options(options)
        self._follow_in_contents()

    @staticmethod
    def _entry(section: Section) -> Content:
        indent = "  " * (section.level - 1)
        return Content.styled(
            indent + section.title,
            "bold $primary" if section.level == 1 else "" if section.level == 2 else "$text-muted",
        )

    def _follow_in_contents(self) -> None:
        try:
            self.contents.highlighted = self.contents.get_option_index(
                f"{self.place.chapter}/{self.place.anchor}"
            )
        except Exception:  # the list shows something else
            return

    def _list_hits(self) -> None:
        options = []
        for n, hit in enumerate(self.hits):
            first = Content.assemble(
                (hit.title, "bold"),
                ("  " + hit.chapter_title if hit.title != hit.chapter_title else "", "$text-muted"),
            )
            second = (
                Content.styled("  " + clip(hit.excerpt, 200), "$text-muted") if hit.excerpt else Content("")
            )
            options.append(
                Option(Content("\n").join([first, second]) if hit.excerpt else first, id=f"hit-{n}")
            )
        self.contents.set_options(options)
        self.query_one("#found", Say).refresh(layout=True)

    def _found(self) -> str:
        value = self.query_one(Input).value.strip() if self.is_mounted else ""
        if not value:
            return _("type; every word must be found")
        return (
            n_("{n} place", "{n} places", len(self.hits))
            if self.hits
            else _("not found; fewer or shorter words find more")
        )

    # --- searching ------------------------------------------------------------------------------------------------------------

    @on(Input.Changed, "#query")
    def _typed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def _search(self, text: str) -> None:
        hit = self.hits[self.hit] if 0 <= self.hit < len(self.hits) else None
        self.hits = self.booklet.search(text) if self.booklet else ()
        places = [(each.chapter, each.anchor) for each in self.hits]
        self.hit = (
            places.index((hit.chapter, hit.anchor)) if hit and (hit.chapter, hit.anchor) in places else -1
        )
        if text.strip():
            self._list_hits()
        else:
            self._list_contents()
            self.query_one("#found", Say).refresh(layout=True)

    @on(Input.Submitted, "#query")
    def _submitted(self) -> None:
        if self.hits:
            self._open_hit(0)

    def _open_hit(self, number: int) -> None:
        if not self.hits:
            return
        self.hit = number % len(self.hits)
        hit = self.hits[self.hit]
        self._remember_reading()
        self.trail.append(self.place)
        self.remove_class("-listing")
        self.contents.highlighted = self.hit
        self.open_at(Place(hit.chapter, hit.anchor))
        self.page.focus()

    @on(OptionList.OptionSelected, "#contents")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        chosen = event.option_id or ""
        if chosen.startswith("hit-"):
            self._open_hit(int(chosen[4:]))
        else:
            chapter, anchor = chosen.split("/", 1)
            self._remember_reading()
            self.trail.append(self.place)
            self.remove_class("-listing")
            self.open_at(Place(chapter, anchor))
            self.page.focus()

    # --- keys -----------------------------------------------------------------------------------------------------------------

    def action_search(self) -> None:
        """Opens the search."""
        self._remember_reading()
        self.add_class("-searching", "-listing")
        query = self.query_one(Input)
        query.focus()
        query.action_select_all()
        self._search(query.value)

    def action_contents(self) -> None:
        """Shows the contents, the cursor on what is being read."""
        self._remember_reading()
        self.remove_class("-searching")
        self.add_class("-listing")
        self._list_contents()
        self.contents.focus()

    def _step_chapter(self, step: int) -> None:
        if self.booklet is None:
            return
        ids = [chapter.id for chapter in self.booklet.chapters]
        number = ids.index(self.place.chapter) + step
        if 0 <= number < len(ids):
            self.open_at(Place(ids[number], ids[number]))

    def action_next_chapter(self) -> None:
        """The next chapter."""
        self._step_chapter(1)

    def action_previous_chapter(self) -> None:
        """The chapter before."""
        self._step_chapter(-1)

    def action_next_hit(self) -> None:
        """The next place found."""
        if self.hits:
            self._open_hit(self.hit + 1)

    def action_previous_hit(self) -> None:
        """The place found before this one."""
        if self.hits:
            self._open_hit(self.hit - 1)

    def action_next_link(self) -> None:
        """The next link of the page."""
        if self.focused is not self.page:
            self.page.focus()
        elif not self.page.choose(1) and self.has_class("-wide"):
            self.contents.focus()

    def action_previous_link(self) -> None:
        """The link before."""
        if self.focused is not self.page:
            self.page.focus()
        elif not self.page.choose(-1) and self.has_class("-wide"):
            self.contents.focus()

    def action_follow(self) -> None:
        """Goes where the link under the cursor leads."""
        target = self.page.target
        if target:
            self.jump(target)

    def action_jump(self, anchor: str) -> None:
        """A link was clicked."""
        self.jump(anchor)

    def action_turn_back(self) -> None:
        """Back to where the reader was before the last jump."""
        if self.trail:
            self.open_at(self.trail.pop())
            self.page.focus()

    def action_back(self) -> None:
        """Closes what is open on top: the search, the contents, then the booklet."""
        if self.has_class("-listing") and (self.focused is not self.page or self.has_class("-narrow")):
            self.remove_class("-listing", "-searching")
            self._list_contents()
            self.page.mark(())
            self.page.focus()
        elif self.has_class("-searching"):
            self.remove_class("-searching")
            self._list_contents()
            self.page.mark(())
        else:
            self.dismiss(None)
