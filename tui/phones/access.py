"""Who may look and who may send: unguessable tokens, and what a request must look like to be ours."""

from __future__ import annotations

import hmac
import ipaddress
import secrets
from dataclasses import dataclass, field
from typing import Final, Literal
from urllib.parse import urlsplit

Purpose = Literal["look", "send"]

TOKEN_BYTES: Final = 18
"""144 random bits: 24 characters in the address, small enough for a QR code of 80 × 24."""


def new_token() -> str:
    """A fresh URL-safe token."""
    return secrets.token_urlsafe(TOKEN_BYTES)


@dataclass(slots=True)
class Access:
    """One token for looking and another for sending: a picture passed on of one QR code never opens the other."""

    look: str = field(default_factory=new_token)
    send: str = field(default_factory=new_token)

    def allows(self, purpose: Purpose, token: str) -> bool:
        """Whether ``token`` is the one of ``purpose``; compared in constant time."""
        expected = self.look if purpose == "look" else self.send
        return hmac.compare_digest(expected.encode(), token.encode("utf-8", "replace"))

    def renew(self) -> None:
        """New tokens: every phone that holds an old one is locked out."""
        self.look = new_token()
        self.send = new_token()


def ours(host: str | None) -> bool:
    """Whether ``host``, a request's header, is how a phone with our code calls us: by address, never by a name.

    A page elsewhere may point a name of its own at this machine (DNS rebinding); its requests come under that name.
    """
    try:
        parts = urlsplit(f"//{host or ''}")
        name = parts.hostname or ""
        _ = parts.port
    except ValueError:
        return False
    if name == "localhost":
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(origin: str | None, fetch_site: str | None, host: str | None) -> bool:
    """Whether a request that changes something, or a websocket, comes from a page of this server.

    ``origin``, ``fetch_site`` and ``host`` are the request's headers. A browser always sends at least one of the first two on such requests;
    a client without either is no browser, so no page can ride on it.
    """
    if fetch_site is not None and fetch_site not in ("same-origin", "none"):
        return False
    if origin is None:
        return True
    parts = urlsplit(origin)
    return bool(host) and parts.scheme in ("http", "https") and parts.netloc.lower() == (host or "").lower()
