"""The state of a Lunar Casket and of the Dive into its Fortress: what the rules of `fortresses/` remember."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from rulewright.games.nw3.options import Attribute

LogicScope: TypeAlias = Literal["all", "pcs", "enemies", "wizards", "emulators", "ruler_side"]
TrapProgress: TypeAlias = Literal["armed", "identified", "removed", "spent"]
GateSetting: TypeAlias = Literal["", "open", "closed", "damaged"]


class TrapState(msgspec.Struct):
    """How far a trap has come; `identified_by` may remove it, `tried` have rolled or passed on this entry.

    `entered` are those who came in by the last move. A `hidden` one is looked for only by those who have `noticed`
    it with Danger Sense (NW3-TRAP-13). `stat` is the Attribute of its Identification. What players have `seen` at work
    or identified is no secret any more, also when it is armed again.
    """

    progress: TrapProgress = "armed"
    identified_by: list[str] = []
    tried: list[str] = []
    entered: list[str] = []
    hidden: bool = False
    noticed: list[str] = []
    stat: Attribute = "awareness"
    seen: bool = False

    @property
    def known(self) -> bool:
        """Whether players know what it is."""
        return self.seen or self.progress != "armed"


class AreaState(msgspec.Struct):
    """What is remembered of an Area for the whole Dive (NW3-FORT-11).

    `kind` is the one that it has become, "" while it is that of the record. `traps` are by id, in the order of the
    record, later ones behind. `objects` are those in it now; of `broken` ones nothing works any more, `operated`
    counts successful uses and `hp` what is left of those that can be destroyed. `enemies` are characters brought
    in. `charted` says that the one roll or choice of this entry has been made (NW3-FORT-06); `searched` are those
    who have looked for Secret Gates on this visit (NW3-GATE-04). `visitors` have been here, `awaited` have come in
    while another Scene was played, so that the steps of entering wait for them, and `found` are Objects out of sight
    that the referee has shown.
    """

    kind: str = ""
    visited: bool = False
    cleared: bool = False
    resolved: bool = False
    traps: dict[str, TrapState] = {}
    objects: list[str] = []
    broken: list[str] = []
    operated: dict[str, int] = {}
    hp: dict[str, int] = {}
    enemies: list[str] = []
    charted: bool = False
    searched: list[str] = []
    visitors: list[str] = []
    awaited: list[str] = []
    found: list[str] = []


class GateState(msgspec.Struct):
    """What is remembered of a Gate: `setting` is an effect's or the referee's, "" where it is as recorded.

    `granted` is the referee's word where that is one of the things that open it (NW3-GATE-05).
    """

    revealed: bool = False
    opened: bool = False
    granted: bool = False
    setting: GateSetting = ""
    uses: int | None = None


class Passage(msgspec.Struct):
    """One passage of a group through a Gate, out of the Area `left`."""

    gate: str
    left: str
    who: list[str]


class Dive(msgspec.Struct):
    """A Fortress being invaded: `where` is the Area of everybody inside, by character.

    `tries` counts wrong keywords, `permitted` are those whom the Ruler lets out, `flags` facts of the story that
    the referee has set.
    """

    areas: dict[str, AreaState] = {}
    gates: dict[str, GateState] = {}
    where: dict[str, str] = {}
    walked: list[Passage] = []
    tries: int = 0
    permitted: list[str] = []
    flags: list[str] = []
    begun: bool = False
    over: bool = False


class DangerState(msgspec.Struct):
    """A danger for which Danger Sense was called: who has tried, who noticed it, and who was told (NW3-DANGER-01).

    `what` is a trap, a Gate, or a word of the referee; `enemies` are those who lie in ambush.
    """

    kind: str
    what: str = ""
    difficulty: int = 0
    hidden: bool = True
    tried: list[str] = []
    noticed: list[str] = []
    enemies: list[str] = []
    told: list[str] = []


class OwnLogic(msgspec.Struct):
    """A Logic that the referee made up in play: nothing but words."""

    name: str
    text: str = ""
    scope: LogicScope = "all"
    removable: bool = True


class Casket(msgspec.Struct):
    """A Lunar Casket (NW3-CASKET-01).

    `ruler` is a character, "" where none is left; `inside` are all who are in it; `extras` the categories that
    Innocents had before. `logics` are ids in the order in which they came, `revealed` those that players know; `own`
    are those that the referee made up, and `met` who has been told what holds here.
    `fortress` is the id of its record, "" for a Lunar Casket without one; `core` says whether its Core is intact,
    None without a Core. `ruler_defeated` stays set once it is. `scene` is the number of the Scene with which it ends,
    0 where it ends with none; `falling` says that nothing holds it up and the referee has yet to say when it falls.
    """

    id: str
    ruler: str
    area: str = ""
    zones: dict[str, list[str]] = {}
    hidden: bool = False
    moon: str = ""
    inside: list[str] = []
    extras: dict[str, str] = {}
    logics: list[str] = []
    revealed: list[str] = []
    own: dict[str, OwnLogic] = {}
    met: list[str] = []
    fortress: str = ""
    core: bool | None = None
    ruler_defeated: bool = False
    scene: int = 0
    falling: bool = False
    dive: Dive | None = None


Prepared: TypeAlias = dict[str, list[dict[str, Any]]]
"""Tables of a content pack that the referee made at this table, such as "fortress" and "trap", by name."""
