"""One request of somebody to a page: who it is, what they may do, and how the answer looks."""

from __future__ import annotations

import io
import unicodedata
from functools import cached_property
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.datastructures import FormData, UploadFile
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from rulewright import games
from rulewright.engine.errors import Malformed, RulewrightError
from rulewright.engine.game import Game
from rulewright.engine.journal import Seat
from rulewright.engine.words import Words
from rulewright.table.wording import words_of
from rulewright.web.forms.values import whole_number
from rulewright.web.live.room import Room
from rulewright.web.people.security import Rates, same_origin
from rulewright.web.people.session import MOST_WATCHED, Session
from rulewright.web.site import Site
from rulewright.web.views import Look, Page, render
from rulewright.web.words import game_language, preferred

LONGEST_FIELD = 20_000
MOST_FILES = 60
"""Files in one form: a pack may come in many."""
SAFE_IN_PATHS = ":/%#?=@[]!$&'()*+,;"
"""What stays as it is in an address that a header names."""
_DIRECTIONS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


class NotAllowed(RulewrightError):
    """The visitor may not do this here; `key` is the message that says why."""

    def __init__(self, key: str, status: int = 403) -> None:
        super().__init__(key)
        self.key = key
        self.status = status


class Visit:
    """A request with its site, session and words."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.site: Site = request.app.state.site

    @property
    def session(self) -> Session:
        """The visitor's session; setting another writes the cookie."""
        session: Session = self.request.scope["session"]
        return session

    @session.setter
    def session(self, session: Session) -> None:
        self.request.scope["session"] = session

    @property
    def person(self) -> str:
        """Who it is."""
        return self.session.person

    @property
    def language(self) -> str:
        """The language of the page: as chosen, or as the browser says."""
        return self.session.likes.language or preferred(self.request.headers.get("accept-language", ""))

    @cached_property
    def look(self) -> Look:
        """How the page is shown."""
        url = self.request.url
        path = url.path + (f"?{url.query}" if url.query else "")
        return Look(self.language, self.session.likes, self.site.links.form(self.person), path)

    @property
    def by_script(self) -> bool:
        """Whether our script asked, and wants a piece of a page instead of a whole one."""
        return self.request.headers.get("hx-request") == "true"

    def say(self, key: str, **facts: Any) -> str:
        """A message of the pages."""
        return self.look.say(key, **facts)

    def game_words(self, game: Game) -> str:
        """The language in which a game speaks to the visitor."""
        return game_language(game, self.language)

    def words(self, game: Game) -> Words:
        """A game's messages in the language in which it speaks to the visitor."""
        return words_of(game, self.game_words(game))

    def page(self, page: Page, status: int = 200) -> HTMLResponse:
        """A page as the answer."""
        return HTMLResponse(render(self.look, page), status)

    def go(self, path: str) -> Response:
        """Send the browser to another page of ours."""
        if self.by_script:
            return Response(headers={"hx-redirect": quote(path, safe=SAFE_IN_PATHS)})
        return RedirectResponse(path, 303)

    async def form(self) -> FormData:
        """The posted form, checked to come from one of our own pages; raises `NotAllowed` and `Malformed`."""
        if not same_origin(self.request.headers):
            raise NotAllowed("error.cross_site")
        self.count(self.site.posts, self.person)
        self.count(self.site.posts)
        try:
            form = await _in_memory(await self.request.form(max_files=MOST_FILES, max_fields=1_000))
        except ClientDisconnect as error:  # the size limit ends a body that goes on too long
            raise NotAllowed("error.too_long", 413) from error
        except Exception as error:
            raise Malformed("a form that cannot be read", expected="a form of this page") from error
        if any(isinstance(value, str) and not is_text(value) for _, value in form.multi_items()):
            raise Malformed("characters that are no text", expected="a form of this page")
        token = self.request.headers.get("x-form-token") or form.get("form_token")
        if not isinstance(token, str) or not self.site.links.form_fits(token, self.person):
            raise NotAllowed("error.form_expired")
        for name, value in form.multi_items():
            if isinstance(value, str) and len(value) > LONGEST_FIELD and name != "text":
                raise Malformed(f"{len(value)} characters", at=name, expected=f"at most {LONGEST_FIELD}")
        return form

    @property
    def address(self) -> str:
        """Where the request comes from, for counting."""
        return self.request.client.host if self.request.client else ""

    def count(self, rates: Rates, who: str = "") -> None:
        """Count something that is done by `who`, else from the visitor's address; raises `NotAllowed` "too_many"."""
        if not rates.allow(who or self.address):
            raise NotAllowed("error.too_many", 429)

    def game(self) -> Game:
        """The game of the path; raises `NotAllowed` with status 404."""
        found = games.installed().get(self.request.path_params["game"])
        if found is None:
            raise NotAllowed("error.no_game", 404)
        self.request.scope["game"] = found
        return found

    async def room(self) -> Room:
        """The table of the path; raises `Refused` "unknown_table"."""
        room = await self.site.hub.room(self.request.path_params["table"])
        self.request.scope["game"] = room.table.game
        return room

    def seat(self, room: Room) -> Seat:
        """The seat of the path, which must be the visitor's; raises `NotAllowed`."""
        return self.seat_named(room, self.request.path_params["seat"])

    def player(self, room: Room) -> Seat:
        """The seat of the path, which must be the visitor's and no spectator's; raises `NotAllowed`."""
        seat = self.seat(room)
        if seat.role == "spectator":
            raise NotAllowed("error.only_watching")
        return seat

    def referee(self, room: Room, why: str = "error.only_referee") -> Seat:
        """The seat of the path, which must be the visitor's and the referee's; raises `NotAllowed` with key `why`."""
        seat = self.seat(room)
        if not seat.referee:
            raise NotAllowed(why)
        return seat

    def seat_named(self, room: Room, name: str) -> Seat:
        """A seat of the table, which must be the visitor's; raises `NotAllowed`."""
        row = room.seats.get(name)
        seat = next((seat for seat in room.table.seats if seat.id == name), None)
        if row is None or seat is None:
            raise NotAllowed("error.no_seat", 404)
        if seat.role == "spectator":
            watching = self.session.watches.get(room.id) == row.generation
            if not watching and room.row.owner != self.person:
                raise NotAllowed("error.not_your_seat")
        elif row.person != self.person:
            raise NotAllowed("error.not_your_seat")
        return seat

    def mine(self, room: Room) -> list[Seat]:
        """The visitor's seats at a table."""
        found = []
        for seat in room.table.seats:
            try:
                found.append(self.seat_named(room, seat.id))
            except NotAllowed:
                continue
        return found

    def watch(self, table: str, generation: int) -> None:
        """Remember that the visitor came by the spectators' link."""
        watches = {**self.session.watches, table: generation}
        while len(watches) > MOST_WATCHED:
            del watches[next(iter(watches))]
        self.session = msgspec.structs.replace(self.session, watches=watches)


