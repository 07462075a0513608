"""The state of a Night Wizard: Origin table: characters, the fight, and what is going on within a judge."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from rulewright.engine.world import World
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.story import Scenario

Window: TypeAlias = Literal["before_roll", "after_roll", "on_activation"]
Location: TypeAlias = Literal["equipped", "in_hand", "packed", "robe", "dropped"]
Asking: TypeAlias = Literal["relevant", "all", "never"]
Square: TypeAlias = tuple[int, int]

COMBAT_STATS = ("hit", "evasion", "attack", "defence", "magic", "resistance", "action_value")
"""The seven values over which fighting spirit is spread (NWO-AURA-01)."""


class Thing(msgspec.Struct):
    """A piece of gear that somebody has; `uses` are those left, None for one without a number of uses."""

    id: str
    item: str
    location: Location = "robe"
    uses: int | None = None


class Lasting(msgspec.Struct):
    """What a spell, an ability or an item does to its bearer for a time (NWO-TIMING-14).

    `judges` are corrections of judges by stat, attribute, "heal" or "any"; `stats` are parts of ability values.
    """

    source: str
    by: str
    ends: Literal["count", "rounds", "combat", "scene"]
    last_round: int = 0
    stats: dict[str, int] = {}
    judges: dict[str, int] = {}
    critical_add: tuple[int, ...] = ()
    critical_remove: tuple[int, ...] = ()
    fumble_add: tuple[int, ...] = ()
    fumble_remove: tuple[int, ...] = ()
    element: str = ""


class Cast(msgspec.Struct):
    """A spell that is declared and not yet activated; `below` is how far the count fell to 0 or less."""

    spell: str
    round: int
    below: int = 0


class Used(msgspec.Struct):
    """How often a limited thing was used in the span of its limit; `moment` is that of the last use."""

    per: str
    times: int
    moment: int = 0


class NaturalWeapon(msgspec.Struct):
    """Fists, fangs and the like, which are always at hand."""

    id: str
    name: str
    range: tuple[int, int] = (0, 0)
    modifiers: dict[str, int] = {}
    element: str = ""


class Now(msgspec.Struct):
    """What follows from everything else of a character, worked out whenever a part of it changes.

    `values` are ability values by key: combat values, attributes, `move`, `hp_max`, `mp_max`; `judges` corrections.
    `held` are what can be used in each window, as "ability:ID" and "spell:ID".
    """

    values: dict[str, int] = {}
    judges: dict[str, int] = {}
    critical: tuple[int, ...] = ()
    fumble: tuple[int, ...] = ()
    element: str = ""
    worn: int = 0
    carried: int = 0
    penalty: int = 0
    overloaded: bool = False
    held: dict[str, list[str]] = {}


class LevelUp(msgspec.Struct):
    """A level up in progress: the steps that are done, and what is left to choose within the present one."""

    row: int
    step: str
    attribute_points: int = 0
    picks: int = 0


class Character(msgspec.Struct):
    """Somebody at the table.

    `hp_max`, `mp_max`, `prana_max` and `release` are what the character has of its own, class modifiers of HP and MP
    among them; `now.values` add gear and effects. `count` is None before the first count judge. `asks` is when its
    player wants to be asked in windows, `passing` the moment for which it has said to pass everything.
    """

    id: str
    name: str
    kind: Literal["pc", "npc"]
    faction: str
    player: str = "referee"
    record: str = ""
    size: int = 1
    flying: bool = False
    at_zero: str = ""
    present: bool = True
    hidden: bool = False
    # what it is made of
    attributes: dict[str, int] = {}
    level_free: bool = False
    stats: dict[str, int] = {}
    class_: str = ""
    class_levels: dict[str, int] = {}
    total_level: int = 1
    hp_max: int = 1
    mp_max: int = 0
    prana_max: int = 0
    release: int = 0
    aura_total: int = 0
    aura: dict[str, int] = {}
    critical: tuple[int, ...] = ()
    fumble: tuple[int, ...] = ()
    elements: tuple[str, ...] = ()
    spells: list[str] = []
    abilities: dict[str, int] = {}
    gear: list[Thing] = []
    natural_weapons: list[NaturalWeapon] = []
    # how it is now
    hp: int = 1
    mp: int = 0
    prana: int = 0
    serious: bool = False
    fainted: bool = False
    prone: bool = False
    dead: bool = False
    casting: Cast | None = None
    square: Square = (0, 0)
    count: int | None = None
    done: bool = False
    suspended: list[str] = []
    lasting: list[Lasting] = []
    used: dict[str, Used] = {}
    slots: dict[str, int] = {}
    gm_modifier: int = 0
    # what its player has said
    asks: Asking = "relevant"
    asks_hold_back: bool = False
    keeps_turn: bool = False
    passing: int = -1
    # between scenes
    failed: dict[str, bool] = {}
    rest_granted: int = 0
    fill_granted: bool = False
    level_due: bool = False
    class_change_granted: bool = False
    level_up: LevelUp | None = None
    now: Now = msgspec.field(default_factory=Now)


class Judging(msgspec.Struct):
    """A judge that is going on. `stage` is "before" until the dice fall; what is declared stands here till then.

    `window` is the one that is open now, "" between windows; `below` are the declarations of
    windows around it. Where it is `sealed` everything was declared ahead.
    """

    who: str
    why: str
    stat: str
    against: str = ""
    others: tuple[str, ...] = ()
    stage: Literal["before", "after", "activation"] = "before"
    ability: int = 0
    prana: int | None = None
    hold_back: int | None = None
    waived: str = ""
    window: str = ""
    below: int = 0
    sealed: bool = False
    reroll: bool = False
    spell: str = ""
    dispelled: bool = False


class Declared(msgspec.Struct):
    """An interrupt that waits in the stack; `thing` is "ability:ID" or "spell:ID"."""

    who: str
    thing: str
    level: int = 0
    targets: tuple[str, ...] = ()
    square: Square | None = None


class Battle(msgspec.Struct):
    """A fight. `acting` has the turn; `acted` after its action, `moved` after a combat move.

    `polled` are the members in the order in which they are asked: PCs, then NPCs (NWO-TIMING-07).
    `shares` are the places of each faction in a square. `tied` are those of one count in the order they agreed on.
    `counters` is how many can interrupt, `casters` how many cast.
    """

    map: str
    victory: str = ""
    round: int = 0
    process: Literal["setup", "counts", "turns", "round_end"] = "setup"
    members: list[str] = []
    polled: list[str] = []
    shares: dict[str, int] = {}
    acting: str = ""
    acted: bool = False
    moved: bool = False
    current: int | None = None
    offered_end: int = 0
    tied: list[str] = []
    counters: int = 0
    casters: int = 0


class LastBattle(msgspec.Struct):
    """How the last fight ended, for statistics."""

    result: str
    rounds: int
    standing: int
    hp: int
    prana: int
    down: list[str] = []
    dead: list[str] = []


class State(msgspec.Struct):
    """Everything that changes at a table. `moment` numbers the counts of the game (NWO-TIMING-11)."""

    options: Options
    scenario: str = ""
    options_later: Options | None = None
    characters: dict[str, Character] = {}
    battle: Battle | None = None
    last: LastBattle | None = None
    battles: int = 0
    moment: int = 0
    judging: Judging | None = None
    stack: list[Declared] = []
    traps_met: list[str] = []
    over: bool = False


NwoWorld: TypeAlias = World[State, NwoContent, Scenario]
