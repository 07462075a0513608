"""Rules inside one Fortress: its Entrance, Areas and Gates, and what they name of each other (NW3-FORT-16 to -18)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rulewright.engine.pack_checks import Complaints, belongs_to, given
from rulewright.engine.pack_problems import Path, near
from rulewright.engine.packs import MISSING_FIELD, UNKNOWN_REF, Complaint

if TYPE_CHECKING:
    from rulewright.games.nw3.records.fortresses import Area, Entrance, EntryCondition, Fortress, Gate, OpenBy

CHARTED: Final = ("normal", "object", "enemy")
"""Kinds of Areas that may have a chart (NW3-FORT-06)."""
CONDITION_FIELDS: Final = {
    "cost": ("pool", "amount"),
    "keyword": ("word",),
    "item": ("item", "consume"),
    "flag": ("flag",),
    "gm": ("text",),
}
OPENERS: Final = {"clear_area": ("area",), "object": ("object",), "gm": ()}


# ---------------------------------------------------------------- the Entrance


def condition_fields(row: EntryCondition) -> Complaints:
    """Each kind of condition has its own fields (NW3-DIVE-06)."""
    yield from _fields_of_kind(row, row.kind, CONDITION_FIELDS, "content.condition_field", optional=("consume",))


def keyword_tries(row: Entrance) -> Complaints:
    """Only a keyword can be guessed wrong (NW3-DIVE-08)."""
    if row.tries is not None and not any(one.kind == "keyword" for one in row.condition):
        allowed = 'only with a condition of kind "keyword"'
        yield Complaint("tries", "content.tries_need_keyword", allowed, "stands without a keyword")


def opener_fields(row: OpenBy) -> Complaints:
    """Each way to open a Gate has its own field (NW3-GATE-05)."""
    yield from _fields_of_kind(row, row.kind, OPENERS, "content.conflict")


def _fields_of_kind(
    row: EntryCondition | OpenBy,
    kind: str,
    fields: Mapping[str, Sequence[str]],
    code: str,
    optional: Sequence[str] = (),
) -> Complaints:
    for owner, names in fields.items():
        for field in names:
            there = given(getattr(row, field))
            if owner == kind and not there and field not in optional:
                yield Complaint(field, MISSING_FIELD, what=f'is missing, and kind "{kind}" needs it')
            elif owner != kind and there:
                yield Complaint(field, code, f'only with kind "{owner}"', f'does not go with kind "{kind}"')


# ---------------------------------------------------------------- Areas


def area_enemies(row: Area) -> Complaints:
    """Somebody waits in an Enemy Area, or a chart says who."""
    if row.kind == "enemy" and not row.enemies and row.chart is None:
        what = 'is missing, and kind "enemy" needs it or a chart'
        yield Complaint("enemies", "content.enemies_needed", what=what)


def area_chart(row: Area) -> Complaints:
    """Only where nothing fixed happens is there a chart (NW3-FORT-06)."""
    if row.chart is not None and row.kind not in CHARTED:
        what = f'does not go with kind "{row.kind}"'
        yield Complaint("chart", "content.chart_use", f"only with kind {', '.join(CHARTED)}", what)


def area_needs(row: Area) -> Complaints:
    """An event is told, Objects and traps are named."""
    for kind, field in (("event", "event"), ("object", "objects"), ("trap", "traps")):
        if row.kind == kind and not given(getattr(row, field)):
            yield Complaint(field, f"content.{field}_needed", what=f'is missing, and kind "{kind}" needs it')


AREA_CHECKS: Final = (
    area_needs,
    area_enemies,
    area_chart,
    belongs_to("kind", "becomes", "event", refused="content.becomes_only_event"),
)


# ---------------------------------------------------------------- Gates


def gate_loop(row: Gate) -> Complaints:
    """A Gate leads somewhere else."""
    if row.from_ == row.to:
        yield Complaint("to", "content.gate_loop", "another Area than from", "is where the Gate begins")


def secret(row: Gate) -> Complaints:
    """A Secret Gate is revealed by the event of one of its Areas, or found by Danger Sense (NW3-GATE-04)."""
    if row.reveal_event is not None and row.kind == "secret":
        if row.reveal_event not in (row.from_, row.to):
            allowed = f"{row.from_} or {row.to}"
            yield Complaint("reveal_event", "content.reveal_area", allowed, "is neither of its Areas")
        if row.difficulty is not None:
            allowed, what = "not beside reveal_event", "stands beside reveal_event"
            yield Complaint("difficulty", "content.difficulty_only_secret", allowed, what)


GATE_CHECKS: Final = (
    gate_loop,
    secret,
    belongs_to("kind", "reveal_event", "secret", refused="content.reveal_only_secret"),
    belongs_to("kind", "difficulty", "secret", refused="content.difficulty_only_secret"),
    belongs_to("kind", "open_by", "closed", needed="content.open_by_needed", refused="content.open_by_only_closed"),
    belongs_to("kind", "uses", "damaged", refused="content.uses_only_damaged", unset=0),
)


# ---------------------------------------------------------------- the whole


def one_entrance(row: Fortress) -> Complaints:
    """There is exactly one way in."""
    entrances = [index for index, area in enumerate(row.area) if area.kind == "entrance"]
    if not entrances:
        yield Complaint("area", "content.one_entrance", 'one Area of kind "entrance"', "has none")
    for index in entrances[1:]:
        what = "is a second one"
        yield Complaint(("area", index, "kind"), "content.one_entrance", 'one Area of kind "entrance"', what)


def one_core(row: Fortress) -> Complaints:
    """At most one Area has the Core (NW3-DIVE-12)."""
    cores = [index for index, area in enumerate(row.area) if area.kind == "core"]
    for index in cores[1:]:
        yield Complaint(
            ("area", index, "kind"), "content.one_core", 'at most one Area of kind "core"', "is a second one"
        )


def entrance_kind(row: Fortress) -> Complaints:
    """The Entrance leads into the Entrance Area."""
    kinds = {area.id: area.kind for area in row.area}
    place: Path = ("entrance", "area")
    if row.entrance.area not in kinds:
        yield _unknown(place, row.entrance.area, list(kinds))
    elif kinds[row.entrance.area] != "entrance":
        what = f'is of kind "{kinds[row.entrance.area]}"'
        yield Complaint(place, "content.entrance_kind", 'the Area of kind "entrance"', what)


def known_areas(row: Fortress) -> Complaints:
    """Gates join Areas of this Fortress."""
    ids = [area.id for area in row.area]
    for index, gate in enumerate(row.gate):
        for field, area in (("from", gate.from_), ("to", gate.to)):
            if area not in ids:
                yield _unknown(("gate", index, field), area, ids)
        for place, way in enumerate(gate.open_by):
            if way.area is not None and way.area not in ids:
                yield _unknown(("gate", index, "open_by", place, "area"), way.area, ids)


def same_place(row: Fortress) -> Complaints:
    """Two Areas are not drawn on one point."""
    taken: dict[tuple[int, int], str] = {}
    for index, area in enumerate(row.area):
        if area.x is None or area.y is None:
            continue
        point = area.x, area.y
        if point in taken:
            what = f"together with y is where {taken[point]} is"
            yield Complaint(("area", index, "x"), "content.same_place", "a point of its own", what)
        taken.setdefault(point, area.id)


def logics_once(row: Fortress) -> Complaints:
    """A Logic is named once."""
    for index, logic in enumerate(row.logics):
        if logic in row.logics[:index]:
            yield Complaint(("logics", index), "content.duplicate_ref", "each Logic once", "stands there twice")


def _unknown(place: Path, found: str, known: list[str]) -> Complaint:
    return Complaint(place, UNKNOWN_REF, ", ".join(known), f"is no Area of this Fortress{near(found, known)}")


FORTRESS_CHECKS: Final = (one_entrance, one_core, entrance_kind, known_areas, same_place, logics_once)
