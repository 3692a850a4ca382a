"""Which addresses this machine has on the network at the table."""

from __future__ import annotations

import ipaddress
import socket
from typing import Final

LOOPBACK: Final = "127.0.0.1"


def addresses() -> list[str]:
    """IPv4 addresses other machines may reach this one by, likeliest first; empty where there is no network."""
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: picks the route, sends nothing
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    try:
        for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM):
            found.append(str(info[4][0]))
    except OSError:
        pass
    usable = []
    for address in dict.fromkeys(found):
        ip = ipaddress.ip_address(address)
        if not (ip.is_loopback or ip.is_unspecified or ip.is_link_local):
            usable.append(address)
    return usable
