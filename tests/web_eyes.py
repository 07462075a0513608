"""A table with everybody who can come to it: a stranger, a spectator, a player, the referee; and every way in."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from starlette.routing import Route

from pages import Form, is_html, page_of
from rulewright import games
from rulewright.web.api.operations import Endpoint
from rulewright.web.app import ROUTES
from servers import Server, Visitor
from tables import Made, new_table
from web_tables import join

EYES = ("stranger", "spectator", "player", "referee")


class Eyes:
    """Everybody at one table, by what they are: their seat and themselves."""

    def __init__(self, server: Server, game: str, scenario: str, **wishes: Any) -> None:
        self.server = server
        self.made: Made = new_table(server, game, scenario, **wishes)
        self.game = games.get(game)
        self.player = next(seat for seat in self.made.links if seat not in ("referee", "spectator"))
        self.others = [seat for seat in self.made.links if seat not in ("referee", "spectator", self.player)]
        self.seats = {"stranger": "referee", "spectator": "spectator", "player": self.player, "referee": "referee"}
        self.visitors: Mapping[str, Visitor] = {eyes: server.visitor() for eyes in EYES}
        for eyes in ("referee", "player"):
            join(self.visitors[eyes], self.made.links[self.seats[eyes]], eyes.capitalize())
        self.visitors["spectator"].post(self.made.links["spectator"])
        self.visitors["stranger"].get("/")

    def base(self, eyes: str) -> str:
        """The page of a seat."""
        return f"/t/{self.made.id}/{self.seats[eyes]}"

    def path(self, route: str, eyes: str) -> Iterator[str]:
        """Addresses of a route, filled in for these eyes."""
        if route.startswith(("/packs/{game}/{id}", "/static")):
            kind = re.escape(route).replace(r"\{", "{").replace(r"\}", "}")
            looks = re.sub(r"{\w+}", r"[^/?\"]+", kind)
            page = self.visitors[eyes].get("/packs").text
            yield from re.findall(rf'(?:href|src|action)="({looks})"', page)
            return
        found = [route]
        for name in re.findall(r"{(\w+)", route):
            values = self._values(route, name, eyes)
            found = [re.sub(rf"{{{name}(:\w+)?}}", value, one) for one in found for value in values]
        yield from found

    def _values(self, route: str, name: str, eyes: str) -> list[str]:
        world = self.server.site.hub.rooms[self.made.id].table.world
        match name:
            case "table":
                return [self.made.id]
            case "seat" | "of":
                return [self.seats[eyes]]
            case "token":
                return [self.made.links[self.seats[eyes]].rpartition("/")[2]]
            case "game":
                return [self.game.id]
            case "rule":
                return [next(iter(self.game.rulebook().rules))]
            case "id" if route.startswith("/rules"):
                return list(self.game.rulebook().rules)[:3]
            case "id" if route.startswith("/characters"):
                return [self.character(self.visitors[eyes])]
            case "draft":
                where = self.visitors[eyes].get(f"/characters/new/{self.game.id}").url.path
                return [where.rpartition("/")[2]]
            case "figure":
                seat = next(
                    seat for seat in self.server.site.hub.rooms[self.made.id].table.seats if seat.id == self.player
                )
                return [one.id for one in self.game.board(world, seat, "en").figures if one.mine][:1]
            case "name" if route.endswith("/do/{name}"):
                return sorted(self.game.commands.types)
            case "scenario":
                return [next(iter(self.game.scenarios()))]
            case "procedure":
                return list(self.game.procedures)[:3]
        return ["unknown"]

    def character(self, visitor: Visitor) -> str:
        """A character that this visitor keeps."""
        listed = re.search(r'href="/characters/([0-9a-f]{20})"', visitor.get("/characters").text)
        if listed:
            return listed[1]
        draft = visitor.get(f"/characters/new/{self.game.id}/random").url.path
        return visitor.post(draft, {"do": "keep"}).url.path.rpartition("/")[2]


@cache
def get_routes() -> tuple[str, ...]:
    """The paths of everything that can be asked for, but for files and what has no end."""
    return tuple(route.path for route in ROUTES if _answers(route, "GET") and "stream" not in route.path)


def post_routes() -> tuple[str, ...]:
    """The paths of everything to which something can be posted, but for the API."""
    return tuple(route.path for route in ROUTES if "POST" in (route.methods or ()))


def _answers(route: Route, method: str) -> bool:
    if isinstance(route.endpoint, Endpoint):
        return method in route.endpoint.operations
    return method in (route.methods or ())


def forms_of(visitor: Visitor, path: str) -> list[Form]:
    """The forms of a page that change something."""
    answer = visitor.get(path)
    return [form for form in page_of(answer).forms if form.method == "post"] if is_html(answer) else []


def dump(database_url: str) -> str:
    """Everything that a SQLite database holds, as text."""
    with sqlite3.connect(database_url.removeprefix("sqlite:///")) as connection:
        return "\n".join(connection.iterdump())
