"""The line in which a hand is recorded: what has been typed, what the next key is taken for, what it will do, and what came of the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from models.events import HandWon
from tui.i18n import _
from tui.keymap import N_
from tui.recording import Draft, Stage, so_far
from tui.text import clip, flow, line, wrapped
from tui.widgets.lines import Lines
from tui.words import dealer_fans, happened, listed, moves, names_of

if TYPE_CHECKING:
    from models.night import Folder, Night


class RecordPrompt(Lines):
    """Four lines: the question, the preview (two), the message. Takes a draft; knows nothing of keys or the book."""

    DEFAULT_CSS = """
    RecordPrompt { border: round $accent; border-title-color: $accent; border-title-style: bold; height: 6; padding: 0 1; }
    RecordPrompt.-trouble { border: heavy $error; border-title-color: $error; }
    RecordPrompt.-saving { border: round $warning; }
    """

    can_focus = True
    HELP = N_(
        "The recording line. 1 2 1 0 Enter: player 1 won off player 2, ten fan. Instead of the second digit z is a self-draw; the winner's own "
        "digit again adds another winner off the same tile (1 1 4 3: 1 and 4 off 3), each with his own fan. The fan is the hand's own: the "
        "dealer's extra fan is added by itself. Before Enter the line under it says what the hand will do; nothing is recorded until it is on "
        "disk. Backspace takes the last key back, Esc clears the line."
    )

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.night: Night | None = None
        self.folder: Folder | None = None
        self.draft = Draft()
        self.message: Content = Content("")
        self.held = ""
        """What could not be stored and waits for another try, in words; it takes the place of the question."""

    def titles(self) -> None:
        self.border_title = _("Record")

    def show(self, night: Night, folder: Folder, draft: Draft) -> None:
        """Draws this draft on this night."""
        self.night, self.folder, self.draft = night, folder, draft
        self.titles()
        self.refresh()

    def say(self, message: Content) -> None:
        """The last line."""
        self.message = message
        self.refresh()

    def relabel(self) -> None:
        self.titles()
        super().relabel()

    def lines(self, width: int, height: int) -> list[Content]:
        night = self.night
        if night is None:
            return []
        room = max((height or 4) - 1, 2)
        message = wrapped(self.message, width)[:room] if self.message.plain else []
        first = (
            question(night, self.draft, width)
            if not self.held
            else line((self.held, "bold $error"), width=width)
        )
        preview = self.preview(width, room - len(message)) if not self.held else []
        made = [first, *preview, *[Content("")] * (room - len(message) - len(preview)), *message]
        return made[: height or None]

    def preview(self, width: int, room: int) -> list[Content]:
        """What the hand typed so far will do, before Enter."""
        night, folder = self.night, self.folder
        event = so_far(self.draft)
        if night is None or folder is None or event is None or room < 1:
            return []
        problem = folder.check(event)
        if problem is not None:
            from tui.i18n import tr

            return [line((f"✗ {tr(problem.reason)}: {tr(problem.fits)}", "$error"), width=width)]
        record = folder.preview(event).records[-1]
        said = moves(night.players, record.before, record.debts, record.payments)
        pieces = [Content.styled(part, "bold $success") for part in said] or [
            Content.styled(_("nothing moves"), "$text-muted")
        ]
        beside = nearest_note(night, event)
        if beside:
            pieces.append(Content.styled(beside, "$warning"))
        fans = dealer_fans(record)
        if any(fans):
            pieces.insert(0, Content.styled(happened(night.players, event, fans), "$text-muted"))
        made = flow(pieces, width - 2)
        if len(made) > room:
            made = flow(pieces[1:] if any(fans) else pieces, width - 2)
        shown = [
            Content.assemble(("→ " if at == 0 else "  ", "$accent"), part) for at, part in enumerate(made)
        ]
        if len(shown) > room:
            shown = shown[:room]
            shown[-1] = line(shown[-1], " …", width=width)
        return shown


def nearest_note(night: Night, event: HandWon) -> str:
    """Under 頭跳: who of the named does not win."""
    counting = night.counting_winners(event)
    out = [night.players[win.winner] for win in event.wins if win.winner not in counting]
    return _("nearest only: {names} does not win").format(names=listed(out)) if out else ""


def question(night: Night, draft: Draft, width: int) -> Content:
    """The first line: typed words, a cursor, and what may come next; names give way before a key's explanation is cut."""
    made = Content("")
    for name_width in (12, 9, 7, 5):
        made = _question(night, draft, names_of(night.players, name_width))
        if made.cell_length <= width:
            return made
    return line(made, width=width)


def _question(night: Night, draft: Draft, who: list[str]) -> Content:
    def choice(seats: list[int]) -> Content:
        return Content("  ").join(
            [Content.assemble((f"{s + 1}", "bold $accent"), " ", who[s]) for s in seats]
        )

    cursor = ("▏", "bold $accent")
    winners = listed([who[s] for s in draft.winners])
    rest = [s for s in range(4) if s not in draft.winners]
    match draft.stage:
        case Stage.IDLE:
            if night.settled:
                return Content.assemble(
                    (_("The night is settled. u takes it back; Esc goes to the list of nights."), "bold")
                )
            if night.over:
                return Content.assemble((_("The last hand is played: s settles up."), "bold"))
            return Content.assemble((_("Winner:") + " ", "bold"), choice(rest), cursor)
        case Stage.ANOTHER:
            return Content.assemble(
                (_("{winners} and who else won?").format(winners=winners) + " ", "bold"), choice(rest), cursor
            )
        case Stage.PAYER:
            tail = "  " + _("z self-draw") if len(draft.winners) == 1 else ""
            if len(draft.winners) < 3:
                tail += "  " + _("{n} one more winner").format(n=draft.winners[-1] + 1)
            return Content.assemble(
                (_("{winners} won off:").format(winners=winners) + " ", "bold"),
                choice(rest),
                cursor,
                (tail, "$text-muted"),
            )
        case _:
            return _pricing(draft, who, winners, cursor)


def _pricing(draft: Draft, who: list[str], winners: str, cursor: tuple[str, str]) -> Content:
    """Who won off whom is known; the fan is asked for."""
    said = (
        _("{winner} self-drew").format(winner=winners)
        if draft.self_drawn
        else _("{winners} won off {payer}").format(winners=winners, payer=who[draft.payer or 0])
    )
    done = "".join(f"  {who[win.winner]} {win.fan}" for win in draft.wins)
    pricing = draft.pricing
    asked = _("fan:")
    if pricing is not None and len(draft.winners) > 1:
        asked = _("fan of {name}:").format(name=who[pricing])
    counted = draft.counted
    number = draft.typed or (str(counted.fan) if counted is not None else "")
    note = ""
    if counted is not None and not draft.typed:
        note = "  " + _("counted from the tiles")
    elif counted is not None and counted.counted is not None and int(draft.typed) != counted.counted:
        note = "  " + _("(counted: {n})").format(n=counted.counted)
    hint = "" if number else "  " + _("h tiles · p photo")
    return Content.assemble(
        (said, "bold"),
        (done, "$secondary"),
        "  ",
        (asked + " ", "bold"),
        (clip(number, 6), "bold $accent"),
        cursor,
        (note, "$warning"),
        (hint, "$text-muted"),
    )
