"""NWO-COUNT-05 to -09: who comes next, delays and ties; the worked timelines of counts and of casts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from nwo_play import Play, options, rows_of
from rulewright.games.nwo.battles import order
from rulewright.games.nwo.battles.actions import Attack, CastSpell, Delay, Pass
from rulewright.games.nwo.battles.battle import LeaveBattle
from rulewright.games.nwo.battles.moving import Move
from rulewright.games.nwo.game import game

TIMELINES = rows_of("timeline")
RECORDS = {"ruka": "ruka", "tomo": "tomo", "hound": "mire_hound"}
SPELLS = {6: "ember_dart", 0: "lamp_sight"}
"""A spell that Tomo casts, by its cast count."""
FACES = {6: [3, 2, 6, 5], 0: []}
"""The dice when it takes effect: an Ember Dart that goes past the hound with 14 + 5 against 8 + 11."""
GOES_PAST = [2, 4, 3, 3]
"""The hound's attack on Tomo, of 9 + 6 against 9 + 6."""


class Timeline:
    """A row played with real commands; somebody at count 1 comes last, so that no round ends."""

    def __init__(self, row: dict[str, Any]) -> None:
        who = row["given"]["who"]
        self.play = play = Play(*(f"{one['id']}:{RECORDS[one['id']]}" for one in who), "last:mire_hound")
        for one in who:
            assert play.values(one["id"], action_value=one["action_value"]).kind == one["kind"]
        play.values("last", action_value=-9)
        self.names = {character.name: id for id, character in play.state.characters.items()}
        self.cast = next((step[2] for step in row["given"]["script"] if step[1] == "cast"), 6)
        if self.cast == 0:
            play["tomo"].spells.append("lamp_sight")
        play.fight(**{one["id"]: one["count"] for one in who}, last=1)
        self.turns: list[str] = []
        for step, after in pairwise([*row["given"]["script"], [""] * 2]):
            self.step(*step, then=after[1])

    def step(self, who: str, what: str, number: int = 0, *, then: str = "") -> None:
        """One step of the script. Activations come by themselves, and an interrupt with the attack that follows."""
        if what in ("activate", "interrupt_off_turn"):
            self.interrupting = what != "activate"
            return
        play, count, told = self.play, self.play[who].count, len(self.play.told)
        assert play.battle.acting == who
        faces = FACES[self.cast] if then == "activate" else []
        if what == "act" and getattr(self, "interrupting", False):
            play.give(Attack(who, "bite", "tomo"), GOES_PAST, {"interrupt_cast": "interrupt"})
            self.turns.append(f"tomo@{count} interrupts")
            self.interrupting = False
        elif what == "act":
            play.give(Move(who, "normal", ()), faces, {"target": "hound"})
        elif what == "delay":
            play.give(Delay(who, number))
        else:
            play.give(CastSpell(who, SPELLS[number]), faces, {"target": "hound"})
        done = {"act": "acts", "delay": f"delays to {number}", "cast": "declares"}[what]
        self.turns.append(f"{who}@{count} {done}")
        began = count
        for event in play.told[told:]:
            if event.key == "turn.begins":
                began = event.facts["count"]
            elif event.key == "cast.activates":
                self.turns.append(f"{self.names[event.facts['name']]}@{began} activates")


@pytest.mark.rule(
    "NWO-COUNT-05", "NWO-COUNT-06", "NWO-COUNT-07", "NWO-COUNT-08", "NWO-COUNT-09", "NWO-CAST-03", "NWO-CAST-04",
    "NWO-CAST-06", "NWO-CAST-07", "NWO-CAST-12", "NWO-CAST-14",
)  # fmt: skip
@pytest.mark.parametrize("row", TIMELINES, ids=[row["id"] for row in TIMELINES])
def test_rows_of_timelines(row: dict[str, Any]) -> None:
    played = Timeline(row)
    expected, play = row["expect"], played.play
    assert played.turns == expected["turns"]
    assert {id: play[id].count for id in expected["counts"]} == expected["counts"]
    assert [id for id in expected["counts"] if play[id].casting is not None] == expected.get("still_casting", [])
    assert play.battle.acting == "last"  # whose turn comes when all the others are done
    assert all(play[id].done for id in expected["counts"])


