"""What holds a Lunar Casket up, how it collapses, and how it ends (NW3-CASKET-05, -06, -12, -13)."""

from __future__ import annotations

from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.battles.lasting import end_casket
from rulewright.games.nw3.casket_state import Casket
from rulewright.games.nw3.fortresses import logics
from rulewright.games.nw3.fortresses.pressing import settle
from rulewright.games.nw3.state import Nw3World


def locked(world: Nw3World, casket: Casket) -> bool:
    """Whether a Dive keeps it up: from its start until the Climax Phase is over (NW3-CASKET-06, NW3-DIVE-03)."""
    return casket.dive is not None and casket.dive.begun and world.state.phase != "after"


def stands(world: Nw3World, casket: Casket) -> bool:
    """Whether its Ruler or its Core holds it up (NW3-CASKET-12)."""
    if casket.core is False and world.state.options.core_broken_collapses:  # NW3-FORT-OPEN-05
        return False
    ruler = world.state.characters.get(casket.ruler)
    rules = ruler is not None and not ruler.dead and casket.ruler in casket.inside and not casket.ruler_defeated
    return rules or casket.core is True


def reconsider(world: Nw3World, casket: Casket) -> Procedure[None]:
    """After its Ruler left or fell, or its Core broke: it collapses where nothing holds it up.

    During a Dive the referee decides when, at the latest at the end of the Climax Phase.
    """
    if casket.falling or stands(world, casket):
        return
    tell(world, "casket.collapses", "NW3-CASKET-12")
    casket.falling = True
    if not locked(world, casket) or (yield from yes_no("collapse_now", "referee", default=True, rule="NW3-CASKET-12")):
        end(world, casket)


def end(world: Nw3World, casket: Casket) -> None:
    """The Lunar Casket is no more: Logics stop, effects stop, Innocents wake, all are outside (NW3-CASKET-13)."""
    state = world.state
    state.caskets.remove(casket)
    logics.end_all(world, casket)
    end_casket(world)
    for id, kind in casket.extras.items():
        if id in state.characters:
            state.characters[id].kind = kind  # type: ignore[assignment]
    if casket.dive is not None:
        casket.dive.over = True
        _outside(world, casket)
    settle(world)
    tell(world, "casket.ends", "NW3-CASKET-13")


def _outside(world: Nw3World, casket: Casket) -> None:
    """All who were in Areas of the Fortress are in one Scene, at the place outside."""
    state = world.state
    state.waiting.clear()
    scene = state.scene
    if scene is None or not scene.area:
        return
    scene.area, scene.gates = "", None
    scene.title = casket.area or scene.title
    for id in casket.inside:
        character = state.characters.get(id)
        if character is not None and not character.dead and not character.present:
            character.present = True
            if id not in scene.appeared:
                scene.appeared.append(id)


def end_with_scene(world: Nw3World, number: int) -> None:
    """A Scene is over, and with it the Lunar Caskets that last as long as it does (NW3-CASKET-05, -06)."""
    for casket in [one for one in world.state.caskets if one.scene == number and not locked(world, one)]:
        end(world, casket)


def end_with_climax(world: Nw3World) -> None:
    """The Climax Phase is over: what has nothing to hold it up falls now, and what only a Dive kept goes with it."""
    for casket in [one for one in world.state.caskets if one.falling or one.scene]:
        end(world, casket)
