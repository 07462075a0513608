"""NW3-LEVEL-10 to -14: XP received, spent on General Skills and money, and what the end of an Episode takes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nw3_growth import asked, at_random, give, refuses, refuses_answer, sheet_of, skill, with_skills
from nw3_judge_helpers import values
from nw3_people import carrying, content, enemy, ids, wizard
from nw3_scenes import ANNA, BEN, Done, run, table
from rulewright.engine import drivers
from rulewright.engine.drivers import by_default
from rulewright.engine.packs import load, merge
from rulewright.engine.requests import Question
from rulewright.engine.world import World
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import Character, Nw3World
from rulewright.games.nw3.wizards.experience import (
    MOST_XP,
    AwardXp,
    SpendXp,
    begin_scenario,
    end_of_episode,
    receive,
    spend,
    why_not_award,
    why_not_spend,
)
from rulewright.games.nw3.wizards.preserving import why_not_buy, why_not_preserve, xp_for

_HEAD = '[pack]\nid = "wares"\nname = "Wares"\nruleset = "nw3"\nversion = 1\n'
_ITEM = '[[item]]\nid = "{id}"\nname = "{id}"\nclass = ["tool"]\ncost = {cost}\n{more}\n'
PRICES = {"big_sign": 800_000, "small_sign": 150_000, "exact": 200_000, "one_more": 200_001, "gift": 0}
WARES = merge((content(), load({"wares.toml": _HEAD + "".join(
    [_ITEM.format(id=id, cost=cost, more="") for id, cost in PRICES.items()]
    + [_ITEM.format(id="firework", cost=1000, more="consumable = true")]
)}, type(content()))))  # fmt: skip


def holder(xp: int = 0, *things: str, money: int = 0, **values: Any) -> Character:
    """Anna with XP, money and things, none of them Preserved."""
    anna = carrying(wizard(**values), *things)
    sheet_of(anna).xp, sheet_of(anna).money = xp, money
    return anna


def at(anna: Character, *others: Character, phase: Any = "after", more: Any = WARES, **options: Any) -> Nw3World:
    """A table in the After Phase, with wares to buy."""
    world = table(anna, *others, phase=phase, **options)
    return World(world.state, more, None)


def spent(anna: Character, answers: dict[str, Any], more: Any = WARES, **options: Any) -> Done:
    """What is asked and told where Anna spends XP."""
    world = at(anna, more=more, **options)
    return run(world, spend(world, anna), (), answers)


def purse(anna: Character) -> tuple[int, int]:
    """XP and money."""
    return sheet_of(anna).xp, sheet_of(anna).money


# ---------------------------------------------------------------- receiving


@pytest.mark.rule("NW3-LEVEL-10", "NW3-OPEN-27")
@pytest.mark.parametrize("xp", [5, 7, 10])
def test_the_referee_awards_xp(xp: int) -> None:
    anna, ben = holder(3), wizard("ben")
    done = give(at(anna, ben), AwardXp("anna", xp))
    assert (sheet_of(anna).xp, sheet_of(ben).xp) == (3 + xp, 0)
    assert done.event("after.xp").facts == {"name": "Anna", "xp": xp, "now": 3 + xp}


@pytest.mark.rule("NW3-LEVEL-10")
@pytest.mark.parametrize("xp", [0, 4, 11, 99])
def test_another_number_has_to_be_confirmed(xp: int) -> None:
    world = at(holder(3))
    assert refuses(world, AwardXp("anna", xp)) == "xp_outside" == why_not_award(xp)
    give(world, AwardXp("anna", xp, confirm=True))
    assert sheet_of(world.state.characters["anna"]).xp == 3 + xp


@pytest.mark.rule("NW3-LEVEL-10")
def test_awards_that_are_refused() -> None:
    world = at(holder(), enemy())
    assert refuses(world, AwardXp("anna", 5), ANNA) == "not_referee"
    assert refuses(world, AwardXp("nobody", 5)) == "unknown_character"
    assert refuses(world, AwardXp("ghoul", 5)) == "not_a_wizard"
    world.state.phase = "climax"
    assert refuses(world, AwardXp("anna", 5)) == "wrong_phase"


@pytest.mark.rule("NW3-LEVEL-10")
def test_a_sheet_holds_so_many_xp_and_no_more() -> None:
    anna = holder(MOST_XP - 1)
    receive(at(anna), anna, 10)
    assert sheet_of(anna).xp == MOST_XP


# ---------------------------------------------------------------- General Skills


@pytest.mark.rule("NW3-LEVEL-11", "NW3-LEVEL-12")
def test_a_general_skill_and_money() -> None:  # X1
    anna = holder(10)
    answers = {"spend_xp": ["skill", "money", "keep"], "spend_xp.which": "first_aid", "spend_xp.amount": 5}
    done = spent(anna, answers)
    assert (anna.skills, purse(anna)) == ({"first_aid": 1}, (0, 1_000_000))
    skill_option, money_option = done.asked[0].options[:2]
    assert (skill_option.cost, money_option.facts) == ({"xp": 5}, {"valco": 200_000})


@pytest.mark.rule("NW3-LEVEL-11", "NW3-LEVEL-14")
@pytest.mark.parametrize("xp", [0, 1, 4])
def test_with_too_few_xp_there_is_no_general_skill(xp: int) -> None:  # X4 and fewer
    anna = holder(xp, money=1)
    world = at(anna)
    question = asked(spend(world, anna), "spend_xp")
    assert refuses_answer(world.state, question, "skill") == "not_enough_xp"
    if not xp:
        assert refuses_answer(world.state, question, "money") == "not_enough_xp"
    assert why_not_spend(sheet_of(anna), xp) == ""
    assert why_not_spend(sheet_of(anna), xp + 1) == "not_enough_xp"
    assert purse(anna) == (xp, 1)


@pytest.mark.rule("NW3-LEVEL-11", "NW3-LEVEL-14")
def test_general_skills_may_be_bought_any_number_of_times() -> None:
    anna = holder(19)
    answers = {"spend_xp": ["skill", "skill", "skill", "keep"], "spend_xp.which": "first_aid"}
    done = spent(anna, answers)
    assert (anna.skills, purse(anna)) == ({"first_aid": 3}, (4, 0))
    assert values(done.asked[-1]) == ["money", "keep"]


@pytest.mark.rule("NW3-LEVEL-11", "NW3-SKILL-06", "NW3-SKILL-08")
def test_xp_buy_nothing_but_general_skills() -> None:
    late = with_skills(skill("very_old_hand", "general", "acquire_cl = 3"))
    anna = holder(5, cl=2)
    world = at(anna, more=late)
    question = asked(spend(world, anna), "spend_xp.which", {"spend_xp": "skill"})
    assert {late.skills_by_id[id].class_ for id in (*values(question), *question.barred)} == {"general"}
    assert "old_hand" in values(question)  # Acquire CL 2
    assert refuses_answer(world.state, question, "very_old_hand") == "cl_too_low"
    assert refuses_answer(world.state, question, "street_name") == "creation_only"
    assert purse(anna) == (5, 0)


@pytest.mark.rule("NW3-LEVEL-11", "NW3-CHAR-12")
def test_a_constant_general_skill_counts_at_once() -> None:
    anna = holder(5)
    before = anna.stats.spd
    spent(anna, {"spend_xp": ["skill", "keep"], "spend_xp.which": "quick_feet"})
    assert anna.stats.spd == before + 2


@pytest.mark.rule("NW3-OPEN-22", "NW3-LEVEL-11")
@pytest.mark.parametrize("option", [True, False])
def test_xp_raise_a_general_skill_unless_the_option_forbids_it(option: bool) -> None:
    anna = holder(5, skills={"first_aid": 1})
    world = at(anna, level_skill_raises_sl=option)
    question = asked(spend(world, anna), "spend_xp.which", {"spend_xp": "skill"})
    assert ("first_aid" in values(question)) == option


# ---------------------------------------------------------------- money


@pytest.mark.rule("NW3-LEVEL-12")
@pytest.mark.parametrize(
    ("valco", "xp"),
    [(950_000, 5), (200_000, 1), (200_001, 2), (0, 0), (-250_000, 0), (1, 1), (800_000, 4)],
    ids=["X2", "X3 exact", "X3 one more", "nothing", "money left", "least", "the dear one"],
)
def test_how_many_xp_a_price_takes(valco: int, xp: int) -> None:
    assert xp_for(valco) == xp


@pytest.mark.rule("NW3-LEVEL-12")
def test_several_things_share_the_money() -> None:  # X2
    anna = holder(5, "big_sign robe", "small_sign robe")
    answers = {
        "spend_xp": ["money", "valco", "keep"],
        "spend_xp.amount": 5,
        "spend_valco": ["preserve:big_sign.1", "preserve:small_sign.2", "done"],
    }
    done = spent(anna, answers)
    assert purse(anna) == (0, 50_000)
    assert [thing.preserved for thing in anna.items] == [True, True]
    amount = done.question("spend_xp.amount")
    assert (amount.facts["price"], amount.facts["needed"], amount.default) == (950_000, 5, 5)
    assert [event.facts["money"] for event in done.told if event.key == "spend_valco.preserved"] == [200_000, 50_000]
    world = at(anna)
    end_of_episode(world)
    assert (ids(anna.items), purse(anna)) == (["big_sign", "small_sign"], (0, 50_000))
    done = Done((), {})
    world.tell = done.tell
    begin_scenario(world)
    assert purse(anna) == (0, 0)
    assert done.event("scenario.money_lost").facts["money"] == 50_000


@pytest.mark.rule("NW3-LEVEL-12", "NW3-LEVEL-14")
@pytest.mark.parametrize(("item", "xp", "left"), [("exact", 1, 0), ("one_more", 2, 199_999)])
def test_whole_xp_only(item: str, xp: int, left: int) -> None:  # X3
    anna = holder(xp, f"{item} robe")
    answers: dict[str, Any] = {"spend_xp": ["money", "valco", "keep"], "spend_valco": [f"preserve:{item}.1", "done"]}
    spent(anna, answers)  # the amount by default: as many as it takes
    assert purse(anna) == (0, left)
    short = holder(0, f"{item} robe", money=(xp - 1) * 200_000)
    assert why_not_preserve(WARES, sheet_of(short), short.items[0]) == "not_enough_money"


@pytest.mark.rule("NW3-LEVEL-12")
def test_bought_things_are_preserved_and_stay() -> None:
    anna = holder(1, "jacket robe")
    before = anna.stats.spd
    answers = {"spend_xp": ["money", "valco", "keep"], "spend_valco": ["buy:radio", "buy:radio", "done"]}
    done = spent(anna, {**answers, "spend_xp.amount": 1})
    assert purse(anna) == (0, 198_000)
    assert done.event("spend_valco.bought").facts["money"] == 199_000
    assert anna.stats.spd == before + 2  # without a Slot it counts where it is
    assert len({thing.id for thing in anna.items}) == 3
    end_of_episode(at(anna))
    assert ids(anna.items) == ["radio", "radio"]


@pytest.mark.rule("NW3-LEVEL-12", "NW3-ITEM-07")
def test_what_the_money_does_not_reach() -> None:
    anna = holder(0, money=150_000)
    world = at(anna)
    question = asked(spend(world, anna), "spend_valco", {"spend_xp": "valco"})
    assert "buy:small_sign" in values(question)
    assert refuses_answer(world.state, question, "buy:big_sign") == "not_enough_money"
    items = WARES.items_by_id
    assert [why_not_buy(sheet_of(anna), items[id]) for id in ("small_sign", "exact")] == ["", "not_enough_money"]


@pytest.mark.rule("NW3-LEVEL-13", "NW3-SKILL-13", "NW3-LEVEL-12")
def test_what_cannot_be_preserved() -> None:
    anna = holder(0, "small_sign robe", "exact robe", "gift robe", "gift robe", money=150_000)
    anna.items[0].from_skill = anna.items[3].preserved = anna.items[2].lost = True
    reasons = [why_not_preserve(WARES, sheet_of(anna), thing) for thing in anna.items[:3]]
    assert reasons == ["item_skill_no_preserve", "not_enough_money", "not_owned"]
    world = at(anna)
    question = asked(spend(world, anna), "spend_valco", {"spend_xp": "valco"})
    assert refuses_answer(world.state, question, "preserve:small_sign.1") == "item_skill_no_preserve"
    assert not [value for value in values(question) if value.startswith("preserve:")]
    assert purse(anna) == (0, 150_000)


@pytest.mark.rule("NW3-LEVEL-12")
def test_the_price_of_all_that_goes_is_named() -> None:
    anna = holder(5, "big_sign robe", "exact robe", "small_sign robe", "gift robe", "one_more robe", money=250_000)
    anna.items[2].from_skill = anna.items[1].preserved = anna.items[4].lost = True
    done = spent(anna, {"spend_xp": ["money", "keep"]})
    amount = done.question("spend_xp.amount")
    assert {key: amount.facts[key] for key in ("price", "needed", "things")} == {
        "price": 800_000, "needed": 3, "things": "big_sign, gift"
    }  # fmt: skip
    assert (amount.least, amount.most, amount.default) == (0, 5, 3)
    assert purse(anna) == (2, 850_000)


@pytest.mark.rule("NW3-LEVEL-08")
def test_who_has_nothing_to_spend_is_not_asked() -> None:
    assert spent(holder(), {}).asked == []
    by_default = holder(7, "jacket robe", money=3)
    assert spent(by_default, {}).questions == ["spend_xp"]
    assert (purse(by_default), by_default.items[0].preserved) == ((7, 3), False)


# ---------------------------------------------------------------- by command


@pytest.mark.rule("NW3-LEVEL-08", "NW3-EPISODE-05")
@pytest.mark.parametrize("phase", ["after", "preplay"])
def test_xp_are_spent_by_their_player(phase: Any) -> None:
    anna = holder(5)
    answers = {"spend_xp": ["skill", "keep"], "spend_xp.which": "first_aid"}
    give(at(anna, phase=phase), SpendXp("anna"), ANNA, answers)
    assert (anna.skills, purse(anna)) == ({"first_aid": 1}, (0, 0))
    rich = holder(0, money=1000)
    give(
        at(rich, phase=phase),
        SpendXp("anna"),
        ANNA,
        {"spend_xp": ["valco", "keep"], "spend_valco": ["buy:cap", "done"]},
    )
    assert (ids(rich.items), purse(rich)) == (["cap"], (0, 0))


@pytest.mark.rule("NW3-LEVEL-08", "NW3-LEVEL-14")
def test_spending_that_is_refused() -> None:
    anna = holder(5)
    world = at(anna, wizard("ben"), enemy())
    assert refuses(world, SpendXp("anna"), BEN) == "not_your_character"
    assert refuses(world, SpendXp("ben"), BEN) == "not_enough_xp"
    assert refuses(world, SpendXp("ghoul")) == "not_a_wizard"
    assert refuses(world, SpendXp("nobody")) == "unknown_character"
    for phase in ("opening", "middle", "climax"):
        world.state.phase = phase
        assert refuses(world, SpendXp("anna"), ANNA) == "wrong_phase"


# ---------------------------------------------------------------- what an end takes


@pytest.mark.rule("NW3-LEVEL-12", "NW3-LEVEL-13")
def test_what_is_not_preserved_vanishes_at_the_end_of_the_episode() -> None:
    anna = holder(0, "jacket robe", "coat", "pin", "radio robe")
    anna.items[0].preserved = True
    anna.items[2].preserved = anna.items[2].from_skill = True  # of a skill of the category Item
    world = at(anna)
    done = Done((), {})
    world.tell = done.tell
    before = anna.stats.spd
    end_of_episode(world)
    assert ids(anna.items) == ["jacket"]
    assert done.event("after.vanished").facts["things"] == "Coat, Pin, Radio"
    assert anna.stats.spd == before  # the radio had not been counted yet
    assert (anna.stats.pdef, anna.stats.mdef) == (2, 0)


@pytest.mark.rule("NW3-LEVEL-13")
@pytest.mark.parametrize("where", ["equipped", "robe", "carried"])
def test_what_is_preserved_comes_back_however_it_was_lost(where: Any) -> None:
    anna = holder(0, "jacket", "radio robe", "plate robe")
    for thing in anna.items:
        thing.preserved = True
    anna.items[0].where, anna.items[0].lost, anna.items[1].lost = where, True, True
    world = at(anna)
    done = Done((), {})
    world.tell = done.tell
    before = anna.stats.spd
    end_of_episode(world)
    assert [(thing.item, thing.lost, thing.where) for thing in anna.items] == [
        ("jacket", False, "robe"), ("radio", False, "robe"), ("plate", False, "robe")
    ]  # fmt: skip
    assert done.event("after.returned").facts["things"] == "Jacket, Radio"
    assert "after.vanished" not in done.keys
    assert anna.stats.spd == before + 1


@pytest.mark.rule("NW3-OPEN-33", "NW3-LEVEL-13")
@pytest.mark.parametrize("option", [True, False])
def test_used_consumables_come_back_unless_the_option_forbids_it(option: bool) -> None:
    anna = holder(0, "firework robe", "firework robe", "firework robe", "jacket robe")
    for thing in anna.items:
        thing.preserved = True
    anna.items[2].preserved = False
    anna.items[0].lost = anna.items[2].lost = anna.items[3].lost = True
    world = at(anna, preserved_consumables=option)
    done = Done((), {})
    world.tell = done.tell
    end_of_episode(world)
    assert done.keys == ["after.returned"]  # of what is used up nobody loses anything more
    left = ["firework.1", "firework.2", "jacket.4"]
    assert [thing.id for thing in anna.items] == (left if option else left[1:])
    assert not any(thing.lost for thing in anna.items)


@pytest.mark.rule("NW3-LEVEL-13")
def test_an_option_of_a_broom_that_vanishes_is_loaded_no_longer() -> None:
    anna = holder(0, "heron_mk2", "tail_fin robe", "tail_fin robe")
    anna.items[1].loaded = anna.items[2].loaded = "heron_mk2.1"
    anna.items[1].preserved = True
    end_of_episode(at(anna))
    assert [(thing.id, thing.loaded) for thing in anna.items] == [("tail_fin.2", "")]


@pytest.mark.rule("NW3-OPEN-26", "NW3-LEVEL-14")
@pytest.mark.parametrize(("option", "left"), [(True, 4), (False, 0)])
def test_unspent_xp_are_kept_unless_the_option_says_otherwise(option: bool, left: int) -> None:
    anna = holder(4, money=7)
    world = at(anna, wizard("ben"), xp_carries_over=option)
    done = Done((), {})
    world.tell = done.tell
    end_of_episode(world)
    assert purse(anna) == (left, 7)
    assert done.keys == ([] if option else ["after.xp_lost"])


@pytest.mark.rule("NW3-LEVEL-12", "NW3-LEVEL-13")
def test_enemies_keep_what_they_have() -> None:
    ghoul = carrying(enemy(), "sword", "jacket robe")
    world = at(holder(), ghoul)
    end_of_episode(world)
    begin_scenario(world)
    assert ids(ghoul.items) == ["sword", "jacket"]


# ---------------------------------------------------------------- whatever is spent


@pytest.mark.rule("NW3-LEVEL-12", "NW3-LEVEL-14")
@given(st.integers(0, 40), st.integers())
def test_xp_and_money_never_run_short_and_never_come_from_nothing(xp: int, seed: int) -> None:
    anna = holder(xp, "small_sign robe", "big_sign robe")
    random_answer, left = at_random(seed), iter(range(60))

    def answer(question: Question) -> Any:
        return by_default(question) if next(left, None) is None else random_answer(question)

    drivers.run(spend(at(anna), anna), lambda sides: 1, answer)
    paid = sum(WARES.items_by_id[thing.item].cost for thing in anna.items if thing.preserved)
    figures = numbers().experience
    left_xp, money = purse(anna)
    assert min(left_xp, money) >= 0
    spent_xp = sum(anna.skills.values()) * figures.general_skill_cost
    assert (xp - left_xp - spent_xp) * figures.valco_per_xp == paid + money
