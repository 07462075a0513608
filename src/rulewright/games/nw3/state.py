"""The state of a Night Wizard table: characters, the Episode, and the Wizard Battle."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from rulewright.engine.world import World
from rulewright.games.nw3.casket_state import Casket, DangerState, Prepared, TrapState
from rulewright.games.nw3.options import Attribute, Options, Stat

ATTRIBUTES: tuple[Attribute, ...] = ("strength", "finesse", "awareness", "knowledge", "spirit", "luck")
STATS: tuple[Stat, ...] = ("pacc", "macc", "eva", "spd", "patk", "matk", "pdef", "mdef")
GROUP_1: tuple[Stat, ...] = ("pacc", "macc", "eva", "spd")
GROUP_2: tuple[Stat, ...] = ("patk", "matk", "pdef", "mdef")
Element: TypeAlias = Literal["light", "dark", "earth", "water", "fire", "wind", "void"]
Status: TypeAlias = Literal["pressure", "rigor", "poison", "paralysis", "dazed"]
Kind: TypeAlias = Literal["pc", "guest", "enemy", "mob", "extra", "npc"]
"""Categories of characters (NW3-ENEMY-01); "npc" is one of the referee's without any."""
Process: TypeAlias = Literal["prep", "setup", "initiative", "main", "cleanup"]
Phase: TypeAlias = Literal["preplay", "opening", "middle", "climax", "after"]
PHASES: tuple[Phase, ...] = ("preplay", "opening", "middle", "climax", "after")
Points: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Pool: TypeAlias = Literal["hp", "mp"]
Scope: TypeAlias = Literal[
    "stat", "judge", "result", "flag", "against", "substitute", "shift", "full_hit", "full_dodge", "damage", "reduce",
    "retarget", "cost", "element", "blockade",
]  # fmt: skip
"""What a lasting effect is about."""
Timings: TypeAlias = dict[str, dict[str, list[str]]]
"""For each moment at which blocks can be offered: the blocks that are, by the character who owns them."""
WIZARDS, EMULATORS, OTHERS = "wizards", "emulators", "others"


class Attributes(msgspec.Struct):
    """The six Attributes."""

    strength: int = 0
    finesse: int = 0
    awareness: int = 0
    knowledge: int = 0
    spirit: int = 0
    luck: int = 0


class Stats(msgspec.Struct):
    """The eight Combat Stats that go up and down; Body and Mind stand beside them."""

    pacc: int = 0
    macc: int = 0
    eva: int = 0
    spd: int = 0
    patk: int = 0
    matk: int = 0
    pdef: int = 0
    mdef: int = 0


class Carried(msgspec.Struct):
    """One thing owned: `item` is the id of an item of the content, `id` its own at this table.

    `where` is "equipped" for what is worn or held, "robe" for the Lunar Robe (the Inventory), "carried" for what is
    about the body but not equipped. `loaded` is the Broom (its id here) that carries a Broom Option. `from_skill`
    marks an item that a skill of the category Item gave. `driver` is who drives this Broom while it is ridden, `hand`
    the hand that a thing for one hand was put in, `chosen` marks the armor that counts of several that do not stack.
    """

    id: str
    item: str
    where: Literal["equipped", "robe", "carried"] = "robe"
    preserved: bool = False
    from_skill: bool = False
    lost: bool = False
    loaded: str = ""
    driver: str = ""
    hand: Literal["", "right", "left"] = ""
    chosen: bool = False


class Riding(msgspec.Struct):
    """A seat on a Broom: whose Broom it is, which thing and which item of the content (NW3-BROOM-01, -02).

    `since` puts the riders in the order of getting on; `you` says that "you" in the effects of the Broom is this rider.
    """

    owner: str
    broom: str
    item: str
    driver: bool = True
    since: int = 0
    you: bool = True


class Connection(msgspec.Struct):
    """A tie to somebody, by id or name; `worth` in Valco, of which `lent` is used up in this Episode.

    One of an Episode goes at its end unless both agree to keep it.
    """

    to: str
    worth: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    episode: bool = False
    keep_player: bool = False
    keep_referee: bool = False
    lent: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0


