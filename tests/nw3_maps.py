"""Fortresses for tests of maps: "Night Pool", small with one of everything, and long ones; and Dives into them."""

from __future__ import annotations

from functools import cache

from nw3_battle import fighter, table
from rulewright.engine.journal import Seat
from rulewright.engine.packs import load, merge
from rulewright.games.nw3.casket_state import AreaState, Casket, Dive, GateState, Passage
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.state import Nw3World, Scene

REFEREE = Seat("referee", "Gail", "referee")
ANNA = Seat("anna", "Anna")
HEADER = '[pack]\nid = "pools"\nname = "Pools"\nruleset = "nw3"\nversion = 1\n'
POOL = """
[[fortress]]
id = "night_pool"
name = "Night Pool"
name_ja = "夜のプール"
ruler = "lifeguard"
text = "A public bath after closing time."
logics = ["no_running"]
entrance = { area = "turnstile", condition = [{ kind = "keyword", word = "towel please" }] }
area = [
  { id = "turnstile", name = "Turnstile", kind = "entrance" },
  { id = "showers", name = "Showers", kind = "trap", traps = ["hot_tap"] },
  { id = "sauna", name = "Sauna", kind = "event", event = "The bench speaks." },
  { id = "deep_end", name = "Deep End", kind = "enemy", enemies = [{ enemy = "lifeguard" }] },
  { id = "pump_room", name = "Pump Room", kind = "core", objects = ["heart_pump"], climax = true },
]
gate = [
  { id = "g1", kind = "normal", from = "turnstile", to = "showers" },
  { id = "g2", kind = "one_way", from = "showers", to = "deep_end" },
  { id = "g3", kind = "secret", from = "showers", to = "sauna" },
  { id = "g4", kind = "damaged", from = "sauna", to = "deep_end", uses = 2 },
  { id = "g5", kind = "closed", from = "deep_end", to = "pump_room", open_by = [
    { kind = "clear_area", area = "deep_end" },
  ] },
]

[[trap]]
id = "hot_tap"
name = "Hot Tap"
text = "Steam."
detection = 12
removal = 13
target = "all"
effect = [{ kind = "inflict_status", status = "rigor" }]

[[object]]
id = "heart_pump"
name = "Heart Pump"
kind = "core"
text = "It beats."

[[logic]]
id = "no_running"
name = "No Running"
text = "Nobody runs."
scope = "all"
effect = [{ kind = "prose", text = "Nobody runs." }]

[[enemy]]
id = "lifeguard"
name = "Lifeguard"
category = "enemy"
emulator = true
ruler = true
awareness = 5
stats = { pacc = 8, macc = 4, eva = 8, spd = 9, patk = 8, matk = 3, pdef = 3, mdef = 2 }
hp = 30
"""


@cache
def pools() -> Nw3Content:
    """The starter pack and the Night Pool."""
    return merge([starter(), load({"pools.toml": HEADER + POOL}, Nw3Content)])


def before() -> Nw3World:
    """A table before any Dive."""
    return table(fighter("anna"), fighter("ben"), content=pools())


def diving(*walked: str, cleared: tuple[str, ...] = (), revealed: tuple[str, ...] = ()) -> Nw3World:
    """A Dive in which Anna and Ben have walked through these Gates together."""
    world = before()
    dive = Dive(begun=True, areas={"turnstile": AreaState(visited=True, visitors=["anna", "ben"])})
    ends = {gate.id: (gate.from_, gate.to) for gate in pools().fortress[-1].gate}
    here = "turnstile"
    for gate in walked:
        there = ends[gate][1] if ends[gate][0] == here else ends[gate][0]
        dive.walked.append(Passage(gate, here, ["anna", "ben"]))
        here = there
        dive.areas[here] = AreaState(visited=True, visitors=["anna", "ben"])
    for id in cleared:
        dive.areas[id].cleared = True
    dive.gates = {id: GateState(revealed=True) for id in revealed}
    dive.where = {"anna": here, "ben": here}
    world.state.caskets.append(Casket("casket.1", "", inside=["anna", "ben"], fortress="night_pool", dive=dive))
    world.state.scene = Scene("A bath", appeared=["anna", "ben"], area=here)
    return world
