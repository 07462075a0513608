"""What is wrong with a pack: each load error of the schema with its code and path, and all of them at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.engine.packs import BadPack, Problem, load
from rulewright.games.nw3.records.content import Nw3Content

HEADER = '[pack]\nid = "small"\nname = "Small"\nruleset = "nw3"\nversion = 1\n'
SKILL = '[[skill]]\nid = "song"\nname = "Song"\ntext = "La."\n'
PROSE = 'effect = [{ kind = "prose", text = "It echoes." }]\n'
ITEM = '[[item]]\nid = "thing"\nname = "Thing"\ncost = 1\n'
ENEMY = (
    '[[enemy]]\nid = "imp"\nname = "Imp"\ncategory = "enemy"\nelement = "dark"\nawareness = 3\nhp = 9\n'
    "stats = { pacc = 9, macc = 4, eva = 8, spd = 11, patk = 8, matk = 0, pdef = 2, mdef = 2 }\n"
)
ATTACK = '{ kind = "attack", attack = "physical", hit_stat = "pacc", damage_stat = "patk", damage = "physical" }'
STRIKE = 'timing = "major_action"\ncheck = { kind = "hit_check", attack = "physical" }\ntarget = { kind = "single" }\n'


def skill(
    extra: str = "",
    *,
    class_: str = "idol",
    timing: str = '"minor_action"',
    target: str = 'kind = "self"',
    range: str = "none",
    effect: str = "",
) -> str:
    """A skill with one thing wrong; `effect` is what stands between the brackets of its effects."""
    effects = f"effect = [{effect}]\n" if effect else PROSE
    uses = f'timing = {timing}\ntarget = {{ {target} }}\nrange = "{range}"\n'
    return f'{SKILL}class = "{class_}"\n{uses}{extra}\n{effects}'


def item(*classes: str, extra: str = "") -> str:
    """An item with one thing wrong."""
    listed = ", ".join(f'"{one}"' for one in classes)
    return f"{ITEM}class = [{listed}]\n{extra}\n"


def block(extra: str = "", effect: str = '{ kind = "prose", text = "It echoes." }') -> str:
    """An item with an effect block."""
    uses = 'name = "Use"\ntiming = "minor_action"\ntarget = { kind = "self" }\nrange = "none"\n'
    return item("tool") + f"[[item.effect_block]]\n{uses}{extra}\neffect = [{effect}]\n"


def problems(text: str, header: str = HEADER) -> tuple[Problem, ...]:
    """Everything that is wrong with a small pack."""
    with pytest.raises(BadPack) as caught:
        load({"pack.toml": header, "rows.toml": text}, Nw3Content)
    return caught.value.problems


def codes(text: str, header: str = HEADER) -> list[tuple[str, str]]:
    """The code and path of each problem."""
    return [(problem.code.removeprefix("content."), problem.path) for problem in problems(text, header)]


def test_what_the_others_change_is_right() -> None:
    text = skill() + item("tool") + block().replace('"thing"', '"other"') + ENEMY
    assert load({"pack.toml": HEADER, "rows.toml": text}, Nw3Content).enemies_by_id.keys() == {"imp"}


@pytest.mark.rule("NW3-SKILL-53")
@pytest.mark.parametrize(
    ("header", "found"),
    [
        (HEADER.replace('"small"', '"Small"'), [("bad_id", "pack.id")]),
        (HEADER.replace('"small"', f'"{"a" * 49}"'), [("bad_id", "pack.id")]),
        (HEADER.replace('ruleset = "nw3"', 'ruleset = "cairn"'), [("bad_value", "pack.ruleset")]),
        (HEADER.replace("version = 1", "version = 0"), [("out_of_bounds", "pack.version")]),
        (HEADER.replace("version = 1", 'version = "1"'), [("bad_type", "pack.version")]),
        (HEADER.replace("version = 1\n", ""), [("missing_field", "pack.version")]),
        (HEADER.replace('name = "Small"', 'name = ""'), [("bad_value", "pack.name")]),
        (HEADER.replace('name = "Small"', f'name = "{"x" * 81}"'), [("bad_value", "pack.name")]),
        (HEADER + f'text = "{"x" * 4001}"\n', [("bad_value", "pack.text")]),
        (HEADER + "author = 1\n", [("unknown_field", "pack.author")]),
        ("", [("missing_field", "pack")]),
    ],
)
def test_headers(header: str, found: list[tuple[str, str]]) -> None:
    assert codes("", header) == found


# ---------------------------------------------------------------- skills


@pytest.mark.rule("NW3-SKILL-54")
@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        (skill().replace('"song"', '"Song"'), "bad_id", "skill[0].id"),
        (skill() + skill(), "duplicate_id", "skill[1].id"),
        (skill("colour = 1"), "unknown_field", "skill[0].colour"),
        (skill().replace('name = "Song"\n', ""), "missing_field", "skill[0].name"),
        (skill().replace('text = "La."\n', ""), "missing_field", "skill[0].text"),
        (skill().replace('class = "idol"\n', ""), "missing_field", "skill[0].class"),
        (skill().replace('range = "none"\n', ""), "missing_field", "skill[0].range"),
        (skill().replace('timing = "minor_action"\n', ""), "missing_field", "skill[0].timing"),
        (skill().replace('target = { kind = "self" }\n', ""), "missing_field", "skill[0].target"),
        (skill("max_sl = true"), "bad_type", "skill[0].max_sl"),
        (skill("max_sl = 0"), "out_of_bounds", "skill[0].max_sl"),
        (skill("acquire_cl = 100"), "out_of_bounds", "skill[0].acquire_cl"),
        (skill("stacks = 1"), "bad_type", "skill[0].stacks"),
        (skill(class_="pirate"), "unknown_ref", "skill[0].class"),
        (skill('categories = ["spell", "song"]'), "bad_value", "skill[0].categories[1]"),
        (skill('categories = ["trait", "trait"]'), "bad_value", "skill[0].categories[1]"),
        (skill('categories = ["trait", "auto"]', class_="general"), "auto_needs_class", "skill[0].categories[1]"),
        (skill('categories = ["secret"]', class_="general"), "secret_needs_class", "skill[0].categories[0]"),
        (skill('categories = ["secret"]', class_="enemy"), "secret_needs_class", "skill[0].categories[0]"),
        (skill('elements = ["fire"]'), "elements_need_spell", "skill[0].elements"),
        (skill('elements = "pick"'), "elements_need_spell", "skill[0].elements"),
        (skill('categories = ["spell"]\nelements = []'), "bad_value", "skill[0].elements"),
        (skill('categories = ["spell"]\nelements = ["fire", "fire"]'), "bad_value", "skill[0].elements[1]"),
        (skill('categories = ["spell"]\nelements = ["fire", "wood"]'), "bad_value", "skill[0].elements[1]"),
        (skill('categories = ["spell"]\nelements = "third"'), "bad_value", "skill[0].elements"),
        (skill('categories = ["spell"]\nelements = 3'), "bad_type", "skill[0].elements"),
        (skill('categories = ["spell"]\nelements = ["fire", "wind", "void"]'), "bad_value", "skill[0].elements"),
        (skill(timing='"tea_time"'), "bad_value", "skill[0].timing"),
        (skill(timing="[]"), "bad_value", "skill[0].timing"),
        (skill(timing='["prep", "tea_time"]'), "bad_value", "skill[0].timing[1]"),
        (skill(timing='["prep", "prep"]'), "bad_value", "skill[0].timing[1]"),
        (skill(timing="1"), "bad_type", "skill[0].timing"),
        (skill(timing='["constant", "prep"]'), "constant_alone", "skill[0].timing"),
        (skill(timing='"with_skill"'), "with_skill_mismatch", "skill[0].with_skill"),
        (skill('with_skill = "song"', timing='"with_skill"'), "with_skill_mismatch", "skill[0].with_skill"),
        (skill('with_skill = "tune"', timing='"with_skill"'), "unknown_ref", "skill[0].with_skill"),
        (skill("cost_waived = true"), "conflict", "skill[0].cost_waived"),
        (skill(timing='"before_judge"'), "trigger_needed", "skill[0].trigger"),
        (skill(timing='"after_judge"'), "trigger_needed", "skill[0].trigger"),
        (skill(timing='"damage_roll"'), "trigger_needed", "skill[0].trigger"),
        (skill("trigger = { judges = [] }", timing='"after_judge"'), "trigger_needed", "skill[0].trigger.judges"),
        (skill('trigger = { judges = ["hit"] }'), "conflict", "skill[0].trigger"),
        (
            skill('trigger = { judges = ["patk", "hit"] }', timing='"damage_roll"'),
            "bad_value",
            "skill[0].trigger.judges[1]",
        ),
        (
            skill('trigger = { judges = ["hit"], whose = "mine" }', timing='"after_judge"'),
            "bad_value",
            "skill[0].trigger.whose",
        ),
    ],
)
def test_skills(text: str, code: str, path: str) -> None:
    assert codes(text) == [(code, path)]


@pytest.mark.rule("NW3-SKILL-54")
def test_a_partner_without_its_timing() -> None:
    other = skill('with_skill = "song"').replace('id = "song"', 'id = "tune"')
    assert codes(skill() + other) == [("with_skill_mismatch", "skill[1].with_skill")]


@pytest.mark.rule("NW3-SKILL-54", "NW3-SKILL-19", "NW3-SKILL-21")
@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        (skill('check = { kind = "stat" }'), "bad_check", "skill[0].check.stat"),
        (skill('check = { kind = "stat", stat = "charm" }'), "bad_value", "skill[0].check.stat"),
        (skill('check = { kind = "automatic", stat = "luck" }'), "bad_check", "skill[0].check.stat"),
        (skill('check = { kind = "automatic", difficulty = 9 }'), "bad_check", "skill[0].check.difficulty"),
        (skill('check = { kind = "automatic", attack = "magical" }'), "bad_check", "skill[0].check.attack"),
        (skill('check = { kind = "dodge_check" }'), "bad_check", "skill[0].check.kind"),
        (
            skill('check = { kind = "stat", stat = "luck" }', timing='"constant"'),
            "bad_check",
            "skill[0].check.kind",
        ),
        (skill("check = {}"), "missing_field", "skill[0].check.kind"),
        (
            skill('check = { kind = "hit_check" }', target='kind = "single"', range="close", effect=ATTACK),
            "bad_check",
            "skill[0].check.attack",
        ),
        (
            skill(
                'check = { kind = "hit_check", attack = "magical" }',
                target='kind = "single"',
                range="close",
                effect=ATTACK,
            ),
            "bad_check",
            "skill[0].effect[0].attack",
        ),
        (
            skill('check = { kind = "hit_check", attack = "physical" }', target='kind = "single"', range="close"),
            "attack_needed",
            "skill[0].effect",
        ),
        (
            skill(
                'check = { kind = "hit_check", attack = "physical" }',
                target='kind = "single"',
                range="weapon",
                effect=f"{ATTACK}, {ATTACK}",
            ),
            "attack_needed",
            "skill[0].effect",
        ),
        (
            skill(effect='{ kind = "prose", text = "Rain." }, ' + ATTACK),
            "attack_needed",
            "skill[0].effect[1].kind",
        ),
        (skill().replace(PROSE, ""), "no_effect", "skill[0].effect"),
        (skill().replace(PROSE, "effect = []"), "no_effect", "skill[0].effect"),
    ],
)
def test_checks_and_attacks(text: str, code: str, path: str) -> None:
    assert codes(text) == [(code, path)]


@pytest.mark.rule("NW3-SKILL-54", "NW3-SKILL-27", "NW3-SKILL-31")
@pytest.mark.parametrize(
    ("target", "range", "extra", "code", "path"),
    [
        ('kind = "crowd"', "close", "", "bad_value", "target.kind"),
        ('kind = "count"', "close", "", "bad_target", "target.n"),
        ('kind = "single", n = 2', "close", "", "bad_target", "target.n"),
        ('kind = "area", n = 2', "close", "", "bad_target", "target.n"),
        ('kind = "single", pick = true', "close", "", "bad_target", "target.pick"),
        ('kind = "refer"', "close", "", "refer_text_needed", "refer_text"),
        ('kind = "single"', "close", 'refer_text = "All."', "conflict", "refer_text"),
        ('kind = "single"', "none", "", "bad_range", "range"),
        ('kind = "self"', "short", "", "bad_range", "range"),
        ('kind = "single"', "weapon", "", "bad_range", "range"),
        ('kind = "single"', "far", "", "bad_value", "range"),
    ],
)
def test_targets_and_ranges(target: str, range: str, extra: str, code: str, path: str) -> None:
    assert codes(skill(extra, target=target, range=range)) == [(code, f"skill[0].{path}")]


@pytest.mark.rule("NW3-SKILL-54", "NW3-SKILL-35", "NW3-SKILL-37")
@pytest.mark.parametrize(
    ("cost", "code", "path"),
    [
        ('{ kind = "mp" }', "bad_cost", "cost[0].amount"),
        ('{ kind = "mp", amount = 1, status = "dazed" }', "bad_cost", "cost[0].status"),
        ('{ kind = "mp", amount = 1, rating = 1 }', "bad_cost", "cost[0].rating"),
        ('{ kind = "bad_status" }', "bad_cost", "cost[0].status"),
        ('{ kind = "bad_status", status = "dazed", amount = 1 }', "bad_cost", "cost[0].amount"),
        ('{ kind = "bad_status", status = "dazed", rating = 1 }', "bad_cost", "cost[0].rating"),
        ('{ kind = "bad_status", status = "poison" }', "bad_cost", "cost[0].rating"),
        ('{ kind = "bad_status", status = "dazed", reducible = true }', "bad_cost", "cost[0].reducible"),
        ('{ kind = "mp", amount = 1 }, { kind = "mp", amount = 2 }', "bad_cost", "cost[1].kind"),
        ('{ kind = "valco", amount = 1 }', "bad_value", "cost[0].kind"),
        ('{ kind = "mp", amount = 1.5 }', "bad_type", "cost[0].amount"),
        ('{ kind = "mp", amount = "1.5" }', "formula_syntax", "cost[0].amount"),
    ],
)
def test_costs(cost: str, code: str, path: str) -> None:
    assert codes(skill(f"cost = [{cost}]")) == [(code, f"skill[0].{path}")]


@pytest.mark.rule("NW3-SKILL-54")
def test_constant_costs_nothing() -> None:
    text = skill('cost = [{ kind = "mp", amount = 1 }]', timing='"constant"')
    assert codes(text) == [("constant_cost", "skill[0].cost")]


@pytest.mark.rule("NW3-SKILL-54", "NW3-SKILL-39", "NW3-SKILL-40", "NW3-SKILL-41")
@pytest.mark.parametrize(
    ("extra", "code", "path"),
    [
        ('restrict = [{ kind = "use" }]', "empty_any_of", "restrict[0].any_of"),
        ('restrict = [{ kind = "condition", any_of = [] }]', "empty_any_of", "restrict[0].any_of"),
        ('restrict = [{ kind = "use", any_of = [{}] }]', "bad_restrict", "restrict[0].any_of[0].class"),
        (
            'restrict = [{ kind = "use", any_of = [{ slot = "gloves" }, { condition = "flying" }] }]',
            "bad_restrict",
            "restrict[0].any_of[1].condition",
        ),
        (
            'restrict = [{ kind = "condition", any_of = [{ slot = "gloves" }] }]',
            "bad_restrict",
            "restrict[0].any_of[0]",
        ),
        (
            'restrict = [{ kind = "condition", any_of = [{ condition = "flying", bad_status = "dazed" }] }]',
            "bad_restrict",
            "restrict[0].any_of[0]",
        ),
        (
            'restrict = [{ kind = "condition", any_of = [{ condition = "flying", general = true }] }]',
            "bad_restrict",
            "restrict[0].any_of[0]",
        ),
        ('restrict = [{ kind = "use", any_of = [{ item = "sword" }] }]', "unknown_ref", "restrict[0].any_of[0].item"),
        ('restrict = [{ kind = "use", any_of = [{ slot = "feet" }] }]', "bad_value", "restrict[0].any_of[0].slot"),
        ('restrict = [{ kind = "skill" }]', "bad_restrict", "restrict[0].skill"),
        (
            'restrict = [{ kind = "use", any_of = [{ general = true }], sl = 2 }]',
            "bad_restrict",
            "restrict[0].sl",
        ),
        ('restrict = [{ kind = "skill", skill = "tune" }]', "unknown_ref", "restrict[0].skill"),
        ('restrict = [{ kind = "skill", skill = "song" }]', "prerequisite_cycle", "restrict[0].skill"),
        ('limit = { n = 1, per = "year" }', "bad_value", "limit.per"),
        ('limit = { per = "round" }', "missing_field", "limit.n"),
        ("limit = 3", "bad_type", "limit"),
        (
            'limit = [{ n = 1, per = "round" }, { n = 2, per = "scene" }, { n = 3, per = "round" }]',
            "bad_limit",
            "limit[2].per",
        ),
    ],
)
def test_restrictions_and_limits(extra: str, code: str, path: str) -> None:
    assert codes(skill(extra)) == [(code, f"skill[0].{path}")]


@pytest.mark.rule("NW3-SKILL-56")
def test_prerequisites_in_a_circle() -> None:
    def needing(id: str, other: str) -> str:
        flying = '{ kind = "condition", any_of = [{ condition = "flying" }] }'
        extra = f'restrict = [{flying}, {{ kind = "skill", skill = "{other}" }}]'
        return skill(extra).replace('id = "song"', f'id = "{id}"')

    straight = needing("d", "a") + skill().replace('id = "song"', 'id = "e"')
    found = problems(needing("a", "b") + needing("b", "c") + needing("c", "a") + straight)
    (problem,) = found
    assert problem.code == "content.prerequisite_cycle"
    assert problem.path in {f"skill[{index}].restrict[1].skill" for index in range(3)}
    assert problem.what.count(" needs ") == 3
    two = needing("a", "b") + needing("b", "a") + needing("c", "d") + needing("d", "c")
    assert [code for code, _ in codes(two)] == ["prerequisite_cycle"] * 2
    assert len(load({"p.toml": HEADER + needing("a", "b") + skill().replace('"song"', '"b"')}, Nw3Content).skill) == 2


# ---------------------------------------------------------------- effects


@pytest.mark.rule("NW3-SKILL-54", "NW3-SKILL-57", "NW3-SKILL-51")
@pytest.mark.parametrize(
    ("effect", "code", "path"),
    [
        ('{ kind = "explode" }', "bad_value", "kind"),
        ('{ text = "Rain." }', "missing_field", "kind"),
        ('{ kind = "prose" }', "missing_field", "text"),
        ('{ kind = "blockade", radius = 3 }', "unknown_field", "radius"),
        ('{ kind = "blockade", on = "everyone" }', "bad_value", "on"),
        ('{ kind = "blockade", when = "never" }', "bad_value", "when"),
        ('{ kind = "blockade", apply_at = "noon" }', "bad_value", "apply_at"),
        ('{ kind = "blockade", duration = "week" }', "bad_value", "duration"),
        ('{ kind = "blockade", duration = "rounds" }', "missing_field", "rounds"),
        ('{ kind = "blockade", duration = "round", rounds = 2 }', "conflict", "rounds"),
        ('{ kind = "blockade", duration = "constant" }', "bad_value", "duration"),
        ('{ kind = "blockade", guard = [{ condition = "flying" }] }', "missing_field", "guard[0].who"),
        ('{ kind = "blockade", guard = [{ who = "self" }] }', "conflict", "guard[0].condition"),
        (
            '{ kind = "blockade", guard = [{ who = "self", condition = "flying", bad_status = "dazed" }] }',
            "conflict",
            "guard[0].bad_status",
        ),
        ('{ kind = "modify", scope = "stat", amount = 1 }', "missing_field", "stat"),
        ('{ kind = "modify", scope = "judge", amount = 1 }', "missing_field", "judge"),
        ('{ kind = "modify", scope = "result", amount = 1 }', "missing_field", "judge"),
        ('{ kind = "modify", scope = "stat", stat = "spd", judge = "hit", amount = 1 }', "conflict", "judge"),
        ('{ kind = "modify", scope = "stat", stat = "charm", amount = 1 }', "bad_value", "stat"),
        ('{ kind = "modify", scope = "judge", judge = "aim", amount = 1 }', "bad_value", "judge"),
        ('{ kind = "modify", scope = "stat", stat = "spd" }', "missing_field", "amount"),
        ('{ kind = "substitute", judge = "dodge", from = "eva", to = "eva" }', "same_stat", "to"),
        ('{ kind = "substitute", judge = "dodge", to = "eva" }', "missing_field", "from"),
        ('{ kind = "reroll", judge = "hit", keep = "mine" }', "bad_value", "keep"),
        ('{ kind = "reroll", judge = "hit", not_on = ["seven"] }', "bad_value", "not_on[0]"),
        ('{ kind = "retarget" }', "conflict", "to"),
        ('{ kind = "retarget", redirect = "self", to = { kind = "scene" } }', "conflict", "redirect"),
        ('{ kind = "retarget", to = { kind = "single", pick = true } }', "bad_target", "to.pick"),
        ('{ kind = "retarget", redirect = "self", of = { blocks = ["tune"] } }', "unknown_ref", "of.blocks[0]"),
        ('{ kind = "inflict_status", status = "poison" }', "missing_field", "rating"),
        ('{ kind = "inflict_status", status = "dazed", rating = 1 }', "conflict", "rating"),
        ('{ kind = "inflict_status", status = "sleep" }', "bad_value", "status"),
        (
            '{ kind = "inflict_status", status = "dazed", save = { stat = "luck" } }',
            "missing_field",
            "save.difficulty",
        ),
        ('{ kind = "clear_status", status = [] }', "bad_value", "status"),
        ('{ kind = "clear_status", status = ["dazed"], count = "every" }', "formula_syntax", "count"),
        ('{ kind = "recovery", pool = "prana", power = 1 }', "bad_value", "pool"),
        ('{ kind = "resource", pool = "gold", amount = 1 }', "bad_value", "pool"),
        ('{ kind = "resource", pool = "hp", amount = 1, mode = "add" }', "bad_value", "mode"),
        ('{ kind = "damage", mode = "halve", amount = 1 }', "bad_value", "mode"),
        ('{ kind = "damage", mode = "direct", amount = 1, duration = "round" }', "duration_not_allowed", "duration"),
        ('{ kind = "recovery", pool = "hp", power = 1, duration = "round" }', "duration_not_allowed", "duration"),
        (
            '{ kind = "condition", condition = "flying", mode = "remove", duration = "round" }',
            "duration_not_allowed",
            "duration",
        ),
        ('{ kind = "condition", condition = "incapacitated" }', "bad_value", "mode"),
        ('{ kind = "condition", condition = "On Fire" }', "bad_id", "condition"),
        ('{ kind = "cover_up", allow = ["teleport"] }', "bad_value", "allow[0]"),
        ('{ kind = "grant_item", any_of = [] }', "bad_value", "any_of"),
        ('{ kind = "grant_item", any_of = [{ general = true }], preserve = true }', "unknown_field", "preserve"),
        ('{ kind = "preserve_item", any_of = [{ item = "sword" }] }', "unknown_ref", "any_of[0].item"),
        ('{ kind = "extra_action", action = "nap" }', "bad_value", "action"),
        ('{ kind = "movement", move = "fly" }', "bad_value", "move"),
        ('{ kind = "critical_shift", value = "critical", amount = 1 }', "conflict", "toward"),
        ('{ kind = "critical_shift", value = "critical", amount = 1, toward = 13 }', "out_of_bounds", "toward"),
        (
            '{ kind = "critical_shift", value = "critical", amount = 1, toward = 7, away = 7 }',
            "conflict",
            "away",
        ),
        ('{ kind = "cost_change", pool = "valco", amount = 1 }', "bad_value", "pool"),
        ('{ kind = "set_element", element = "first" }', "bad_value", "element"),
        ('{ kind = "rule_flag", flag = "no_rules" }', "bad_value", "flag"),
    ],
)
def test_effects(effect: str, code: str, path: str) -> None:
    assert codes(skill(effect=effect)) == [(code, f"skill[0].effect[0].{path}")]


@pytest.mark.rule("NW3-SKILL-40")
def test_items_are_granted_by_what_they_are() -> None:
    effect = '{ kind = "grant_item", any_of = [{ condition = "flying" }] }'
    assert codes(skill(effect=effect)) == [
        ("unknown_field", "skill[0].effect[0].any_of[0].condition"),
        ("bad_restrict", "skill[0].effect[0].any_of[0].class"),
    ]


@pytest.mark.rule("NW3-SKILL-46")
@pytest.mark.parametrize(
    "effect",
    [
        '{ kind = "reroll", judge = "hit"',
        '{ kind = "inflict_status", status = "dazed"',
        '{ kind = "clear_status", status = ["dazed"]',
        '{ kind = "resource", pool = "hp", amount = 1',
        '{ kind = "grant_item", any_of = [{ general = true }]',
        '{ kind = "preserve_item", any_of = [{ general = true }]',
        '{ kind = "extra_action", action = "move"',
        '{ kind = "movement", move = "any"',
        '{ kind = "negate"',
    ],
)
def test_what_happens_at_once_has_no_duration(effect: str) -> None:
    assert codes(skill(effect=f'{effect}, duration = "scene" }}')) == [
        ("duration_not_allowed", "skill[0].effect[0].duration")
    ]


# ---------------------------------------------------------------- formulas


@pytest.mark.rule("NW3-SKILL-58")
@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        (skill('cost = [{ kind = "mp", amount = "2 + * 3" }]'), "formula_syntax", "cost[0].amount"),
        (skill(f'cost = [{{ kind = "mp", amount = "{"1" * 121}" }}]'), "formula_too_long", "cost[0].amount"),
        (
            skill(f'cost = [{{ kind = "mp", amount = "{"(" * 17}1{")" * 17}" }}]'),
            "formula_too_deep",
            "cost[0].amount",
        ),
        (skill('limit = { n = "many", per = "round" }'), "formula_syntax", "limit.n"),
        (skill('limit = { n = "1d6", per = "round" }'), "dice_not_allowed", "limit.n"),
        (
            skill('limit = [{ n = 1, per = "scene" }, { n = "1d6", per = "round" }]'),
            "dice_not_allowed",
            "limit[1].n",
        ),
        (skill(target='kind = "count", n = "1d6"', range="close"), "dice_not_allowed", "target.n"),
        (
            skill('check = { kind = "stat", stat = "luck", difficulty = "2d6" }'),
            "dice_not_allowed",
            "check.difficulty",
        ),
        (
            skill(timing='"constant"', effect='{ kind = "modify", scope = "stat", stat = "spd", amount = "1d6" }'),
            "dice_not_allowed",
            "effect[0].amount",
        ),
        (
            skill(effect='{ kind = "inflict_status", status = "dazed", save = { stat = "luck", difficulty = "2d6" } }'),
            "dice_not_allowed",
            "effect[0].save.difficulty",
        ),
        (
            skill(effect='{ kind = "retarget", to = { kind = "count", n = "1d6" } }'),
            "dice_not_allowed",
            "effect[0].to.n",
        ),
        (skill('limit = { n = "RESULT", per = "round" }'), "name_not_available", "limit.n"),
        (skill('limit = { n = "target.STR", per = "round" }'), "name_not_available", "limit.n"),
        (skill(target='kind = "count", n = "TARGETS"', range="close"), "name_not_available", "target.n"),
        (skill('cost = [{ kind = "mp", amount = "DIFF" }]'), "name_not_available", "cost[0].amount"),
        (skill('cost = [{ kind = "mp", amount = "target.STR" }]'), "name_not_available", "cost[0].amount"),
        (
            skill('check = { kind = "stat", stat = "luck", difficulty = "RESULT" }'),
            "name_not_available",
            "check.difficulty",
        ),
        (
            skill(effect='{ kind = "resource", pool = "hp", amount = "RESULT" }'),
            "name_not_available",
            "effect[0].amount",
        ),
        (
            skill(
                'check = { kind = "stat", stat = "luck" }',
                effect='{ kind = "resource", pool = "hp", amount = "DIFF" }',
            ),
            "name_not_available",
            "effect[0].amount",
        ),
        (
            skill(effect='{ kind = "resource", pool = "hp", amount = "HP_DAMAGE" }'),
            "name_not_available",
            "effect[0].amount",
        ),
        (
            skill(effect='{ kind = "resource", pool = "hp", amount = "RATING" }'),
            "name_not_available",
            "effect[0].amount",
        ),
        (
            skill(effect='{ kind = "resource", pool = "hp", amount = "target.SL" }'),
            "name_not_available",
            "effect[0].amount",
        ),
        (
            skill(
                timing='"constant"',
                effect='{ kind = "modify", scope = "stat", stat = "spd", amount = "target.STR" }',
            ),
            "name_not_available",
            "effect[0].amount",
        ),
        (
            skill(timing='"constant"', effect='{ kind = "modify", scope = "stat", stat = "spd", amount = "TARGETS" }'),
            "name_not_available",
            "effect[0].amount",
        ),
        (
            skill(timing='"constant"', effect='{ kind = "modify", scope = "stat", stat = "spd", amount = "SPD" }'),
            "formula_cycle",
            "effect[0].amount",
        ),
        (
            skill(
                timing='"constant"',
                effect='{ kind = "modify", scope = "stat", stat = "body", amount = "LOST_HP" }',
            ),
            "formula_cycle",
            "effect[0].amount",
        ),
    ],
)
def test_formulas(text: str, code: str, path: str) -> None:
    assert codes(text) == [(code, f"skill[0].{path}")]


@pytest.mark.rule("NW3-SKILL-58")
@pytest.mark.parametrize(
    "text",
    [
        skill('cost = [{ kind = "mp", amount = "1d6 + TARGETS" }]'),
        skill(
            'check = { kind = "stat", stat = "luck", difficulty = "10 + TARGETS" }',
            effect='{ kind = "resource", pool = "hp", amount = "DIFF + RESULT + target.STR" }',
        ),
        skill(
            'trigger = { judges = ["pdef"] }',
            timing='"damage_roll"',
            effect='{ kind = "reduce_damage", amount = "HP_DAMAGE / 2" }',
        ),
        SKILL
        + 'class = "idol"\n'
        + STRIKE
        + f'range = "weapon"\neffect = [{ATTACK}, {{ kind = "resource", pool = "hp", amount = "HP_DAMAGE + DIFF" }}]\n',
        skill(
            effect='{ kind = "resource", pool = "hp", amount = "RATING", '
            'guard = [{ who = "target", bad_status = "poison" }] }'
        ),
        skill(effect='{ kind = "clear_status", status = ["poison"], count = "RATING" }'),
        skill(timing='"constant"', effect='{ kind = "modify", scope = "stat", stat = "spd", amount = "SL + PDEF" }'),
    ],
)
def test_formulas_whose_names_have_values(text: str) -> None:
    assert len(load({"pack.toml": HEADER + text}, Nw3Content).skill) == 1


@pytest.mark.rule("NW3-SKILL-58")
def test_stats_that_feed_each_other() -> None:
    def feeding(id: str, stat: str, amount: str) -> str:
        effect = f'{{ kind = "modify", scope = "stat", stat = "{stat}", amount = "{amount}" }}'
        return skill(timing='"constant"', effect=effect).replace('id = "song"', f'id = "{id}"')

    lamp = (
        item("accessory", extra='slot = "accessory"')
        + '[[item.effect_block]]\nname = "Glow"\ntiming = "constant"\ntarget = { kind = "self" }\nrange = "none"\n'
        + 'effect = [{ kind = "modify", scope = "stat", stat = "eva", amount = "PATK / 2" }]\n'
    )
    (problem,) = problems(feeding("a", "patk", "PDEF") + feeding("b", "pdef", "EVA - 8") + lamp)
    assert problem.code == "content.formula_cycle"
    assert problem.path in {
        "skill[0].effect[0].amount",
        "skill[1].effect[0].amount",
        "item[0].effect_block[0].effect[0].amount",
    }
    assert all(name in problem.what for name in ("PATK", "PDEF", "EVA"))
    straight = feeding("a", "patk", "PDEF") + feeding("b", "pdef", "EVA - 8") + feeding("c", "strength", "PATK")
    assert len(load({"p.toml": HEADER + straight}, Nw3Content).skill) == 3


@pytest.mark.rule("NW3-SKILL-55")
@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        (block('cost = [{ kind = "mp", amount = "SL" }]'), "sl_in_item", "cost[0].amount"),
        (block('limit = { n = "user.SL", per = "scene" }'), "sl_in_item", "limit.n"),
        (block(effect='{ kind = "recovery", pool = "hp", power = "2 * SL" }'), "sl_in_item", "effect[0].power"),
        (block('class = "idol"'), "unknown_field", "class"),
        (block("max_sl = 2"), "unknown_field", "max_sl"),
        (block().replace('name = "Use"\n', ""), "missing_field", "name"),
        (block('with_skill = "tune"').replace('"minor_action"', '"with_skill"'), "unknown_ref", "with_skill"),
        (block().replace('timing = "minor_action"', 'timing = "after_judge"'), "trigger_needed", "trigger"),
    ],
)
def test_blocks_of_items(text: str, code: str, path: str) -> None:
    assert codes(text) == [(code, f"item[0].effect_block[0].{path}")]


# ---------------------------------------------------------------- items


SWORD = 'type = "melee"\nrange = "close"\n'
HELD = 'slot = "one_hand"\n'
BROOM = 'broom = { types = ["melee"], capacity = 3 }\n'
OPTION = "broom_option = { occupy = 1 }\n"


@pytest.mark.rule("NW3-ITEM-16", "NW3-ITEM-01", "NW3-ITEM-05", "NW3-ITEM-13", "NW3-ITEM-14")
@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        (item(), "bad_value", "class"),
        (item("hat"), "bad_value", "class[0]"),
        (item("tool", "tool"), "bad_value", "class[1]"),
        (item("tool").replace("cost = 1\n", ""), "missing_field", "cost"),
        (item("tool").replace("cost = 1", "cost = -1"), "out_of_bounds", "cost"),
        (item("tool").replace("cost = 1", "cost = 1000000001"), "out_of_bounds", "cost"),
        (item("tool", extra="weight = 1000"), "out_of_bounds", "weight"),
        (item("tool", extra='category = "broom"'), "reserved_category", "category"),
        (item("tool", extra='category = "Lantern"'), "bad_id", "category"),
        (item("tool", extra='slot = "feet"'), "bad_value", "slot"),
        (item("tool", extra='slot = "other"'), "other_slot_needed", "other_slot"),
        (item("tool", extra='other_slot = "feet"'), "conflict", "other_slot"),
        (item("tool", extra="modifiers = { luck = 1 }"), "bad_modifier", "modifiers.luck"),
        (item("tool", extra="modifiers = { spd = 100 }"), "out_of_bounds", "modifiers.spd"),
        (item("tool", extra='modifiers = { spd = "1" }'), "bad_type", "modifiers.spd"),
        (item("weapon", extra=HELD + 'range = "close"'), "type_needed", "type"),
        (item("weapon", extra=HELD + 'type = "melee"'), "range_needed", "range"),
        (item("tool", extra='type = "melee"'), "type_not_weapon", "type"),
        (item("tool", extra='range = "close"'), "conflict", "range"),
        (item("weapon", extra=SWORD + HELD + 'type = "thrown"').replace('type = "melee"\n', ""), "bad_value", "type"),
        (item("enchantment", extra=HELD), "memory_needed", "memory"),
        (item("enchantment", extra=HELD + "memory = 100"), "out_of_bounds", "memory"),
        (item("tool", extra="memory = 1"), "conflict", "memory"),
        (item("tool", extra="maou = true"), "conflict", "maou"),
        (item("tool", extra="doesnt_stack = true"), "conflict", "doesnt_stack"),
        (item("enchantment", extra=HELD + "memory = 1\ngeneral = true"), "general_conflict", "general"),
        (item("weapon", extra=SWORD), "slot_class_mismatch", "slot"),
        (item("weapon", extra=SWORD + 'slot = "head"'), "slot_class_mismatch", "slot"),
        (item("enchantment", extra='slot = "head"\nmemory = 1'), "slot_class_mismatch", "slot"),
        (item("armor"), "slot_class_mismatch", "slot"),
        (item("armor", extra='slot = "accessory"'), "slot_class_mismatch", "slot"),
        (item("accessory"), "slot_class_mismatch", "slot"),
        (item("service", extra='slot = "head"'), "slot_class_mismatch", "slot"),
        (item("potion"), "potion_without_effect", "effect_block"),
        (item("service", extra="weight = 1"), "service_weight", "weight"),
        (item("service", extra="modifiers = { spd = 1 }"), "service_modifiers", "modifiers"),
    ],
)
def test_items(text: str, code: str, path: str) -> None:
    assert codes(text) == [(code, f"item[0].{path}")]


@pytest.mark.rule("NW3-ITEM-13", "NW3-ITEM-05", "NW3-ITEM-16")
@pytest.mark.parametrize(
    "text",
    [
        item("weapon", extra=SWORD + 'slot = "head"\nunique = true'),
        item("weapon", "armor", extra=SWORD + HELD),
        item("armor", extra='slot = "two_hand"\ndoesnt_stack = true'),
        item("accessory", extra='slot = "other"\nother_slot = "Tail"'),
        item("tool", extra='slot = "shoulder"'),
        item("armor", extra='slot = "clothes"\ncategory = "robe"\n' + BROOM),
    ],
)
def test_slots_that_are_right(text: str) -> None:
    assert len(load({"pack.toml": HEADER + text}, Nw3Content).item) == 1


@pytest.mark.rule("NW3-BROOM-11", "NW3-BROOM-17", "NW3-BROOM-18")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        (item("tool", extra=HELD + BROOM), [("missing_field", "category")]),
        (item("tool", extra='category = "heron"\n' + BROOM), [("broom_needs_slot", "slot")]),
        (item("tool", extra='category = "heron"\ngeneral = true\n' + HELD + BROOM), [("general_conflict", "general")]),
        (
            item("tool", extra='category = "heron"\n' + HELD + BROOM.replace('["melee"]', "[]")),
            [("bad_value", "broom.types")],
        ),
        (
            item("tool", extra='category = "heron"\n' + HELD + BROOM.replace("3", "100")),
            [("out_of_bounds", "broom.capacity")],
        ),
        (
            item("tool", extra='category = "heron"\n' + HELD + BROOM.replace("3", "3, seats = 0")),
            [("out_of_bounds", "broom.seats")],
        ),
        (
            item("weapon", extra='category = "heron"\n' + HELD + BROOM),
            [("type_needed", "type"), ("range_needed", "range")],
        ),
        (item("tool", extra="broom_option = {}"), [("missing_field", "broom_option.occupy")]),
        (item("tool", extra="broom_option = { occupy = -1 }"), [("out_of_bounds", "broom_option.occupy")]),
        (item("tool", extra=HELD + OPTION), [("option_slot", "slot")]),
        (
            item("tool", extra="broom_option = { occupy = 1, mounted_weapon = true }"),
            [("mounted_needs_weapon", "broom_option.mounted_weapon")],
        ),
        (item("weapon", extra=SWORD + OPTION), [("slot_class_mismatch", "slot")]),
        (
            item("tool", extra='category = "heron"\n' + HELD + BROOM + OPTION),
            [("broom_and_option", "broom_option")],
        ),
    ],
)
def test_brooms(text: str, found: list[tuple[str, str]]) -> None:
    assert codes(text) == [(code, f"item[0].{path}") for code, path in found]


# ---------------------------------------------------------------- enemies


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        (ENEMY.replace('category = "enemy"', 'category = "pet"'), "bad_value", "category"),
        (ENEMY.replace("hp = 9", "hp = 0"), "out_of_bounds", "hp"),
        (ENEMY + "attributes = { charm = 1 }\n", "bad_value", "attributes.charm"),
        (ENEMY + 'skills = ["roar"]\n', "unknown_ref", "skills[0]"),
        (ENEMY + 'skills = [{ skill = "roar" }]\n', "unknown_ref", "skills[0].skill"),
        (ENEMY + 'attacks = [{ id = "a", name = "A", status = "poison" }]\n', "missing_field", "attacks[0].rating"),
        (ENEMY + 'attacks = [{ id = "a", name = "A", range = "scene" }]\n', "bad_value", "attacks[0].range"),
        (
            ENEMY + 'attacks = [{ id = "a", name = "A" }, { id = "a", name = "B" }]\n',
            "duplicate_id",
            "attacks[1].id",
        ),
    ],
)
def test_enemies(text: str, code: str, path: str) -> None:
    assert codes(text) == [(code, f"enemy[0].{path}")]


# ---------------------------------------------------------------- all at once


@pytest.mark.rule("NW3-SKILL-54", "NW3-ITEM-16", "NW3-SKILL-56")
def test_all_problems_at_once() -> None:
    text = (
        skill('acquire_cl = 0\ncost = [{ kind = "mp" }]', class_="pirate", range="short")
        + item("weapon", extra="weight = -1")
        + ENEMY.replace("hp = 9", "hp = 0")
    )
    found = problems(text)
    assert [(problem.file, problem.code.removeprefix("content."), problem.path) for problem in found] == [
        ("rows.toml", "unknown_ref", "skill[0].class"),
        ("rows.toml", "bad_range", "skill[0].range"),
        ("rows.toml", "out_of_bounds", "skill[0].acquire_cl"),
        ("rows.toml", "bad_cost", "skill[0].cost[0].amount"),
        ("rows.toml", "type_needed", "item[0].type"),
        ("rows.toml", "range_needed", "item[0].range"),
        ("rows.toml", "slot_class_mismatch", "item[0].slot"),
        ("rows.toml", "out_of_bounds", "item[0].weight"),
        ("rows.toml", "out_of_bounds", "enemy[0].hp"),
    ]


def test_a_problem_in_words() -> None:
    (problem,) = problems(skill('cost = [{ kind = "mp", amount = "2 + * 3" }]'))
    assert str(problem) == (
        "rows.toml:9: skill[0].cost[0].amount: \"2 + * 3\" is no formula: at column 5 stands '*'; "
        "allowed: a number, a name, a function or ( [content.formula_syntax]"
    )


def test_an_effect_that_cannot_be_read_is_not_missed_as_an_attack() -> None:
    broken = ATTACK.replace('damage = "physical"', 'damage = "any"')
    text = f'{SKILL}class = "idol"\n{STRIKE}range = "close"\neffect = [{broken}]\n'
    assert codes(text) == [("bad_value", "skill[0].effect[0].damage")]


_VALUES = st.one_of(
    st.integers(-3, 3).map(str),
    st.sampled_from(
        [
            *('"x"', '""', "[]", "{}", "true", "1.5", '"SL"', '"1d6"', '["fire"]', '{ kind = "mp", amount = 1 }'),
            *('[{ kind = "mp" }]', '[{ kind = "prose" }]', '{ kind = "area", n = "1d6" }', '"constant"', '["prep"]'),
            *('[{ kind = "attack", attack = "physical" }]', '{ n = "x", per = "round" }', '"self"', '"weapon"'),
        ]
    ),
)
_FIELDS = [
    *("id", "name", "class", "categories", "elements", "acquire_cl", "max_sl", "timing", "with_skill", "trigger"),
    *("check", "target", "refer_text", "range", "cost", "restrict", "limit", "stacks", "cost_waived", "text"),
    *("effect", "slot", "weight", "modifiers", "type", "memory", "maou", "effect_block", "broom", "broom_option"),
    *("attacks", "skills", "stats"),
]


@given(st.sampled_from(["skill", "item", "enemy"]), st.dictionaries(st.sampled_from(_FIELDS), _VALUES, max_size=12))
def test_any_row_is_read_or_reported(table: str, fields: dict[str, str]) -> None:
    text = f"[[{table}]]\n" + "".join(f"{field} = {value}\n" for field, value in fields.items())
    assert problems(text)
