"""NW3-EPISODE-03, -04, -07: Scenes, and who appears in them."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_people import enemy, wizard
from nw3_scenes import ANNA, REFEREE, WATCHER, Done, do, fighting, refused, scene_of, table
from rulewright.games.nw3.episodes.appearance import AppearanceCheck
from rulewright.games.nw3.episodes.scenes import Appear, CloseScene, OpenScene
from rulewright.games.nw3.state import Lasting, Phase

# ---------------------------------------------------------------- opening and closing


@pytest.mark.rule("NW3-EPISODE-03")
def test_the_referee_opens_a_scene_and_lists_who_appears() -> None:
    world = table(wizard("anna"), wizard("ben"), enemy())
    done = do(world, OpenScene("Roof", appear=("ben", "ghoul", "ben")))
    assert {id: one.present for id, one in world.state.characters.items()} == {
        "anna": False, "ben": True, "ghoul": True
    }  # fmt: skip
    assert scene_of(world).appeared == ["ben", "ghoul"]
    assert [event.facts.get("name") for event in done.told] == [None, "Ben", "Ghoul"]
    assert done.event("scene.begins").facts == {"title": "Roof", "kind": "scene.kind.ordinary", "number": 1}
    assert refused(world, OpenScene("Cellar")) == "scene_open"
    do(world, CloseScene("none"))
    assert world.state.scene is None
    assert refused(world, CloseScene()) == "no_scene"
    do(world, OpenScene("Cellar"))
    assert scene_of(world).number == 2


@pytest.mark.rule("NW3-EPISODE-03", "NW3-EPISODE-05", "NW3-EPISODE-08")
@pytest.mark.parametrize("phase", ["preplay", "opening", "middle", "climax", "after"])
def test_all_phases_but_preplay_have_scenes(phase: Phase) -> None:
    world = table(phase=phase)
    if phase == "preplay":
        assert refused(world, OpenScene("Roof")) == "wrong_phase"
    else:
        do(world, OpenScene("Roof"))
        assert scene_of(world).title == "Roof"


@pytest.mark.rule("NW3-EPISODE-03")
def test_scenes_are_the_referees_and_not_for_the_dead() -> None:
    world = table(scene="Roof")
    assert refused(world, CloseScene(), ANNA) == "not_referee"
    assert refused(world, Appear("anna"), ANNA) == "not_referee"
    do(world, CloseScene("none"))
    world.state.characters["anna"].dead = True
    assert refused(world, OpenScene("Cellar"), ANNA) == "not_referee"
    assert refused(world, OpenScene("Cellar", appear=("anna",))) == "dead"
    assert refused(world, OpenScene("Cellar", appear=("zoe",))) == "unknown_character"
    assert refused(world, OpenScene("Cellar", difficulty=-1)) == "bad_difficulty"
    do(world, OpenScene("Cellar"))
    assert refused(world, Appear("anna")) == "dead"


@pytest.mark.rule("NW3-EPISODE-03")
def test_no_scene_opens_or_closes_during_a_battle() -> None:
    world = table(scene="Roof")
    fighting(world)
    assert refused(world, CloseScene()) == "in_combat"
    assert refused(world, Appear("anna", leaves=True)) == "in_combat"
    world.state.scene = None
    assert refused(world, OpenScene("Cellar")) == "in_combat"


@pytest.mark.rule("NW3-EPISODE-03", "NW3-EPISODE-01")
def test_counters_of_a_scene_are_fresh_when_the_next_one_opens_and_no_earlier() -> None:
    world = table(scene="Roof")
    anna = world.state.characters["anna"]
    anna.used = {"scene:dash": 1, "scene_round:wave": 1, "episode:song": 1, "scenario:star": 1}
    anna.avoided = True
    do(world, CloseScene("none"))
    assert (len(anna.used), anna.avoided) == (4, True)
    do(world, OpenScene("Cellar"))
    assert (anna.used, anna.avoided) == ({"episode:song": 1, "scenario:star": 1}, False)


@pytest.mark.rule("NW3-EPISODE-01", "NW3-STATUS-01")
def test_what_lasts_to_the_end_of_the_scene_ends_with_it() -> None:
    world = table(scene="Roof")
    anna = world.state.characters["anna"]
    spd = anna.stats.spd
    for number, until in enumerate(("scene", "episode", "scenario", "until_removed")):
        anna.effects.append(Lasting(number, until, "ben", "judge", "any", 1, until))
    anna.effects.append(Lasting(9, "haste", "ben", "stat", "spd", 4, "scene"))
    anna.stats.spd += 4
    anna.statuses = {"dazed": 0, "poison": 3}
    done = do(world, CloseScene("none"))
    assert [one.until for one in anna.effects] == ["episode", "scenario", "until_removed"]
    assert anna.stats.spd == spd
    assert anna.statuses == {}
    assert done.keys[-1] == "scene.ends"


# ---------------------------------------------------------------- kinds, and who comes and goes


@pytest.mark.rule("NW3-EPISODE-04")
def test_in_a_master_scene_no_pc_appears_and_players_do_nothing() -> None:
    world = table(wizard("anna"), enemy())
    assert refused(world, OpenScene("Throne", "master", ("anna",))) == "master_scene"
    do(world, OpenScene("Throne", "master", ("ghoul",)))
    assert refused(world, Appear("anna")) == "master_scene"
    assert refused(world, AppearanceCheck("anna"), ANNA) == "master_scene"
    assert refused(world, AppearanceCheck("anna")) == "master_scene"


@pytest.mark.rule("NW3-EPISODE-07", "NW3-EPISODE-04")
@pytest.mark.parametrize(
    ("phase", "kind", "warned"),
    [("opening", "combat", True), ("opening", "ordinary", False), ("middle", "combat", False)],
)
def test_combat_in_the_opening_phase_brings_a_warning_to_the_referee(phase: Any, kind: Any, warned: bool) -> None:
    world = table(phase=phase)
    done = do(world, OpenScene("Roof", kind, ("anna",)))
    assert ("opening.combat" in done.keys) == warned
    assert not any(event.key == "opening.combat" for event in done.seen_by(ANNA))
    assert scene_of(world).kind == kind


@pytest.mark.rule("NW3-EPISODE-03", "NW3-EPISODE-15")
def test_the_referee_puts_somebody_in_and_takes_somebody_out() -> None:
    world = table(wizard("anna", present=False), wizard("ben"), scene="Roof")
    assert refused(world, Appear("ben")) == "already_present"
    assert do(world, Appear("anna")).keys == ["scene.appears"]
    anna = world.state.characters["anna"]
    assert anna.present
    assert do(world, Appear("anna", leaves=True)).keys == ["scene.leaves"]
    assert not anna.present
    assert refused(world, Appear("anna", leaves=True)) == "not_in_scene"
    do(world, Appear("anna"))
    assert scene_of(world).appeared == ["ben", "anna"]
    do(world, Appear("anna", leaves=True))
    assert not do(world, CloseScene("judges")).asked  # she did appear
    assert refused(world, Appear("anna")) == "no_scene"


@pytest.mark.rule("NW3-EPISODE-15")
def test_who_comes_into_a_battle_waits_for_the_next_setup() -> None:
    world = table(wizard("anna", present=False, pre_action=True, count=9), wizard("ben"), enemy(), scene="Roof")
    battle = fighting(world)
    do(world, Appear("anna"))
    anna = world.state.characters["anna"]
    assert battle.members == ["ben", "ghoul", "anna"]
    assert (anna.pre_action, anna.count) == (False, 0)


@pytest.mark.rule("NW3-MOVE-20")
def test_who_retreated_is_out_of_this_scene_and_free_in_the_next() -> None:
    world = table(scene="Roof")
    anna = world.state.characters["anna"]
    anna.retreated, anna.band = True, "long"
    assert refused(world, Appear("anna")) == "retreated"
    do(world, CloseScene("none"))
    do(world, OpenScene("Cellar", appear=("anna",)))
    assert (anna.retreated, anna.band, anna.present) == (False, "field", True)


@pytest.mark.rule("NW3-EPISODE-03")
def test_of_hidden_people_only_the_referee_hears() -> None:
    world = table(wizard("anna"), enemy(hidden=True))

    def heard(done: Done) -> list[Any]:
        return [event.facts.get("name") for event in done.seen_by(WATCHER)]

    assert heard(do(world, OpenScene("Roof", appear=("ghoul",)))) == [None]
    assert heard(do(world, Appear("ghoul", leaves=True))) == []
    back = do(world, Appear("ghoul"))
    assert heard(back) == []
    assert [event.facts["name"] for event in back.seen_by(REFEREE)] == ["Ghoul"]
