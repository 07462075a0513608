"""The state of a Cairn table: actors, what they carry, groups of foes, the clock, and the fight."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from rulewright.engine.world import World
from rulewright.games.cairn.content import CairnContent
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.story import Scenario

Ability: TypeAlias = Literal["STR", "DEX", "WIL"]
ABILITIES: tuple[Ability, ...] = ("STR", "DEX", "WIL")
Stored: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99)]  # CRN-GEN-03
Side: TypeAlias = Literal["party", "foes"]
Outcome: TypeAlias = Literal["in", "critical", "dead", "destroyed", "routed", "fled", "knocked_out", "surrendered"]

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Carried(msgspec.Struct, gc=False):
    """One thing carried: `item` is the id of an item or relic of the content, `id` its own at this table.

    `where` is "stowed" for a thing inside the container `container`. `uses` and `charges` are None where the
    content does not limit them.
    """

    id: str
    item: str
    where: Literal["pack", "held", "worn", "stowed"] = "pack"
    uses: Stored | None = None
    charges: Stored | None = None
    container: str = ""


class Condition(msgspec.Struct):
    """A mark on an actor such as "deaf", what gave it, and the event that ends it ("" for the referee's word)."""

    id: str
    cause: str = ""
    until: str = ""


class ScarTaken(msgspec.Struct):
    """A scar: its id in the table of scars, and what was found out about it (a place, a limb, a text)."""

    id: str
    note: str = ""


class PendingStep(msgspec.Struct):
    """A later step of a scar: step number `step` of `scar`, released by `event`."""

    id: str
    scar: str
    step: int
    event: str
    picked: str = ""


class Actor(msgspec.Struct, gc=False):
    """A character, hireling, or creature.

    `player` is the seat that decides for it ("referee" for foes). `outcome` is "in" while it takes part;
    `stable` and `dies_at` (clock seconds) belong to a critical or mortally wounded one. `answers` are the
    numbers of the answers to the tables of the background, `traits` the faces on the trait tables;
    `replaced_by` is who took a dead character's place.
    """

    id: str
    name: str
    kind: Literal["pc", "hireling", "npc"]
    side: Side
    STR: Stored
    DEX: Stored
    WIL: Stored
    hp: Stored
    STR_max: Stored
    DEX_max: Stored
    WIL_max: Stored
    hp_max: Stored
    player: str = "referee"
    armor: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    monster: str = ""
    detachment: bool = False
    group: str = ""
    outcome: Outcome = "in"
    fleeing: bool = False
    stable: bool = False
    dies_at: int | None = None
    doomed: bool = False
    fatigue: Stored = 0
    items: list[Carried] = []
    gold: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    rations: Stored = 0
    conditions: list[Condition] = []
    deprived: list[str] = []
    deprived_since: int = 0
    deprived_fatigue: int = 0
    scars: list[ScarTaken] = []
    pending: list[PendingStep] = []
    background: str = ""
    role: str = ""
    employer: str = ""
    age: int = 0
    answers: list[int] = []
    traits: dict[str, int] = {}
    replaced_by: str = ""
    notes: list[str] = []


class Group(msgspec.Struct):
    """Foes that break together: `starting` counts them at the beginning, `used` the morale triggers had."""

    id: str
    name: str
    members: list[str]
    starting: int
    morale: Literal["own_wil", "leader_wil", "never"] = "own_wil"
    leader: str = ""
    used: list[str] = []
    attitude: str = ""
    room: str = ""


class Declaration(msgspec.Struct, frozen=True, gc=False):
    """What an actor does in a phase (CRN-ROUND-08).

    `weapon` is a carried thing, an attack of a creature, or "" for bare hands; `second` another held weapon
    used together with it. `count_unknown` asks for the damage die to say how many a Blast catches.
    """

    actor: str
    action: Literal["attack", "cast", "use", "aid", "retreat", "move", "other", "pass"]
    move: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    second_move: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    weapon: str = ""
    second: str = ""
    targets: tuple[str, ...] = ()
    item: str = ""
    count_unknown: bool = False
    text: Annotated[str, msgspec.Meta(max_length=500)] = ""


class Modifiers(msgspec.Struct, frozen=True):
    """The referee's word on one attacker and target ("" for all targets of the attacker)."""

    attacker: str
    target: str = ""
    impaired: bool = False
    enhanced: bool = False


class Fight(msgspec.Struct):
    """A fight: its round and phase, what was declared, and marks that end with it."""

    members: list[str]
    round: int = 1
    phase: Side = "party"
    locked: bool = False
    declared: dict[str, Declaration] = {}
    lost_turn: list[str] = []
    removed: list[str] = []
    hands_changed: list[str] = []
    cooldowns: dict[str, int] = {}
    modifiers: list[Modifiers] = []
    risky: dict[str, Ability] = {}
    distant: list[str] = []
    escape: str = ""
    started_alone: bool = False
    late: list[str] = []


FightResult: TypeAlias = Literal["victory", "defeat", "retreat", "stopped"]


class LastFight(msgspec.Struct):
    """How the last fight ended for the party, in how many rounds, and who ran."""

    result: FightResult
    rounds: int
    fled: list[str] = []


class State(msgspec.Struct):
    """Everything that the rules of Cairn remember at one table. The clock counts seconds.

    `ground` is what lies where the party is, `left` what lies in other rooms.
    """

    options: Options
    actors: dict[str, Actor] = {}
    groups: dict[str, Group] = {}
    clock: int = 0
    fight: Fight | None = None
    options_later: Options | None = None
    ground: list[Carried] = []
    left: dict[str, list[Carried]] = {}
    named: int = 0
    scenario: str = ""
    escape: str = ""
    room: str = ""
    cleared: list[str] = []
    happened: list[str] = []
    fights: int = 0
    last: LastFight | None = None
    found: list[str] = []
    harm: dict[str, int] = {}
    over: str = ""


CairnWorld: TypeAlias = World[State, CairnContent, Scenario]
