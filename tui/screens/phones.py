"""Phones at the table: switch the server on, show its QR codes, see who watches."""

from __future__ import annotations

from typing import Final, Literal

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tui import keymap
from tui.i18n import _, n_, tr
from tui.keymap import N_
from tui.phones.desk import PhoneDesk
from tui.phones.network import LOOPBACK, addresses
from tui.phones.qr import qr_lines
from tui.screens.base import Page
from tui.widgets.keybar import KeyBar

Page_ = Literal["look", "send"]
EVERY: Final = 0.5


class PhonesScreen(Page[None]):
    """One QR code at a time: the board to look at, or the camera to send with."""

    AREA = "phones"
    BINDINGS = keymap.bindings("phones")
    HELP = N_(
        "Phones at the table. Nothing listens until you switch it on: n for the table's network, m for this machine alone. Scan the code with a "
        "phone on the same network; no app is needed. The board code only looks; the camera code only sends pictures. New codes lock every phone "
        "out that holds an old one."
    )
    DEFAULT_CSS = """
    PhonesScreen #phones-head { height: auto; padding: 0 2; }
    PhonesScreen #phones-code { width: 1fr; height: 1fr; content-align: center top; text-align: center; }
    """

    def __init__(self, for_photo: bool = False) -> None:
        """``for_photo``: the camera's code first, and back as soon as a phone has sent a picture."""
        super().__init__()
        self._for_photo = for_photo
        self._page: Page_ = "send" if for_photo else "look"
        self._trouble = ""

    @property
    def desk(self) -> PhoneDesk:
        """The app's desk for phones."""
        return self.taipai.phones

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="phones-head")
            yield Static(id="phones-code")
        yield KeyBar("phones")

    def on_mount(self) -> None:
        self._draw()
        self.set_interval(EVERY, self._draw_head)

    def relabel(self) -> None:
        super().relabel()
        self._draw()

    # --- drawing --------------------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        self._draw_head()
        code = self.query_one("#phones-code", Static)
        if not self.desk.server.running:
            code.update("")
            return
        url = self.desk.server.url(self._page, self._host())
        code.update(
            Text("\n").join(Text(line, style="#ffffff on #000000") for line in qr_lines(url)), layout=True
        )

    def _host(self) -> str:
        server = self.desk.server
        if server.host != "0.0.0.0":
            return server.host
        found = addresses()
        return found[0] if found else LOOPBACK

    def _draw_head(self) -> None:
        server = self.desk.server
        text = Text(no_wrap=True, overflow="fold")
        if not server.running:
            text.append(_("Phones: off."), style="bold")
            text.append(" " + _("n: on for the table's network · m: on for this machine alone") + "\n")
        else:
            look = self._page == "look"
            text.append(_("Board: scan to watch") if look else _("Camera: scan to send a hand"), style="bold")
            place = (
                _("this machine alone")
                if server.host == LOOPBACK
                else _("whoever is on this network and has the code")
            )
            text.append(f"  {place}\n")
            watching = n_("{n} phone watching", "{n} phones watching", server.watchers)
            sent = n_("{n} picture sent", "{n} pictures sent", server.photos)
            text.append(f"{watching} · {sent}")
            if self.desk.last is not None:
                text.append(" · " + _("last:") + " " + tr(self.desk.last))
            text.append("\n" + server.url(self._page, self._host()))
        if self._trouble:
            text.append("\n✗ " + self._trouble, style="bold")
        self.query_one("#phones-head", Static).update(text)

    # --- actions --------------------------------------------------------------------------------------------------------------

    async def action_network(self) -> None:
        if not addresses():
            self._trouble = _("this machine has no network address; join the table's network first")
            self._draw()
            return
        await self._open("0.0.0.0")

    async def action_machine(self) -> None:
        await self._open(LOOPBACK)

    async def _open(self, host: str) -> None:
        self._trouble = ""
        try:
            await self.desk.open(host)
        except OSError as error:
            self._trouble = _("cannot listen there: {why}").format(why=error.strerror or error)
        self._draw()

    async def action_off(self) -> None:
        self._trouble = ""
        await self.desk.close()
        self._draw()

    async def action_renew(self) -> None:
        if self.desk.server.running:
            await self.desk.server.renew()
        self._draw()

    def action_other(self) -> None:
        self._page = "send" if self._page == "look" else "look"
        self._draw()

    def phone_sent(self) -> bool:
        """A phone has sent a picture; whether somebody waits for it below."""
        if self._for_photo:
            self.dismiss(None)
        return self._for_photo

    def action_back(self) -> None:
        self.dismiss(None)