async def _in_memory(form: FormData) -> FormData:
    """The form with its files read and closed, so that whatever happens next leaves none open."""
    items: list[tuple[str, UploadFile | str]] = []
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            value = UploadFile(io.BytesIO(await value.read()), filename=value.filename, headers=value.headers)
        items.append((name, value))
    await form.close()
    return FormData(items)


def is_text(value: str) -> bool:
    """Whether a text can be kept and sent: no lone surrogate and no NUL is in it."""
    return not any(character == "\0" or "\ud800" <= character <= "\udfff" for character in value)


def line_of(form: FormData, name: str, most: int) -> str:
    """A text field of a form as one line of at most `most` characters that show; "" where it is missing."""
    return one_line(text_of(form, name), most)


def one_line(text: str, most: int) -> str:
    """A text as one line of at most `most` characters that show."""
    text = unicodedata.normalize("NFC", text[:LONGEST_FIELD])
    shown = "".join(character for character in text if not _hides(character))
    return " ".join(shown.split())[:most].strip()


def _hides(character: str) -> bool:
    """Whether a character controls the text around it, so that a name could look like another one."""
    return character in _DIRECTIONS or (unicodedata.category(character) == "Cc" and not character.isspace())


def text_of(form: FormData, name: str, default: str = "") -> str:
    """A text field of a form; a file or a missing field counts as `default`."""
    value = form.get(name)
    return value if isinstance(value, str) else default


def texts_of(form: FormData) -> dict[str, list[str]]:
    """What stands in each text field of a form, in order."""
    texts: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            texts.setdefault(name, []).append(value)
    return texts


def number_of(form: FormData, name: str, default: int | None = None) -> int:
    """A whole number of a form; raises `Malformed`."""
    text = text_of(form, name).strip()
    if not text and default is not None:
        return default
    return whole_number(text, name)