class Sheet(msgspec.Struct):
    """What a Wizard is made of and has grown into; the numbers in play follow from it.

    `placed` are the Bonus Points in each stat; `grown_body` and `grown_mind` what classes have added to Body and
    Mind, the first level included. `picked_elements` are the Elements chosen for spells. `first_classes` are those of
    creation, from which the Attributes come for good (NW3-CLASS-02). `changes` are what the referee has added to the
    Combat Stats, Body, Mind and CL of a Guest (NW3-ENEMY-03).
    """

    classes: tuple[str, str]
    elements: tuple[Element, Element]
    bonus: Attribute
    cl: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    placed: dict[str, int] = {}
    grown_body: int = 0
    grown_mind: int = 0
    xp: Points = 0
    money: Annotated[int, msgspec.Meta(ge=0, le=10**12)] = 0
    connections: list[Connection] = []
    picked_elements: dict[str, Element] = {}
    waived: int = 0
    notes: list[str] = []
    idle_secrets: list[str] = []
    first_classes: tuple[str, str] | None = None
    changes: dict[str, int] = {}

    def __post_init__(self) -> None:
        if self.first_classes is None:
            self.first_classes = self.classes


class Lasting(msgspec.Struct):
    """An effect that goes on: one change of one number, from a block used by somebody.

    `scope` "stat" changes a Combat Stat, "judge" the Alter of one kind of Judge, "result" its Result, "flag" is a
    mark such as "hidden"; the others are named after their kind of effect, and "against" is a change that counts
    only against an Element. `detail` is what else there is to know: that Element, "eva>pacc" of a substitution.
    `until` names the moment at which it ends ("main_process" of `of`, "round", "combat", "scene", "episode",
    "scenario", "attack", "judge", "until_removed", and "constant" of a Constant block); `rounds` counts Cleanups
    left. `place` is the place of the effect in its block. All that one use began has one `instance`; `suspended` is
    the effect that is in force instead (NW3-SKILL-02).
    """

    id: int
    block: str
    user: str
    scope: Scope
    what: str
    amount: int = 0
    until: str = "main_process"
    of: str = ""
    rounds: int = 0
    positive: bool = True
    stacks: bool = False
    detail: str = ""
    place: int = -1
    instance: int = 0
    suspended: int = 0


class Progress(msgspec.Struct):
    """How far a Complex Movement has come: `paid` of `needed` Move Actions to a place or a character."""

    to: str
    needed: int
    paid: int = 0


class Character(msgspec.Struct):
    """A Wizard, an enemy, a Mob or somebody else; `record` is the id of the content that it was made from.

    `player` is the seat that decides for it ("referee" for all that the referee controls). `pre_equip` are the
    Combat Stats before Equipment, `stats` the standing ones now (Equipment, excess Weight and lasting effects
    counted, but no PATK and MATK of what the hands hold); `body` and `mind` are the maxima now. `used` counts uses
    of blocks by "unit:block". `known` says that the players have identified it, `sevens` are the kinds of Judge for
    which its owner takes seven instead of rolling. Attacks hit an `auto_hit` one without Judges; `counts_hits` says
    that its HP are the hits that it stands (NW3-ENEMY-09, -10).
    """

    id: str
    name: str
    kind: Kind
    side: str
    player: str = "referee"
    record: str = ""
    hidden: bool = False
    known: bool = False
    sheet: Sheet | None = None
    attributes: Attributes = msgspec.field(default_factory=Attributes)
    pre_equip: Stats = msgspec.field(default_factory=Stats)
    stats: Stats = msgspec.field(default_factory=Stats)
    pre_equip_body: int = 0
    pre_equip_mind: int = 0
    body: int = 1
    mind: int = 0
    hp: Points = 0
    mp: Points = 0
    prana: Points = 0
    prana_max: Points = 0
    critical: Annotated[int, msgspec.Meta(ge=2, le=12)] = 10
    fumble: Annotated[int, msgspec.Meta(ge=2, le=12)] = 5
    values_rolled: bool = True
    cl: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    elements: tuple[Element, ...] = ("void", "void")
    skills: dict[str, int] = {}
    items: list[Carried] = []
    statuses: dict[str, int] = {}
    effects: list[Lasting] = []
    used: dict[str, int] = {}
    sevens: list[str] = []
    present: bool = True
    dead: bool = False
    retreated: bool = False
    avoided: bool = False
    flying: Literal["", "robe", "broom", "other"] = ""
    riding: Riding | None = None
    band: Literal["field", "long", "extreme"] = "field"
    engage: str = ""
    place: str = ""
    progress: Progress | None = None
    count: int = 0
    rolled_count: int = 0
    pre_action: bool = False
    removed_logics: list[str] = []
    auto_hit: bool = False
    counts_hits: bool = False


