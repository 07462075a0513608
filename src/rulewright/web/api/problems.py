"""What goes wrong, as `application/problem+json` (RFC 9457): a kind, a status, and `reason`, a key for programs."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from rulewright.engine.errors import Desync, Malformed, Refused, RulewrightError
from rulewright.engine.simulation import Stuck
from rulewright.store.errors import Unavailable
from rulewright.table.stale import Stale
from rulewright.web.api.told import Told
from rulewright.web.errors import text_and_status
from rulewright.web.visit import NotAllowed, Visit

log = logging.getLogger(__name__)

MEDIA = "application/problem+json"

KINDS: Mapping[str, int] = {
    "malformed": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "not_found": 404,
    "method": 405,
    "not_acceptable": 406,
    "refused": 409,
    "stale": 409,
    "desync": 409,
    "too_long": 413,
    "media_type": 415,
    "unprocessable": 422,
    "too_many": 429,
    "unavailable": 503,
    "unexpected": 500,
}
"""The kinds of problems with their statuses."""

_BY_STATUS = {404: "not_found", 429: "too_many"}
_BY_REASON = {
    "unknown_table": "not_found",
    "no_table": "not_found",
    "table_busy": "unavailable",
    "not_kept": "unavailable",
    "busy_computing": "too_many",
    "takes_too_long": "unprocessable",
    "too_much_memory": "unprocessable",
    "too_many_paths": "unprocessable",
}
_OF_COMPUTING = ("busy_computing", "takes_too_long", "too_much_memory", "too_many_paths")


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not done; nothing has changed.

    `reason` is the key of the refusal and `rule` the rule that forbids it; `facts` belong to its words. `at` says
    where the request is wrong and `expected` what belongs there. A stale command also gets `sequence`, the number of
    the last entry of which the seat may know, and `events`, what has happened since.
    """

    type: str
    title: str
    status: int
    detail: str
    reason: str
    rule: str = ""
    facts: Mapping[str, Any] = {}
    at: str = ""
    expected: str = ""
    sequence: int | UnsetType = UNSET
    events: tuple[Told, ...] | UnsetType = UNSET


class Wrong(RulewrightError):
    """A request that the API does not take: one of `KINDS`, where, and what it takes; words are "api.REASON"."""

    def __init__(self, kind: str, reason: str = "", *, at: str = "", expected: str = "", **headers: str) -> None:
        super().__init__(reason or kind)
        self.kind = kind
        self.reason = reason or kind
        self.at = at
        self.expected = expected
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class Behind(RulewrightError):
    """A stale command, with the number of the last entry and what has happened since, in words."""

    def __init__(self, stale: Stale, sequence: int, events: tuple[Told, ...]) -> None:
        super().__init__(stale.reason)
        self.stale = stale
        self.sequence = sequence
        self.events = events


def problem_response(visit: Visit, error: Exception) -> Response:
    """The answer to an error."""
    problem, headers = _problem(visit, error)
    if problem.status >= 500:
        log.error("a request to the API failed", exc_info=error)
    body = msgspec.json.encode(problem, enc_hook=str)
    return Response(body, problem.status, {"vary": "accept-language", **headers}, MEDIA)


def _problem(visit: Visit, error: Exception) -> tuple[Problem, Mapping[str, str]]:
    if isinstance(error, ClientDisconnect):  # the size limit ends a body that goes on too long
        error = Wrong("too_long")
    if isinstance(error, Wrong):
        text = visit.say(f"api.{error.reason}", at=error.at, expected=error.expected)
        return _made(visit, error.kind, text, error.reason, at=error.at, expected=error.expected), error.headers
    if isinstance(error, Behind):
        text, _ = text_and_status(visit, error.stale)
        behind = {"facts": error.stale.facts, "sequence": error.sequence, "events": error.events}
        return _made(visit, "stale", text, error.stale.reason, **behind), {}
    text, _ = text_and_status(visit, error)
    match error:
        case NotAllowed():
            kind = _BY_STATUS.get(error.status, "forbidden")
            return _made(visit, kind, text, error.key.removeprefix("error.")), {}
        case Refused(reason=reason) if reason in _OF_COMPUTING:
            headers = {"retry-after": "5"} if reason == "busy_computing" else {}
            return _made(visit, _BY_REASON[reason], visit.say(f"api.{reason}"), reason), headers
        case Refused():
            kind = _BY_REASON.get(error.reason, "refused")
            headers = {"retry-after": "1"} if KINDS[kind] in (429, 503) else {}
            return _made(visit, kind, text, error.reason, rule=error.rule, facts=error.facts), headers
        case Malformed():
            return _made(visit, "malformed", text, "malformed", at=error.at, expected=error.expected), {}
        case Desync():
            return _made(visit, "desync", text, "desync"), {}
        case Unavailable():
            return _made(visit, "unavailable", visit.say("api.unavailable"), "unavailable"), {"retry-after": "1"}
        case Stuck():
            return _made(visit, "unprocessable", visit.say("api.stuck", text=str(error)), "stuck"), {}
    return _made(visit, "unexpected", visit.say("error.unexpected"), "unexpected"), {}


def _made(visit: Visit, kind: str, detail: str, reason: str, **parts: Any) -> Problem:
    return Problem(f"/api#{kind}", visit.say(f"api.title.{kind}"), KINDS[kind], detail, reason, **parts)
