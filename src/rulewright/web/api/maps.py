"""Maps over the API: which a seat may open, and one of them in a form for all games, with what can be done there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from rulewright.engine.commands import plain
from rulewright.engine.maps import LineStyle, Link, Map, Place, PlaceState, Remark, Step
from rulewright.engine.offers import Draft
from rulewright.engine.words import Words, told_or
from rulewright.web.api.auth import sitting
from rulewright.web.api.operations import Call, Operation
from rulewright.web.api.problems import Wrong
from rulewright.web.api.shown import Doing, OfferShown, doing_of


class At(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of the place or link that is looked at: what can be done there is told of no other."""

    at: Annotated[str, msgspec.Meta(max_length=200)] = ""


class DraftShown(msgspec.Struct, frozen=True):
    """A command to fill in: what stands in it already, and the fields that are `asked` for, some with `choices`.

    A choice is the value to send and its words.
    """

    command: dict[str, Any]
    key: str
    text: str
    facts: Mapping[str, Any]
    asked: tuple[str, ...]
    choices: Mapping[str, tuple[tuple[str, str], ...]]
    rule: str


class RemarkShown(msgspec.Struct, frozen=True):
    """A line; a `secret` one is not for players, a `wrong` one tells of a fault to mend."""

    key: str
    text: str
    facts: Mapping[str, Any]
    secret: bool
    wrong: bool


class PlaceShown(msgspec.Struct, frozen=True):
    """A place: `x` and `y` are its column and row where somebody has set them, `here` names those who are in it."""

    id: str
    name: str
    kind: str
    sign: str
    text: str
    state: PlaceState
    marks: tuple[str, ...]
    remarks: tuple[RemarkShown, ...]
    x: int | None
    y: int | None
    here: tuple[str, ...]
    current: bool
    secret: bool
    offers: tuple[OfferShown, ...]
    drafts: tuple[DraftShown, ...]


class LinkShown(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """A way between two places; with the line "arrow" it leads only `from` the one `to` the other."""

    id: str
    from_: str
    to: str
    kind: str
    line: LineStyle
    marks: tuple[str, ...]
    remarks: tuple[RemarkShown, ...]
    secret: bool
    offers: tuple[OfferShown, ...]
    drafts: tuple[DraftShown, ...]


class MapShown(msgspec.Struct, frozen=True):
    """A map as the seat sees it: first the place where one comes in; `way` are the passages walked, in their order.

    `words` has the keys of kinds and marks in words; `source` is the text of a file with the whole map, for seats that
    may have it.
    """

    sequence: int
    id: str
    title: str
    text: str
    places: tuple[PlaceShown, ...]
    links: tuple[LinkShown, ...]
    way: tuple[Step, ...]
    remarks: tuple[RemarkShown, ...]
    offers: tuple[OfferShown, ...]
    drafts: tuple[DraftShown, ...]
    words: Mapping[str, str]
    source: str


class MapNamed(msgspec.Struct, frozen=True):
    """A map that may be opened, and what it is for."""

    id: str
    title: str
    kind: str
    text: str


class MapsShown(msgspec.Struct, frozen=True):
    """The maps that the seat may open, first the one that is played on, and commands that make more of them."""

    sequence: int
    maps: tuple[MapNamed, ...]
    drafts: tuple[DraftShown, ...]


async def maps(call: Call) -> MapsShown:
    """The maps that the seat may open."""
    found = await sitting(call)
    game = found.room.table.game
    words, language = call.visit.words(game), call.visit.game_words(game)
    async with found.room.shown() as table:
        atlas, doing = game.atlas(table.world, found.seat, language), doing_of(table, found.seat)
        named = tuple(MapNamed(one.id, one.title, one.kind, words(one.kind, {})) for one in atlas.titles)
        return MapsShown(table.seen_by(found.seat.id), named, _drafts(atlas.drafts, words, doing))


async def one_map(call: Call, query: At) -> MapShown:
    """One map, as the seat sees it: players are sent nothing that they do not know."""
    found = await sitting(call)
    game = found.room.table.game
    words, language = call.visit.words(game), call.visit.game_words(game)
    async with found.room.shown() as table:
        shown = game.map(table.world, found.seat, language, call.part("map")[:200], query.at)
        if shown is None:
            known = ", ".join(one.id for one in game.atlas(table.world, found.seat, language).titles) or "-"
            raise Wrong("not_found", "no_map", at="map", expected=known)
        return _shown(shown, table.seen_by(found.seat.id), words, doing_of(table, found.seat))


def _shown(shown: Map, sequence: int, words: Words, doing: Doing) -> MapShown:
    parts: list[Place | Link] = [*shown.places, *shown.links]
    keys = sorted({key for one in parts for key in (one.kind, *one.marks)})
    return MapShown(
        sequence,
        shown.id,
        shown.title,
        shown.text,
        tuple(_place(one, words, doing) for one in shown.places),
        tuple(_link(one, words, doing) for one in shown.links),
        shown.way,
        remarks_shown(shown.remarks, words),
        doing.offers(shown.offers, words),
        _drafts(shown.drafts, words, doing),
        {key: words(key, {}) for key in keys},
        shown.source,
    )


def _place(one: Place, words: Words, doing: Doing) -> PlaceShown:
    return PlaceShown(
        one.id, one.name, one.kind, one.sign, one.text, one.state, one.marks, remarks_shown(one.remarks, words),
        one.x, one.y, one.here, one.current, one.secret,
        doing.offers(one.offers, words), _drafts(one.drafts, words, doing),
    )  # fmt: skip


def _link(one: Link, words: Words, doing: Doing) -> LinkShown:
    return LinkShown(
        one.id, one.from_, one.to, one.kind, one.line, one.marks, remarks_shown(one.remarks, words), one.secret,
        doing.offers(one.offers, words), _drafts(one.drafts, words, doing),
    )  # fmt: skip


def remarks_shown(remarks: Sequence[Remark], words: Words) -> tuple[RemarkShown, ...]:
    """Lines in words."""
    return tuple(RemarkShown(one.key, words(one.key, one.facts), one.facts, one.secret, one.wrong) for one in remarks)


def _drafts(drafts: Sequence[Draft], words: Words, doing: Doing) -> tuple[DraftShown, ...]:
    return tuple(
        DraftShown(
            plain(one.command),
            one.key,
            words(one.key, one.facts),
            one.facts,
            one.asked,
            {name: tuple((value, told_or(words, key, key)) for value, key in of) for name, of in one.choices.items()},
            one.rule,
        )
        for one in drafts
        if doing.allows(one.command)
    )


operations = [
    Operation("GET", "/tables/{table}/maps", maps, tag="playing", access="seat"),
    Operation("GET", "/tables/{table}/maps/{map}", one_map, tag="playing", access="seat"),
]