def test_all_rows_of_timelines_are_played() -> None:
    assert [row["id"] for row in TIMELINES] == [
        *(f"count-{number}" for number in range(1, 9)), "cast-1", "cast-2", "cast-4", "cast-6", "cast-8", "cast-9",
        "cast-10",
    ]  # fmt: skip


def fight(*people: str, **counts: int) -> Play:
    """A fight with these counts; PCs are made like Ruka, whose action value is 13, NPCs like the hound, 11."""
    play = Play(*people)
    play.fight(**counts)
    return play


PARTY = ("a:ruka", "b:ruka", "c:ruka")


# ---------------------------------------------------------------- counts go down


@pytest.mark.rule("NWO-COUNT-06", "NWO-OPEN-31")
@pytest.mark.parametrize(("count", "left", "done"), [(41, 21, False), (21, 1, False), (20, 0, True), (1, -19, True)])
def test_a_turn_costs_twenty_and_at_zero_one_is_done(count: int, left: int, done: bool) -> None:
    play = fight("ruka", "hound:mire_hound", ruka=count, hound=1)
    play.give(Pass("ruka"), seat="ruka")
    assert (play["ruka"].count, play["ruka"].done) == (left, done)


@pytest.mark.rule("NWO-COUNT-07")
def test_the_current_count_is_the_highest_of_those_not_done() -> None:
    play = fight("ruka", "tomo", "hound:mire_hound", ruka=27, tomo=19, hound=12)
    seen = [(play.battle.acting, play.battle.current)]
    for command, faces in ((Delay("ruka", 16), []), (CastSpell("tomo", "ember_dart"), []), (Pass("ruka"), FACES[6])):
        moment = play.state.moment
        play.give(command, faces, {"target": "hound"})
        seen.append((play.battle.acting, play.battle.current))
        assert play.state.moment > moment  # another count, at which slots are free
    assert seen == [("ruka", 27), ("tomo", 19), ("ruka", 16), ("hound", 12)]
    assert [event.facts["count"] for event in play.told if event.key == "turn.begins"] == [27, 19, 16, 13, 12]


@pytest.mark.rule("NWO-COUNT-07", "NWO-COUNT-14")
def test_who_leaves_no_longer_counts() -> None:
    play = fight("ruka", "tomo", "hound:mire_hound", ruka=27, tomo=19, hound=12)
    play.give(LeaveBattle("tomo"))
    assert play.battle.acting == "ruka"
    play.give(LeaveBattle("ruka"))
    assert (play.battle.acting, play.battle.current) == ("hound", 12)


# ---------------------------------------------------------------- delays


@pytest.mark.rule("NWO-COUNT-08")
@pytest.mark.parametrize("count", [27, 28, 9999])
def test_a_delay_lowers_the_count(count: int) -> None:
    play = fight("ruka", "hound:mire_hound", ruka=27, hound=1)
    assert play.refuses(Delay("ruka", count), "ruka") == "delay_not_lower"


@pytest.mark.rule("NWO-COUNT-08")
def test_one_may_delay_again_and_again() -> None:
    play = fight("ruka", "hound:mire_hound", ruka=27, hound=1)
    for count in (26, 9, 2):
        play.give(Delay("ruka", count), seat="ruka")
        assert (play.battle.acting, play["ruka"].count, play["ruka"].done) == ("ruka", count, False)


@pytest.mark.rule("NWO-COUNT-08", "NWO-OPEN-30")
@pytest.mark.parametrize("count", [0, -1, -50])
def test_a_delay_to_nothing_ends_the_round_for_one(count: int) -> None:
    play = fight("ruka", "hound:mire_hound", ruka=27, hound=1)
    play.give(Delay("ruka", count), seat="ruka")
    assert (play["ruka"].count, play["ruka"].done, play.battle.acting) == (count, True, "hound")
    assert play.refuses(Pass("ruka"), "ruka") == "done"


@pytest.mark.rule("NWO-COUNT-08")
def test_no_delay_after_the_action() -> None:
    play = fight("ruka", "hound:mire_hound", ruka=27, hound=1)
    play["ruka"].keeps_turn = True
    play.give(Move("ruka", "normal", ()), seat="ruka")
    assert play.refuses(Delay("ruka", 2), "ruka") == "action_used"