class Blockade(msgspec.Struct):
    """An Engage that its owner blocks; `until`, `of` and `rounds` as of a lasting effect."""

    engage: str
    owner: str
    until: str = "round"
    of: str = ""
    rounds: int = 0


class Battle(msgspec.Struct):
    """Round Progression. `members` are in the order of joining, `spent` the actions of the present Main Process.

    `granted` counts actions that an effect gave; `done` lists "character:block" used in the present window; `owed`
    are Bad Statuses, with ratings, that the one who acts took as a cost. `agreed` is a tie order that was set,
    `again` the Count, 0 for at once, of those who get one more Main Process, `distances` the Move Actions that a
    destination needs ("mover>to" or ">to"). `timings` lists for each timing who
    owns a block with it.
    """

    members: list[str]
    round: int = 0
    process: Process = "prep"
    acting: str = ""
    spent: list[str] = []
    granted: dict[str, int] = {}
    done: list[str] = []
    owed: dict[str, int] = {}
    blockades: list[Blockade] = []
    agreed: list[str] = []
    again: dict[str, int] = {}
    distances: dict[str, int] = {}
    timings: Timings = {}
    fortress: bool = False


class Scene(msgspec.Struct):
    """A Scene: its kind, who has appeared in it, and who has used up the try to appear.

    `area` is the Area of the Fortress that it is, "" outside of one; `gates` counts the Gates behind which it lies in
    a Fortress, None outside of one; `difficulty` is the referee's own for Appearance Checks. `fought` says that a
    battle has been fought in it, `prepared` which of the scenario's Scenes it is. `traps` are those of a Scene that is
    no Area.
    """

    title: str
    kind: Literal["ordinary", "master", "combat"] = "ordinary"
    number: int = 1
    appeared: list[str] = []
    tried: list[str] = []
    gates: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    difficulty: Annotated[int, msgspec.Meta(ge=0, le=999)] | None = None
    area: str = ""
    fought: bool = False
    prepared: str = ""
    traps: dict[str, TrapState] = {}


class Pending(msgspec.Struct):
    """An effect that acts later: whose, of which block and SL, its place there, on whom, what the Check gave."""

    user: str
    block: str
    sl: int
    place: int
    targets: list[str]
    result: int = 0
    margin: int = 0


class LastBattle(msgspec.Struct):
    """How the last battle ended: its result and length, and of the Wizards how many stood, their HP and Prana left, and
    who was down.
    """

    result: str
    rounds: int
    standing: int = 0
    hp: int = 0
    prana: int = 0
    down: list[str] = []
    phase: Phase = "climax"


class State(msgspec.Struct):
    """Everything that the rules remember at one table.

    `named` makes fresh ids; `harm` counts the HP that characters of each record took from others. `caskets` are the
    Lunar Caskets that stand, one inside another in this order. `waiting` are the Scenes, by Area, of groups of a split
    party that are not played now (NW3-FORT-03). `prepared` is content that the referee made at this table, `played` the
    Scenes and Fortresses of the scenario that have been played, `found` what was found out. `unfit` are those whose
    Memory Capacity has just changed. `in_force` says of Constant blocks with a condition, by "character:block", whether
    they were in force when that was last looked at; `done` lists "character:block" used in a window that is open
    outside of battle. `sight` is the referee's word on who sees whom ("viewer>seen"). Outside of rounds `free_main` is
    who used an action block last, `turns` are those whom the referee has given one, and `pending` are effects that act
    at the end of the Scene.
    """

    options: Options
    options_later: Options | None = None
    characters: dict[str, Character] = {}
    scenario: str = ""
    episode: int = 1
    phase: Phase = "preplay"
    scene: Scene | None = None
    scenes: int = 0
    trailer: str = ""
    battle: Battle | None = None
    last: LastBattle | None = None
    battles: int = 0
    named: int = 0
    sitting: int = 1
    harm: dict[str, int] = {}
    unfit: list[str] = []
    in_force: dict[str, bool] = {}
    sight: dict[str, bool] = {}
    free_main: str = ""
    turns: list[str] = []
    pending: list[Pending] = []
    done: list[str] = []
    over: str = ""
    caskets: list[Casket] = []
    waiting: dict[str, Scene] = {}
    danger: DangerState | None = None
    prepared: Prepared = {}
    extra_rule: str = ""
    played: list[str] = []
    found: list[str] = []


Nw3World: TypeAlias = World[State, Any, Any]
