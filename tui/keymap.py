"""Every action a key can ask for, as a table: what it is called, what it does, which keys ask for it unless a person remaps them.

Bindings, the bar of keys at the foot, the help and the command palette are all made from this table, so they cannot disagree. An id is
``area.name`` and is what a person's settings name to remap a key (``keymap = {"table.draw" = "w"}``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from textual.binding import Binding, BindingType


def N_(text: str) -> str:
    """Marks ``text`` as a translation key; it is translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a key asks for."""

    id: str
    """``area.name``; the name is the action of the screen of that area."""
    keys: str
    """Default keys, separated by commas, in Textual's spelling."""
    label: str
    """One or two words for the bar of keys (a translation key)."""
    help: str
    """One sentence for help and palette (a translation key)."""
    bar: bool = True
    """Whether the bar of keys shows it."""
    palette: bool = True
    """Whether the command palette offers it."""
    priority: bool = False
    """Whether it works wherever the focus is."""
    action: str = ""
    """The action's name when it is not the id's."""
    every_key: bool = False
    """Whether the bar shows each of its keys, not only the first."""

    @property
    def area(self) -> str:
        return self.id.split(".", 1)[0]

    @property
    def name(self) -> str:
        return self.action or self.id.split(".", 1)[1]


ACTIONS: Final[tuple[Action, ...]] = (
    # everywhere
    Action(
        "app.help",
        "f1",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        priority=True,
    ),
    Action(
        "app.language",
        "f2",
        N_("中文/EN"),
        N_("Switch between Chinese and English."),
        action="app.language",
        priority=True,
    ),
    Action(
        "app.theme", "f3", N_("theme"), N_("Next colour theme."), action="app.theme", priority=True, bar=False
    ),
    Action(
        "app.tiles",
        "f4",
        N_("tile style"),
        N_("Next way to draw tiles: labels, tall labels, Unicode."),
        action="app.tiles",
        priority=True,
        bar=False,
    ),
    Action(
        "app.palette",
        "ctrl+p",
        N_("palette"),
        N_("Command palette: type what you want."),
        action="app.command_palette",
        priority=True,
        bar=False,
        palette=False,
    ),
    Action(
        "app.leave",
        "ctrl+q",
        N_("quit"),
        N_("Close the app. Every hand is on disk already."),
        action="app.leave",
        priority=True,
        bar=False,
    ),
    # home
    Action(
        "home.resume",
        "enter",
        N_("open"),
        N_("Open the night under the cursor and go on where it stopped."),
        palette=False,
    ),
    Action(
        "home.new", "n", N_("new night"), N_("Sit down: names, seats, first dealer, stakes, house rules.")
    ),
    Action("home.records", "b", N_("records"), N_("The record book: standings and charts over all nights.")),
    Action("home.hand", "h", N_("count a hand"), N_("Count the fan of any hand, without a night.")),
    Action("home.photo", "p", N_("photo"), N_("Read a hand from a photo, without a night.")),
    Action("home.rules", "r", N_("rules"), N_("The rule sets: every fan, its value and its condition.")),
    Action(
        "home.booklet",
        "k",
        N_("booklet"),
        N_("The rules of play and of the lai ledger, searchable."),
        bar=False,
    ),
    Action("home.reload", "f5", N_("reload"), N_("Read the list of nights again."), bar=False),
    Action(
        "home.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    Action(
        "home.quit", "q", N_("quit"), N_("Close the app. Every hand is on disk already."), action="app.leave"
    ),
    # a new night
    Action("new.back", "escape", N_("back"), N_("One step back.")),
    Action("new.next", "ctrl+n", N_("go on"), N_("Accept this step and go on."), bar=False),
    Action(
        "new.group",
        "ctrl+g",
        N_("group"),
        N_("Sit down a group of regulars, with its own stakes and house rules."),
    ),
    # seats and dice
    Action("seating.accept", "enter", N_("go on"), N_("Accept the seats and the first dealer as shown.")),
    Action(
        "seating.draw_winds",
        "w",
        N_("draw seats"),
        N_("Turn four wind tiles face down; each player draws one."),
    ),
    Action(
        "seating.two_throws",
        "t",
        N_("two throws"),
        N_("First dealer by two throws: East throws for who throws, he throws for who deals."),
    ),
    Action("seating.one_throw", "o", N_("one throw"), N_("First dealer by one throw of East.")),
    Action("seating.east_deals", "e", N_("East deals"), N_("East is the first dealer, without dice.")),
    Action(
        "seating.throw",
        "space",
        N_("throw"),
        N_("Throw the dice here (truly random). Or type the three dice you threw."),
    ),
    Action(
        "seating.again",
        "backspace",
        N_("take back"),
        N_("Take the last digit, throw or draw back."),
        bar=False,
    ),
    Action("seating.back", "escape", N_("back"), N_("One step back.")),
    Action(
        "seating.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    # the table
    Action("table.draw", "d", N_("drawn"), N_("Nobody won: the hand is drawn.")),
    Action("table.chop", "x", N_("chop"), N_("A debtor pays a pulled debt in full, before the next dice.")),
    Action(
        "table.instant",
        "i",
        N_("instant"),
        N_("Paid at once, never pulled: eight flowers, the eighth robbed, false win, any other."),
    ),
    Action("table.undo", "u", N_("undo"), N_("Take the last event back; says what it takes back and asks.")),
    Action("table.log", "l", N_("log"), N_("Every hand of the night; correct any of them.")),
    Action("table.settle", "s", N_("settle up"), N_("End of the night: every debt is paid, who pays whom.")),
    Action("table.hand", "h", N_("tiles"), N_("Enter the winner's tiles and count the fan.")),
    Action("table.photo", "p", N_("photo"), N_("Read the winner's tiles from a photo.")),
    Action(
        "table.self_draw",
        "z",
        N_("self-draw"),
        N_("After the winner's digit: he drew it himself, all three pay."),
        bar=False,
        palette=False,
    ),
    Action(
        "table.wall",
        "w",
        N_("dice"),
        N_("The dealer's dice: throw or type them, and see where the wall is broken."),
        bar=False,
    ),
    Action(
        "table.count",
        "c",
        N_("count cash"),
        N_("Count a player's cash; the book says whether it agrees."),
        bar=False,
    ),
    Action(
        "table.rules", "r", N_("rules"), N_("The rule set in force: every fan, its value and its condition.")
    ),
    Action("table.options", "o", N_("stakes"), N_("The stakes and house rules of this night."), bar=False),
    Action(
        "table.booklet",
        "k",
        N_("booklet"),
        N_("The rules of play and of the lai ledger, searchable."),
        bar=False,
    ),
    Action("table.phones", "f8", N_("phones"), N_("The board on every phone, a phone as camera."), bar=False),
    Action(
        "table.confirm", "enter", N_("record"), N_("Record what the line says."), bar=False, palette=False
    ),
    Action(
        "table.step_back",
        "backspace",
        N_("step back"),
        N_("Take the last key back."),
        bar=False,
        palette=False,
    ),
    Action(
        "table.cancel",
        "escape",
        N_("clear"),
        N_("Clear the line; with an empty line, back to the list of nights."),
        bar=False,
        palette=False,
    ),
    Action(
        "table.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    # the log
    Action(
        "log.correct",
        "enter",
        N_("correct"),
        N_("Correct the event under the cursor; the money it changes is shown first."),
        palette=False,
    ),
    Action(
        "log.remove",
        "delete,u",
        N_("take out"),
        N_("Take the event under the cursor out of the night; the money it changes is shown first."),
        palette=False,
    ),
    Action(
        "log.detail",
        "space",
        N_("detail"),
        N_("Everything about the event under the cursor: tiles, items, money."),
        palette=False,
    ),
    Action("log.back", "escape,l", N_("back"), N_("Back to the table.")),
    Action(
        "log.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    # a correction
    Action(
        "correct.confirm",
        "enter",
        N_("go on"),
        N_("Accept the line; then confirm the money it changes."),
        palette=False,
    ),
    Action("correct.draw", "d", N_("drawn"), N_("It was a drawn hand."), palette=False),
    Action("correct.instant", "i", N_("instant"), N_("It was an instant payment."), palette=False),
    Action(
        "correct.hand", "h", N_("tiles"), N_("Enter the winner's tiles and count the fan."), palette=False
    ),
    Action("correct.remove", "delete", N_("take out"), N_("It did not happen: take it out."), palette=False),
    Action(
        "correct.step_back",
        "backspace",
        N_("step back"),
        N_("Take the last key back."),
        bar=False,
        palette=False,
    ),
    Action("correct.back", "escape", N_("back"), N_("Leave it as it was."), palette=False),
    # settling up
    Action(
        "settle.confirm", "enter", N_("settle up"), N_("Pay every debt and end the night."), palette=False
    ),
    Action("settle.picture", "p", N_("picture"), N_("Save the settle-up as a picture to send to friends.")),
    Action("settle.back", "escape", N_("back"), N_("Not yet."), palette=False),
    # stakes and house rules
    Action("options.previous", "left", N_("less"), N_("The value before."), bar=False, palette=False),
    Action("options.following", "right", N_("more"), N_("The value after."), palette=False),
    Action("options.preset", "p", N_("preset"), N_("Next preset: Hong Kong, Taiwan.")),
    Action("options.accept", "enter", N_("go on"), N_("Accept these stakes and house rules."), palette=False),
    Action("options.back", "escape", N_("back"), N_("One step back."), palette=False),
    Action(
        "options.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    # a list of rows
    Action("rows.up", "up", N_("up"), N_("The row above."), bar=False, palette=False),
    Action("rows.down", "down", N_("down"), N_("The row below."), bar=False, palette=False),
    Action("rows.page_up", "pageup", N_("page up"), N_("A page up."), bar=False, palette=False),
    Action("rows.page_down", "pagedown", N_("page down"), N_("A page down."), bar=False, palette=False),
    Action("rows.first", "home", N_("top"), N_("The first row."), bar=False, palette=False),
    Action("rows.last", "end", N_("bottom"), N_("The last row."), bar=False, palette=False),
    # a chop
    Action("chop.yes", "y", N_("chop"), N_("Pay the whole debt now and start afresh."), palette=False),
    Action("chop.no", "n", N_("do not chop"), N_("It stays pulled; recorded as said."), palette=False),
    Action(
        "chop.later",
        "escape",
        N_("later"),
        N_("Decide later, before the next hand: x asks again."),
        palette=False,
    ),
    # a question
    Action("ask.yes", "y,enter", N_("yes"), N_("Yes."), palette=False, every_key=True),
    Action("ask.no", "n,escape", N_("no"), N_("No."), palette=False, every_key=True),
    # which player
    Action("ask_seat.back", "escape", N_("back"), N_("Leave everything as it was."), palette=False),
    # a choice from a list
    Action("choose.accept", "enter", N_("take"), N_("Take the line under the cursor."), palette=False),
    Action("choose.back", "escape", N_("back"), N_("One step back."), palette=False),
    # instant payments
    Action("instant.back", "escape", N_("back"), N_("One step back."), palette=False),
    # a hand of tiles
    Action(
        "hand.confirm", "enter", N_("take it"), N_("Take the hand and its fan to the table."), palette=False
    ),
    Action(
        "hand.number",
        "equals_sign,number_sign",
        N_("own number"),
        N_("Type another number of fan; the count stays beside it."),
    ),
    Action("hand.winning", "x", N_("winning tile"), N_("The next concealed tile is the winning one.")),
    Action(
        "hand.winning_back",
        "X",
        N_("winning tile"),
        N_("The concealed tile before is the winning one."),
        bar=False,
        palette=False,
    ),
    Action(
        "hand.readings",
        "g",
        N_("readings"),
        N_("Show or hide every other reading of the hand with its total."),
    ),
    Action(
        "hand.next",
        "tab",
        N_("next part"),
        N_("To the next part of the screen: tiles, how it was won, the count."),
        action="app.focus_next",
        palette=False,
    ),
    Action("hand.sort", "a", N_("sort"), N_("Draw the tiles sorted, or as they were typed."), bar=False),
    Action(
        "hand.self_draw",
        "d",
        N_("self-draw"),
        N_("Drawn by the winner, or taken from a discard; asks who discarded."),
        bar=False,
    ),
    Action("hand.rob", "r", N_("robbed kong"), N_("Won by robbing a kong."), bar=False),
    Action(
        "hand.last_tile",
        "l",
        N_("last tile"),
        N_("The last tile of the wall, or the discard after it."),
        bar=False,
    ),
    Action(
        "hand.kong",
        "k",
        N_("after a kong"),
        N_("On the replacement of a concealed or added kong; again for one more in a row."),
        bar=False,
    ),
    Action(
        "hand.big_kong",
        "b",
        N_("after a big kong"),
        N_("On the replacement of a kong of another's discard; asks who fed it."),
        bar=False,
    ),
    Action(
        "hand.flower",
        "o",
        N_("after a flower"),
        N_("On the replacement of a flower; again for one more in a row."),
        bar=False,
    ),
    Action(
        "hand.river",
        "v",
        N_("river"),
        N_("How many discards lie in the river: type the number, or left and right."),
        bar=False,
    ),
    Action(
        "hand.heavenly", "h", N_("heavenly hand"), N_("The dealer wins with his first 17 tiles."), bar=False
    ),
    Action("hand.earthly", "e", N_("earthly hand"), N_("Won inside the first go-round."), bar=False),
    Action(
        "hand.flower_paid",
        "y",
        N_("flowers paid"),
        N_("Eight flowers, or the eighth robbed, were paid at once already."),
        bar=False,
    ),
    Action(
        "hand.ready",
        "t",
        N_("ready"),
        N_("Ready was declared: earthly, heavenly (or MIGI where the table plays it)."),
        bar=False,
    ),
    Action(
        "hand.seat",
        "u",
        N_("seat wind"),
        N_("The winner's seat wind, where it does not follow the dealer."),
        bar=False,
    ),
    Action("hand.round", "i", N_("round wind"), N_("The round wind."), bar=False),
    Action(
        "hand.dealer",
        "j",
        N_("dealer"),
        N_("Whether the winner deals, and in which continuation."),
        bar=False,
    ),
    Action(
        "hand.rules",
        "f6",
        N_("rule set"),
        N_("Count by the next rule set (only without a night)."),
        bar=False,
    ),
    Action(
        "hand.back",
        "escape",
        N_("back"),
        N_("Back without a hand; what is typed is kept and comes back with the same hand."),
    ),
    Action(
        "hand.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    Action(
        "hand_line.left",
        "left",
        N_("left"),
        N_("One tile to the left."),
        bar=False,
        palette=False,
        action="move(-1)",
    ),
    Action(
        "hand_line.right",
        "right",
        N_("right"),
        N_("One tile to the right."),
        bar=False,
        palette=False,
        action="move(1)",
    ),
    Action(
        "hand_line.home",
        "home,ctrl+a",
        N_("start"),
        N_("To the start of the line."),
        bar=False,
        palette=False,
    ),
    Action("hand_line.end", "end,ctrl+e", N_("end"), N_("To the end of the line."), bar=False, palette=False),
    Action(
        "hand_line.backspace",
        "backspace",
        N_("take a tile"),
        N_("Take the tile before the cursor away."),
        bar=False,
        palette=False,
    ),
    Action(
        "hand_line.delete",
        "delete",
        N_("take a tile"),
        N_("Take the tile under the cursor away; on a bracket, the pair."),
        bar=False,
        palette=False,
    ),
    Action("hand_line.clear", "ctrl+u", N_("clear"), N_("Clear the line."), bar=False, palette=False),
    Action(
        "hand_line.undo",
        "ctrl+z",
        N_("undo"),
        N_("Take the last change of the line back."),
        bar=False,
        palette=False,
    ),
    Action("hand_choices.up", "up", N_("up"), N_("The row above."), bar=False, palette=False),
    Action("hand_choices.down", "down", N_("down"), N_("The row below."), bar=False, palette=False),
    Action("hand_choices.turn", "space,right", N_("turn"), N_("Turn this choice."), bar=False, palette=False),
    Action(
        "hand_choices.turn_back",
        "left",
        N_("turn back"),
        N_("Turn this choice back."),
        bar=False,
        palette=False,
    ),
    Action("hand_items.up", "up", N_("up"), N_("The row above."), bar=False, palette=False),
    Action("hand_items.down", "down", N_("down"), N_("The row below."), bar=False, palette=False),
    # help
    Action(
        "help.close", "escape,q,f1,question_mark", N_("close"), N_("Back to where you were."), palette=False
    ),
    # the wall
    Action(
        "wall.throw",
        "space",
        N_("throw"),
        N_("Throw the dice here (truly random). Or type the three dice you threw."),
        palette=False,
    ),
    Action(
        "wall.again",
        "backspace",
        N_("take back"),
        N_("Take the last digit, throw or draw back."),
        bar=False,
        palette=False,
    ),
    Action("wall.close", "escape,enter", N_("close"), N_("Back to where you were."), palette=False),
    # rule sets
    Action("rules.less", "left", N_("less"), N_("One less, or the value before."), bar=False, palette=False),
    Action(
        "rules.more",
        "right",
        N_("change"),
        N_("One more, or the value after; a number can also be typed."),
        palette=False,
    ),
    Action("rules.off", "o", N_("on/off"), N_("Pay the fan under the cursor no longer, or again.")),
    Action(
        "rules.reset",
        "z",
        N_("as it was"),
        N_("The row under the cursor as it was before you changed it."),
        bar=False,
    ),
    Action(
        "rules.switches",
        "w",
        N_("fans/switches"),
        N_("From the fans to the switches of disputed points and back."),
    ),
    Action(
        "rules.search",
        "slash",
        N_("search"),
        N_("Show only rows with these words in their name or condition."),
    ),
    Action("rules.save", "ctrl+s", N_("save"), N_("Save the changes as the table's own rule set.")),
    Action("rules.choose", "x", N_("other set"), N_("Look at another rule set.")),
    Action("rules.compare", "c", N_("compare"), N_("Compare with another rule set, side by side.")),
    Action(
        "rules.explain",
        "k",
        N_("booklet"),
        N_("What the booklet says about the row under the cursor."),
        bar=False,
    ),
    Action(
        "rules.next_pane",
        "tab",
        N_("text"),
        N_("From the list to the text beside it and back."),
        bar=False,
        palette=False,
    ),
    Action("rules.back", "escape,q", N_("back"), N_("Back to where you were.")),
    Action(
        "rules.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    Action(
        "compare.other", "tab", N_("other list"), N_("From the differences to the sample hands and back.")
    ),
    Action("compare.back", "escape,q,c", N_("back"), N_("Back to where you were.")),
    Action(
        "compare.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    # the record book
    Action(
        "records.standings",
        "1",
        N_("standings"),
        N_("Everybody by result, with games, rates and averages."),
        bar=False,
    ),
    Action(
        "records.player",
        "2",
        N_("player"),
        N_("One player's page: figures, biggest hand, fans, opponents."),
        bar=False,
    ),
    Action(
        "records.duels",
        "3",
        N_("head to head"),
        N_("Each two players: who pulls whom, kicks, chops."),
        bar=False,
    ),
    Action("records.through", "4", N_("one night"), N_("The balance through one night."), bar=False),
    Action("records.across", "5", N_("all nights"), N_("The balance from night to night."), bar=False),
    Action(
        "records.hands", "6", N_("best hands"), N_("Biggest hands and the most frequent fans."), bar=False
    ),
    Action(
        "records.open",
        "enter",
        N_("open"),
        N_("The page of the player, or the tiles of the hand, under the cursor."),
        palette=False,
    ),
    Action("records.filter", "f", N_("filter"), N_("Which nights count: dates, group, rule set, player.")),
    Action("records.everything", "a", N_("all"), N_("Let every night count again.")),
    Action("records.table", "t", N_("chart/table"), N_("The same as a chart or as a table.")),
    Action("records.next", "right_square_bracket", N_("next"), N_("The next player or night.")),
    Action(
        "records.previous",
        "left_square_bracket",
        N_("previous"),
        N_("The player or night before."),
        bar=False,
    ),
    Action(
        "records.groups",
        "g",
        N_("groups"),
        N_("Players and groups: names, merging and parting, stakes and rules."),
    ),
    Action(
        "records.who",
        "w",
        N_("who"),
        N_("In the night shown, a name was somebody else: say who sat there."),
        bar=False,
    ),
    Action("records.reload", "f5", N_("reload"), N_("Read the book again."), bar=False),
    Action("records.back", "escape,q", N_("back"), N_("Back to where you were.")),
    Action(
        "records.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    # which nights count
    Action("filter.previous", "left", N_("less"), N_("The value before."), bar=False, palette=False),
    Action("filter.following", "right", N_("change"), N_("The value after."), palette=False),
    Action("filter.clear", "ctrl+x", N_("all"), N_("Let every night count again."), palette=False),
    Action("filter.accept", "enter", N_("take"), N_("Count these nights."), palette=False),
    Action("filter.back", "escape", N_("back"), N_("Leave it as it was."), palette=False),
    # players and groups
    Action(
        "groups.other",
        "tab",
        N_("other list"),
        N_("From the groups to the players and back."),
        palette=False,
    ),
    Action(
        "groups.new",
        "n",
        N_("new group"),
        N_("A new group of regular players with its own stakes and rules."),
    ),
    Action(
        "groups.edit", "e", N_("edit"), N_("The group under the cursor: its players, stakes and house rules.")
    ),
    Action(
        "groups.rename",
        "r",
        N_("rename"),
        N_("Give the group or player under the cursor another name; old nights follow."),
    ),
    Action(
        "groups.merge",
        "m",
        N_("merge"),
        N_("The player under the cursor is the same person as another: make their histories one."),
    ),
    Action("groups.part", "p", N_("part"), N_("Part players that were merged by mistake.")),
    Action(
        "groups.remove", "delete", N_("remove"), N_("Offer the group no longer; its nights keep its name.")
    ),
    Action("groups.undo", "u", N_("undo"), N_("Take the last change of players or groups back.")),
    Action("groups.back", "escape,q", N_("back"), N_("Back to where you were.")),
    Action(
        "groups.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    # a line to type
    Action("line.accept", "enter", N_("take"), N_("Take what is typed."), palette=False),
    Action("line.back", "escape", N_("back"), N_("Leave it as it was."), palette=False),
    # several of a list
    Action(
        "pick.toggle",
        "space",
        N_("in or out"),
        N_("Take the line under the cursor in or out."),
        palette=False,
        action="mark",
    ),
    Action("pick.add", "n", N_("new name"), N_("Type names that are not in the list."), palette=False),
    Action("pick.accept", "enter", N_("take"), N_("Take what is marked."), palette=False),
    Action("pick.back", "escape", N_("back"), N_("Leave it as it was."), palette=False),
    # phones
    Action(
        "phones.network",
        "n",
        N_("network"),
        N_("Listen on the table's network, for every phone that has a code."),
    ),
    Action("phones.machine", "m", N_("this machine"), N_("Listen on this machine alone.")),
    Action(
        "phones.other",
        "tab,left,right",
        N_("board/camera"),
        N_("From the board's code to the camera's and back."),
    ),
    Action(
        "phones.renew",
        "k",
        N_("new codes"),
        N_("New codes; every phone that holds an old one is locked out."),
    ),
    Action("phones.off", "o", N_("switch off"), N_("Stop listening; the phones are told.")),
    Action("phones.back", "escape,q", N_("back"), N_("Back to where you were; the phones stay on.")),
    Action(
        "phones.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    # taking a photo
    Action(
        "photo.take",
        "enter",
        N_("take"),
        N_("Take the picture, or open the line under the cursor."),
        palette=False,
    ),
    Action("photo.timer", "t", N_("timer"), N_("Take the picture after three seconds.")),
    Action("photo.camera", "c", N_("camera"), N_("The next camera of this machine.")),
    Action(
        "photo.file", "f", N_("file"), N_("Choose a picture file, newest first; / types or pastes its path.")
    ),
    Action(
        "photo.address",
        "a",
        N_("address"),
        N_(
            "The address of a stream or snapshot, such as a phone's camera app serves; or camera:0, or a path."
        ),
    ),
    Action("photo.clipboard", "v", N_("clipboard"), N_("Read the picture in the clipboard.")),
    Action("photo.phone", "q,f8", N_("phone"), N_("A phone as camera: shows a QR code; no app to install.")),
    Action(
        "photo.sample", "e", N_("sample"), N_("Read the sample photo that comes with the program."), bar=False
    ),
    Action("photo.path", "slash", N_("path"), N_("Type or paste a file's path."), palette=False),
    Action("photo.back", "escape", N_("back"), N_("Stop reading; one step back.")),
    Action(
        "photo.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    # checking a photo's tiles
    Action(
        "photo_tiles.accept",
        "enter",
        N_("take"),
        N_("The tiles are right: on to counting the hand."),
        palette=False,
    ),
    Action("photo_tiles.doubtful", "tab", N_("next doubtful"), N_("The next tile that is not sure.")),
    Action(
        "photo_tiles.doubtful_back",
        "shift+tab",
        N_("doubtful before"),
        N_("The tile before that is not sure."),
        bar=False,
        palette=False,
    ),
    Action(
        "photo_tiles.candidate",
        "space",
        N_("other face"),
        N_("The tile's second candidate, third, and round again. Or type it: 5p, E."),
    ),
    Action(
        "photo_tiles.winning", "x", N_("winning tile"), N_("The tile under the cursor won; again for none.")
    ),
    Action(
        "photo_tiles.add",
        "i,insert",
        N_("add"),
        N_("A tile the photo does not show, after the cursor; then type it."),
    ),
    Action(
        "photo_tiles.leave_out",
        "delete,backspace",
        N_("leave out"),
        N_("The tile is not of the hand; again takes it back."),
    ),
    Action(
        "photo_tiles.row_out",
        "d",
        N_("row out"),
        N_("Everything in one row with the tile is not of the hand; again takes it back."),
    ),
    Action(
        "photo_tiles.regroup",
        "g",
        N_("meld"),
        N_(
            "The tiles marked, or the likeliest around the cursor, were exposed; a meld goes back to the hand."
        ),
    ),
    Action("photo_tiles.mark", "v", N_("mark"), N_("Mark the tile to become part of a meld."), bar=False),
    Action(
        "photo_tiles.kind",
        "k",
        N_("kong"),
        N_("The meld under the cursor: exposed, added kong, concealed kong."),
        bar=False,
    ),
    Action("photo_tiles.check", "c", N_("is right"), N_("The tile is what it says.")),
    Action(
        "photo_tiles.reconsider",
        "r",
        N_("reconsider"),
        N_("Look for the winning hand again with what was put right."),
        bar=False,
    ),
    Action("photo_tiles.undo", "u", N_("undo"), N_("Take the last change back.")),
    Action("photo_tiles.zoom", "z", N_("zoom"), N_("Around the tile, the hand, the whole photo."), bar=False),
    Action("photo_tiles.again", "t", N_("again"), N_("Another photo."), bar=False),
    Action("photo_tiles.previous", "left", N_("before"), N_("The tile before."), bar=False, palette=False),
    Action("photo_tiles.following", "right", N_("after"), N_("The tile after."), bar=False, palette=False),
    Action("photo_tiles.row_up", "up", N_("up"), N_("The row above."), bar=False, palette=False),
    Action("photo_tiles.row_down", "down", N_("down"), N_("The row below."), bar=False, palette=False),
    Action("photo_tiles.first", "home", N_("first"), N_("The first tile."), bar=False, palette=False),
    Action("photo_tiles.last", "end", N_("last"), N_("The last tile."), bar=False, palette=False),
    Action(
        "photo_tiles.back",
        "escape",
        N_("back"),
        N_("Leave the photo; nothing was recorded, and what was put right is kept for this hand."),
    ),
    Action(
        "photo_tiles.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
    # the booklet
    Action("booklet.search", "slash", N_("search"), N_("Search titles and text; every word must be found.")),
    Action(
        "booklet.contents",
        "c",
        N_("contents"),
        N_("The table of contents; from there Enter goes to the place."),
    ),
    Action("booklet.next_chapter", "right_square_bracket,right", N_("chapter"), N_("The next chapter.")),
    Action(
        "booklet.previous_chapter",
        "left_square_bracket,left",
        N_("previous"),
        N_("The chapter before."),
        bar=False,
    ),
    Action("booklet.next_hit", "n", N_("next place"), N_("The next place found by the search.")),
    Action(
        "booklet.previous_hit", "N", N_("previous place"), N_("The place found before this one."), bar=False
    ),
    Action("booklet.next_link", "tab", N_("link"), N_("Put the cursor on the next link; Enter follows it.")),
    Action(
        "booklet.previous_link",
        "shift+tab",
        N_("previous link"),
        N_("Put the cursor on the link before."),
        bar=False,
    ),
    Action(
        "booklet.follow",
        "enter",
        N_("follow"),
        N_("Go where the link under the cursor leads."),
        bar=False,
        palette=False,
    ),
    Action(
        "booklet.return",
        "backspace",
        N_("go back"),
        N_("Back to where you were before the last jump."),
        bar=False,
        action="turn_back",
    ),
    Action("booklet.back", "escape,q", N_("close"), N_("Close the search, the contents, then the booklet.")),
    Action(
        "booklet.question",
        "question_mark",
        N_("help"),
        N_("Help for what has the focus, and every key of this screen."),
        action="app.help",
        bar=False,
        palette=False,
    ),
)

BY_ID: Final[Mapping[str, Action]] = {action.id: action for action in ACTIONS}


def area(name: str) -> Iterator[Action]:
    """The actions of one screen."""
    return (action for action in ACTIONS if action.area == name)


def bindings(name: str) -> list[BindingType]:
    """Textual bindings of one screen's actions, each with its id."""
    return [
        Binding(
            ",".join(key.strip() for key in action.keys.split(",")),
            action.name,
            action.label,
            show=action.bar,
            priority=action.priority,
            id=action.id,
        )
        for action in area(name)
    ]


SHOWN: Final[Mapping[str, str]] = {
    "enter": "⏎",
    "escape": "Esc",
    "space": "␣",
    "backspace": "⌫",
    "delete": "Del",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "question_mark": "?",
    "tab": "Tab",
    "plus": "+",
    "equals_sign": "=",
    "number_sign": "#",
    "comma": ",",
    "slash": "/",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}


def shown(key: str) -> str:
    """How a key is written for a person: ``ctrl+p`` is ``^P``."""
    if key.startswith("ctrl+"):
        return "^" + key[5:].upper()
    if key.startswith("shift+"):
        return "⇧" + shown(key[6:])
    if key in SHOWN:
        return SHOWN[key]
    return key.upper() if len(key) > 1 else key


def keys_of(action_id: str, keymap: Mapping[str, str] | None = None) -> list[str]:
    """The keys that ask for the action now, as Textual spells them; empty for an unknown id."""
    action = BY_ID.get(action_id)
    if action is None:
        return []
    keys = (keymap or {}).get(action_id, action.keys)
    return [key.strip() for key in keys.split(",") if key.strip()]


def problems(keymap: Mapping[str, str]) -> list[tuple[str, str]]:
    """What is wrong with a person's keymap: (id, ``unknown`` | ``clash <other id>``) for each entry that cannot be used."""
    found: list[tuple[str, str]] = []
    for action_id in keymap:
        if action_id not in BY_ID:
            found.append((action_id, "unknown"))
            continue
        mine = set(keys_of(action_id, keymap))
        for other in area(BY_ID[action_id].area):
            if other.id != action_id and mine & set(keys_of(other.id, keymap)):
                found.append((action_id, f"clash {other.id}"))
    return found