@pytest.mark.rule("NWO-COUNT-08")
def test_no_delay_out_of_turn_or_outside_of_a_fight() -> None:
    play = fight("ruka", "hound:mire_hound", ruka=27, hound=1)
    assert play.refuses(Delay("hound", 0)) == "not_your_turn"
    assert Play("ruka").refuses(Delay("ruka", 0)) == "not_in_combat"


# ---------------------------------------------------------------- ties


@pytest.mark.rule("NWO-COUNT-09")
def test_pcs_come_before_npcs_and_the_faster_before_the_slower() -> None:
    play = Play("slow:ruka", "fast:ruka", "lame:mire_hound", "quick:mire_hound")
    play.values("slow", action_value=8)
    play.values("fast", action_value=9)
    play.values("lame", action_value=20)
    play.values("quick", action_value=21)
    play.fight(lame=15, slow=15, quick=15, fast=15)
    acting = []
    for _ in range(3):
        acting.append(play.battle.acting)
        play.give(Pass(play.battle.acting))
    assert [*acting, play.battle.acting] == ["fast", "slow", "quick", "lame"]


@pytest.mark.rule("NWO-COUNT-09")
def test_ties_look_at_the_action_value_now_with_fighting_spirit_and_not_halved() -> None:
    play = Play("a:ruka", "b:ruka")
    play.change("b", aura={"action_value": 2}, prone=True)  # 14 against 13
    play.fight(a=15, b=15)
    assert play.battle.acting == "b"
    assert play.asked() == []


@pytest.mark.rule("NWO-COUNT-09")
def test_equals_agree_in_any_order() -> None:
    play = fight(*PARTY, a=35, b=15, c=15)
    assert play.battle.acting == "a"
    play.give(Delay("a", 15), answers={"tie_order": "c"})
    (question,) = play.script.asked
    assert (question.key, [option.value for option in question.options]) == ("tie_order", ["a", "b", "c"])
    assert play.battle.acting == "c"
    play.give(Pass("c"), answers={"tie_order": "b"})
    assert [option.value for option in play.script.asked[0].options] == ["a", "b"]
    assert play.battle.acting == "b"
    play.give(Pass("b"))
    assert play.asked() == []
    assert play.battle.acting == "a"


@pytest.mark.rule("NWO-COUNT-09")
def test_the_referee_orders_npcs() -> None:
    play = Play("ruka", "hound:mire_hound", "wolf:mire_hound")
    for id in ("hound", "wolf"):
        play[id].player = "referee"
    play.fight(ruka=15, hound=9, wolf=9)
    play.give(Pass("ruka"), answers={"tie_order": "wolf"})
    assert game.owner(play.world, play.script.asked[0]) == "referee"
    assert play.battle.acting == "wolf"


@pytest.mark.rule("NWO-COUNT-09")
def test_by_option_dice_order_equals_highest_first_and_ties_again() -> None:
    play = Play(*PARTY, "hound:mire_hound", house=options(tie_break="dice"))
    play.fight(a=35, b=15, c=15, hound=15)
    play.give(Delay("a", 15), [4, 6, 4, 2, 2, 1, 5])  # b; a and c tie at 4, then at 2, then c is higher
    assert play.asked() == []
    acting = [play.battle.acting]
    for _ in range(3):
        play.give(Pass(acting[-1]))
        acting.append(play.battle.acting)
    assert acting == ["b", "c", "a", "hound"]


@pytest.mark.rule("NWO-COUNT-09")
def test_what_was_agreed_for_one_count_does_not_bind_the_next() -> None:
    play = fight("a:ruka", "b:ruka", a=35, b=34)
    play.give(Delay("a", 34), answers={"tie_order": "b"})
    assert play.battle.acting == "b"
    play.give(Delay("b", 30))
    play.give(Delay("a", 30), answers={"tie_order": "a"})
    assert play.asked() == ["tie_order"]
    assert play.battle.acting == "a"


@pytest.mark.rule("NWO-COUNT-07")
def test_nobody_is_next_when_all_are_done() -> None:
    play = fight("ruka", "hound:mire_hound", ruka=27, hound=1)
    for id in ("ruka", "hound"):
        play[id].done = True
    assert play.run(order.next_up(play.world, play.battle)) is None
    assert order.waiting(play.world, play.battle) == []
