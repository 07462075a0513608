"""The paths of seats, and their links: a token that only the server can make, good until the seat is revoked."""

from __future__ import annotations

import base64
import hashlib
import hmac
from urllib.parse import quote


def join_path(table: str, seat: str, token: str) -> str:
    """The path of a seat's link."""
    return f"/join/{quote(table, safe='')}/{quote(seat, safe='')}/{quote(token, safe='')}"


def seat_path(table: str, seat: str) -> str:
    """The path of a seat's page."""
    return f"/t/{quote(table, safe='')}/{quote(seat, safe='')}"


class Links:
    """Makes and checks the tokens of seats, and other short signatures of this server."""

    def __init__(self, secret: str) -> None:
        self._key = secret.encode()

    def token(self, table: str, seat: str, generation: int) -> str:
        """The token of a seat's link."""
        return self.sign("seat", table, seat, str(generation))

    def path(self, table: str, seat: str, generation: int) -> str:
        """The path of a seat's link."""
        return join_path(table, seat, self.token(table, seat, generation))

    def fits(self, token: str, table: str, seat: str, generation: int) -> bool:
        """Whether a token is that of the seat's present link."""
        return hmac.compare_digest(token.encode(), self.token(table, seat, generation).encode())

    def form(self, person: str) -> str:
        """The token that forms of this person carry, so that no other site can post in their name."""
        return self.sign("form", person)

    def form_fits(self, token: str, person: str) -> bool:
        """Whether a posted form comes from a page of this person."""
        return hmac.compare_digest(token.encode(), self.form(person).encode())

    def sign(self, *parts: str) -> str:
        """A signature of some texts: 32 characters of a-z and 2-7."""
        text = "\0".join(parts).encode()
        mark = hmac.new(self._key, text, hashlib.sha256).digest()[:20]
        return base64.b32encode(mark).decode().lower()
