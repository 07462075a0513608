"""What the referee can change on the map of a Fortress: forms of the commands that build it, as it stands filled in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from rulewright.engine.offers import Draft, Offer
from rulewright.engine.packs import Part, in_language
from rulewright.games.nw3.fortresses import prepared
from rulewright.games.nw3.fortresses.building import (
    AddArea,
    AddCondition,
    EmptyArea,
    FillArea,
    PutArea,
    PutGate,
    RemoveArea,
    RemoveCondition,
    RemoveGate,
    SetEntrance,
    SetFortress,
    opener_text,
)
from rulewright.games.nw3.fortresses.preparing import (
    RULE,
    BeginFortress,
    CopyFortress,
    DropPrepared,
    ProposeFortress,
    WriteFortress,
)
from rulewright.games.nw3.playing.area_remarks import Eyes
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortresses import Area, Fortress, Gate
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.places import Chart, Logic, Object, Trap

Choices = Sequence[tuple[str, str]]
P = TypeVar("P", bound=Part)
_NOTHING = ("", "value.nothing")


def of_atlas(eyes: Eyes) -> tuple[Draft, ...]:
    """Ways to make another Fortress."""
    return (
        _draft(BeginFortress("Fortress"), "name", "first_area", "ruler", ruler=_rulers(eyes)),
        _draft(ProposeFortress("Fortress"), "name", "areas", "danger"),
        _draft(WriteFortress(""), "text", long=("text",)),
    )


def of_pack(record: Fortress) -> tuple[Offer, ...]:
    """What can be done with a Fortress of a pack."""
    return (Offer(CopyFortress(record.id), "prepare.copy_fortress", {}, rule=RULE),)


def of_fortress(eyes: Eyes, record: Fortress) -> tuple[Draft, ...]:
    """Changes to a whole Fortress."""
    entrance = record.entrance
    whole = SetFortress(
        record.id, record.name, record.ruler, record.text or "", record.moon_range or "", record.hidden, record.logics
    )
    gone = len(entrance.condition)
    drafts = [
        _draft(AddArea(record.id, "Area"), "name", "kind"),
        _draft(whole, "name", "ruler", "text", "moon_range", "hidden", "logics", long=("text",),
               ruler=_rulers(eyes), logics=_names(eyes, Logic)),
        _draft(SetEntrance(record.id, entrance.area, entrance.exit, entrance.mode, entrance.per, entrance.tries),
               "area", "exit", "mode", "per", "tries", area=_areas(eyes, record)),
        _draft(AddCondition(record.id, "cost"), "kind", "pool", "amount", "word", "item", "consume", "flag", "text",
               item=(_NOTHING, *_names(eyes, Item))),
    ]  # fmt: skip
    if gone:
        numbers = tuple((str(number), str(number)) for number in range(1, gone + 1))
        drafts.append(_draft(RemoveCondition(record.id, 1), "number", number=numbers))
    drafts.append(_draft(WriteFortress(prepared.source(eyes.world, record)), "text", long=("text",)))
    return tuple(drafts)


def dropping(record: Fortress) -> tuple[Offer, ...]:
    """Putting the whole Fortress away."""
    return (Offer(DropPrepared("fortress", record.id), "prepare.drop_fortress", {"name": record.name}, rule=RULE),)


def of_area(eyes: Eyes, record: Fortress, area: Area) -> tuple[Draft, ...]:
    """Changes to an Area, and new ones beside it."""
    put = PutArea(
        record.id, area.id, area.name, area.kind, area.text or "", area.event or "", area.becomes, area.chart or "",
        area.climax, area.x, area.y,
    )  # fmt: skip
    others = tuple(one for one in _areas(eyes, record) if one[0] != area.id)
    drafts = [
        _draft(AddArea(record.id, "Area", beside=area.id), "name", "kind", "gate"),
        _draft(put, "name", "kind", "text", "event", "becomes", "chart", "climax", "x", "y", long=("text", "event"),
               chart=(_NOTHING, *_names(eyes, Chart))),
    ]  # fmt: skip
    if others:
        drafts.append(_draft(PutGate(record.id, "normal", area.id, others[0][0]), "kind", "to_area", to_area=others))
    kinds: tuple[tuple[Any, type[Part]], ...] = (("object", Object), ("trap", Trap), ("enemy", Enemy))
    for what, kind in kinds:
        names = _names(eyes, kind)
        if names:
            asked = ("id", "count", "hidden") if what == "enemy" else ("id",)
            filled = FillArea(record.id, area.id, what, names[0][0])
            drafts.append(_draft(filled, *asked, key=f"prepare.fill_area.{what}", id=names))
    return tuple(drafts)


def emptying(eyes: Eyes, record: Fortress, area: Area) -> Iterator[Offer]:
    """Taking things out of an Area, and the Area away."""
    inside: list[tuple[Any, type[Part], str]] = [("object", Object, id) for id in area.objects]
    inside += [("trap", Trap, id) for id in area.traps]
    inside += [("enemy", Enemy, group.enemy) for group in area.enemies]
    for what, kind, id in inside:
        facts = {"name": eyes.name(kind, id)}
        yield Offer(EmptyArea(record.id, area.id, what, id), "prepare.empty_area", facts, rule=RULE)
    if len(record.area) > 1:
        facts = {"name": in_language(area, "name", eyes.language)}
        yield Offer(RemoveArea(record.id, area.id), "prepare.remove_area", facts, rule=RULE)


def of_gate(eyes: Eyes, record: Fortress, gate: Gate) -> tuple[Draft, ...]:
    """Changes to a Gate."""
    areas = _areas(eyes, record)
    ends = (_NOTHING, *(one for one in areas if one[0] in (gate.from_, gate.to)))
    objects = prepared.all_of(eyes.world, Object).values()
    devices = [one for one in objects if one.kind == "gate_release" and gate.id in one.gates]
    openers: Choices = (
        ("gm", "value.gm"),
        *((f"clear_area:{id}", name) for id, name in areas),
        *((f"object:{one.id}", in_language(one, "name", eyes.language)) for one in devices),
    )  # fmt: skip
    put = PutGate(
        record.id, gate.kind, gate.from_, gate.to, gate.id, gate.reveal_event or "", gate.difficulty,
        tuple(opener_text(one) for one in gate.open_by), gate.uses,
    )  # fmt: skip
    return (
        _draft(put, "kind", "from_area", "to_area", "reveal_event", "difficulty", "open_by", "uses",
               key="prepare.change_gate", from_area=areas, to_area=areas, reveal_event=ends, open_by=openers),
    )  # fmt: skip


def removing(record: Fortress, gate: Gate) -> tuple[Offer, ...]:
    """Taking a Gate away."""
    return (Offer(RemoveGate(record.id, gate.id), "prepare.remove_gate", {}, rule=RULE),)


def _draft(command: Any, *asked: str, key: str = "", long: tuple[str, ...] = (), **choices: Choices) -> Draft:
    name = key or f"prepare.{command.__struct_config__.tag}"
    return Draft(command, name, asked, choices=choices, long=long, rule=RULE)


def _names(eyes: Eyes, kind: type[P]) -> Choices:
    rows = eyes.world.content.by_id(kind) if kind is Item else prepared.all_of(eyes.world, kind)
    return tuple((id, in_language(row, "name", eyes.language)) for id, row in rows.items())


def _rulers(eyes: Eyes) -> Choices:
    rows = prepared.all_of(eyes.world, Enemy).values()
    found = tuple((one.id, in_language(one, "name", eyes.language)) for one in rows if one.ruler)
    return found or _names(eyes, Enemy)


def _areas(eyes: Eyes, record: Fortress) -> Choices:
    return tuple((one.id, in_language(one, "name", eyes.language)) for one in record.area)
