"""``taipai serve``: the app in a browser."""

from __future__ import annotations

import json
import socket

import click

from tui.i18n import _


def _port_is_free(host: str, port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


@click.command(
    help="Serve the app to a browser: on this machine only, or with --network to a tablet on the same network."
)
@click.option("--network", is_flag=True, help="Listen on the network, not on this machine alone.")
@click.option("--host", metavar="ADDRESS", help="Listen on this address of the machine instead.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@click.option("--qr/--no-qr", default=True, help="Print the address as a QR code too.")
@click.option("--json", "as_json", is_flag=True, help="Print the address as a JSON object.")
@click.pass_obj
def command(
    obj: dict[str, str | None], network: bool, host: str | None, port: int, qr: bool, as_json: bool
) -> None:
    try:
        from tui.phones.browser import BrowserServer, environment_for_apps
    except ImportError as error:
        raise click.ClickException(
            _("serving needs the extra: pip install 'taipai[serve]'") + f" ({error.name})"
        ) from error
    from tui.phones.network import LOOPBACK, addresses

    listen = host or ("0.0.0.0" if network else LOOPBACK)
    reachable = addresses() if listen == "0.0.0.0" else []
    if network and not reachable:
        raise click.ClickException(_("this machine has no network address; join the table's network first"))
    shown = reachable[0] if reachable else listen
    if not _port_is_free(listen, port):
        raise click.ClickException(
            _("port {port} of {host} is taken or not ours; choose another with --port").format(
                port=port, host=listen
            )
        )
    environment_for_apps(obj.get("book"), obj.get("lang"))
    server = BrowserServer(listen, port, [shown, *reachable, LOOPBACK, "localhost"])
    url = f"http://{shown}:{port}/?token={server.token}"
    if as_json:
        click.echo(json.dumps({"url": url, "host": listen, "port": port}))
    else:
        click.echo(_("Open this address in a browser; whoever has it can use the app:"))
        click.echo(f"  {url}")
        if qr:
            from tui.phones.qr import qr_lines

            click.echo()
            for line in qr_lines(url):
                click.echo("  " + click.style(line, fg="bright_white", bg="black"))
        click.echo(_("Ctrl+C ends it."))
    server.serve()
