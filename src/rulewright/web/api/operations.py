"""Operations: a function with typed input and answer, and how it is reached. Routes and the document come of them."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from rulewright import games
from rulewright.engine.game import Game
from rulewright.web.api.problems import Wrong, problem_response
from rulewright.web.api.reading import JSON, read_body, read_query
from rulewright.web.people.security import Rates
from rulewright.web.site import Site
from rulewright.web.visit import Visit

Access: TypeAlias = Literal["open", "visitor", "anyone", "seat", "link"]
"""Who may: everybody; everybody, visitors with a cookie as themselves; visitors and seats; seats; links of seats."""

Run: TypeAlias = Callable[..., Awaitable[Any]]

_ENCODER = msgspec.json.Encoder(enc_hook=str)


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An object without fields."""


class Call:
    """One request to the API: its site, and the words for its answer."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.visit = Visit(request)
        self.site: Site = self.visit.site

    def part(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def game(self) -> Game:
        """The game of the path; raises `Wrong`."""
        wanted = self.part("game")
        if wanted not in games.installed():
            raise Wrong("not_found", "unknown_game", at="game", expected=", ".join(games.installed()))
        game = games.get(wanted)
        self.request.scope["game"] = game
        return game

    def count(self, rates: Rates, who: str = "") -> None:
        """Count something that this caller does; raises `Wrong` "too_many"."""
        if not rates.allow(who or self.visit.address):
            raise Wrong("too_many", retry_after=str(math.ceil(rates.seconds / rates.most)))


class Operation:
    """One thing that programs can do.

    `run` takes the call, and by their names a `body` and a `query`, whose types are those of its annotations. It
    returns the answer, or a whole response where `media` is not JSON. `refuses` says that the rules may forbid it,
    `heavy` that it may be too much to compute; `keyed` that it takes an idempotency key.
    """

    def __init__(
        self,
        method: str,
        path: str,
        run: Run,
        *,
        tag: str,
        access: Access = "open",
        status: int = 200,
        media: str = JSON,
        refuses: bool = False,
        heavy: bool = False,
        keyed: bool = False,
    ) -> None:
        hints = get_type_hints(run, include_extras=True)
        self.method = method
        self.path = path
        self.run = run
        self.tag = tag
        self.access = access
        self.status = status
        self.media = media
        self.refuses = refuses
        self.heavy = heavy
        self.keyed = keyed
        self.body: type[Any] | None = hints.get("body")
        self.query: type[Any] | None = hints.get("query")
        self.answer: Any = hints["return"]

    @property
    def name(self) -> str:
        """Its name in the document."""
        return self.run.__name__

    @property
    def text(self) -> str:
        """What it does."""
        return (self.run.__doc__ or "").strip()

    async def respond(self, call: Call) -> Response:
        """Do it and answer."""
        _check_accepted(call.request.headers.get("accept", ""), self.media)
        if self.method == "POST":
            call.count(call.site.posts)
        given: dict[str, Any] = {}
        query = read_query(call.request, self.query or Nothing, ("seat",) if self.access == "seat" else ())
        if self.query is not None:
            given["query"] = query
        if self.body is not None:
            given["body"] = await read_body(call.request, self.body)
        answer = await self.run(call, **given)
        if isinstance(answer, Response):
            return answer
        return Response(_ENCODER.encode(answer), self.status, {"vary": "accept-language"}, JSON)


class Endpoint:
    """All operations of one path, as an ASGI application."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        self.operations: Mapping[str, Operation] = {one.method: one for one in operations}
        methods = [*self.operations, *(["HEAD"] if self._has_head else [])]
        self.allowed = ", ".join(sorted(methods))

    @property
    def _has_head(self) -> bool:
        return "GET" in self.operations and self.operations["GET"].media != "text/event-stream"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        call = Call(Request(scope, receive))
        try:
            response = await self._operation(call).respond(call)
        except Exception as error:
            response = problem_response(call.visit, error)
        await response(scope, receive, send)

    def _operation(self, call: Call) -> Operation:
        method = call.request.method
        found = self.operations.get("GET" if method == "HEAD" and self._has_head else method)
        if found is None:
            if not self.operations:
                raise Wrong("not_found", "no_operation", expected="/api/openapi.json")
            raise Wrong("method", expected=self.allowed, allow=self.allowed)
        return found


def _check_accepted(accepted: str, media: str) -> None:
    """Raise `Wrong` where the caller does not take what the operation answers with."""
    if not accepted:
        return
    weights: dict[str, bool] = {}
    for part in accepted.split(",")[:50]:
        name, *parameters = (word.strip().lower() for word in part.split(";"))
        weights[name] = not any(word.replace(" ", "").rstrip("0.") == "q=" for word in parameters)
    for name in (media, f"{media.partition('/')[0]}/*", "*/*"):
        if name in weights:
            if weights[name]:
                return
            break
    raise Wrong("not_acceptable", at="accept", expected=media)
