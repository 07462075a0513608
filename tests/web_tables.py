"""Tables of tests over HTTP: set up by a referee through the form, joined by links as the pages show them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import unescape
from typing import Any

import httpx
import msgspec

from servers import Server, Visitor

USUAL: Mapping[str, Any] = {"scenario": "ambush", "preset": "published_style", "undo": "own_last", "spectators": "yes"}
"""What the form of a Cairn table says when nothing is changed, but for the seats, which are as the scenario says."""


class Setup(msgspec.Struct, frozen=True):
    """A table with its referee: their pages' path, and the links of all seats by seat."""

    server: Server
    referee: Visitor
    id: str
    links: Mapping[str, str]

    @property
    def base(self) -> str:
        """The referee's page."""
        return f"/t/{self.id}/referee"

    def at(self, seat: str) -> str:
        """A seat's page."""
        return f"/t/{self.id}/{seat}"

    def seated(self, seat: str, name: str, secret: str = "") -> Visitor:
        """Somebody new who has taken a seat."""
        visitor = self.server.visitor()
        answer = join(visitor, self.links[seat], name, secret)
        assert answer.url.path == self.at(seat), answer.text
        return visitor

    def watching(self) -> Visitor:
        """Somebody new who watches."""
        visitor = self.server.visitor()
        assert visitor.post(self.links["spectator"]).url.path == self.at("spectator")
        return visitor


def create(visitor: Visitor, game: str = "cairn", files: Any = None, **fields: Any) -> httpx.Response:
    """Send the form of a new table; the seats' page comes back, or the form again."""
    data = {"form_token": visitor.token(), **USUAL, **fields}
    return visitor.http.post(f"/new/{game}", data={key: value for key, value in data.items() if value}, files=files)


def setup(server: Server, **fields: Any) -> Setup:
    """A Cairn table with a seat for each hero; `fields` are those of the form."""
    referee = server.visitor()
    answer = create(referee, **{"apart": "yes", **fields})
    assert answer.status_code == 200, answer.text
    assert answer.url.path.endswith("/referee/seats"), answer.text
    return Setup(server, referee, answer.url.path.split("/")[2], links(answer.text))


def links(page: str) -> dict[str, str]:
    """The paths of the invitations on a page, by seat."""
    found = re.findall(r'readonly value="http://[^/]+(/join/[^/]+/([^/]+)/[^"]+)"', page)
    return {unescape(seat): unescape(path) for path, seat in found}


def join(visitor: Visitor, link: str, name: str, secret: str = "") -> httpx.Response:
    """Open a link, fill in the form that it shows, and send it."""
    return visitor.post(link, {"seen": seen(visitor.get(link).text), "name": name, "secret": secret})


def seen(page: str) -> str:
    """What the form to join says of who had the seat when it was shown."""
    found = re.search(r'name="seen" value="([^"]*)"', page)
    return found[1] if found else ""


def statuses(answers: Iterable[httpx.Response]) -> list[int]:
    """The statuses of answers, in order of size."""
    return sorted(answer.status_code for answer in answers)
