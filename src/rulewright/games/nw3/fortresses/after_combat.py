"""What the end of a battle brings in a Fortress: its Area is cleared, its Ruler defeated (NW3-FORT-05, NW3-DIVE-11)."""

from __future__ import annotations

from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3.episodes import scenes
from rulewright.games.nw3.fortresses import clearing, position, standing_up
from rulewright.games.nw3.state import Nw3World


def after_combat(world: Nw3World) -> Procedure[None]:
    """See who is left; a Scene whose PCs have all gone through Gates ends."""
    scene = world.state.scene
    if scene is not None:
        scene.fought = True
    yield from _ruler(world)
    if scene is None or not scene.area or world.state.scene is not scene:
        return
    clearing.settle(world)
    if not position.party(position.there(world, scene.area)):
        yield from scenes.close(world)


def _ruler(world: Nw3World) -> Procedure[None]:
    """The Ruler of the innermost Lunar Casket is defeated if the referee agrees (NW3-DIVE-11)."""
    casket = position.casket(world)
    ruler = world.state.characters.get(casket.ruler) if casket is not None else None
    if casket is None or ruler is None or casket.ruler_defeated or (ruler.hp and not ruler.dead):
        return
    if (yield from yes_no("ruler_defeated", "referee", default=True, rule="NW3-DIVE-11", name=ruler.name)):
        yield from defeat_ruler(world)


def defeat_ruler(world: Nw3World) -> Procedure[None]:
    """The Ruler of the innermost Lunar Casket is defeated, for good."""
    casket = position.casket(world)
    if casket is not None:
        casket.ruler_defeated = True
        yield from standing_up.reconsider(world, casket)
