"""Changing a class in a Level Up: stats, Body and Mind, Automatic skills (NW3-CLASS-01 to -07)."""

from __future__ import annotations

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content_blocks import Skill
from rulewright.games.nw3.records.tables import CLASSES
from rulewright.games.nw3.state import Sheet
from rulewright.games.nw3.wizards import derived, equipping, picks
from rulewright.games.nw3.wizards.growing import Growing, gain, learn, pick_kind
from rulewright.games.nw3.wizards.labels import class_facts, skill_facts, twins


def change_class(one: Growing) -> Procedure[None]:
    """Ask which class goes and which one comes, change them, and gain an Automatic skill or a pick for it.

    The CL is the new one already, and step 5 of the Level Up, which adds to Body and Mind, is still to come.
    """
    going = yield from _going(one)
    coming = yield from _coming(one, going)
    kept = other_class(one.sheet, going)
    exchange(one, going, coming)
    facts = {**twins(CLASSES[going], name="going"), **twins(CLASSES[coming], name="coming")}
    one.tell("class_change.changed", "NW3-CLASS-02", **facts, body=one.character.body, mind=one.character.mind)
    yield from _automatic(one, coming, kept)
    yield from _secrets(one)
    yield from equipping.fit_memory(one.content, one.house, one.character)  # a Secret skill may have gone out of force


def why_not(going: str, coming: str) -> str:
    """The reason for which a class cannot give way to another, or "" (NW3-CLASS-01)."""
    return "same_class" if going == coming else ""


def other_class(sheet: Sheet, going: str) -> str:
    """The class that stays."""
    first, second = sheet.classes
    return second if first == going else first


def changed(sheet: Sheet, going: str, coming: str) -> tuple[str, str]:
    """The pair of classes after a change; the new one takes the place of the old one."""
    first, second = sheet.classes
    return (coming, second) if first == going else (first, coming)


def grown_after(sheet: Sheet, going: str, coming: str, house: Options) -> tuple[int, int]:
    """What classes have added to Body and to Mind after a change, before step 5 (NW3-CLASS-03, NW3-OPEN-24)."""
    if house.class_change_body_mind == "recompute":
        body, mind = derived.class_growth(changed(sheet, going, coming))
        return (sheet.cl - 1) * body, (sheet.cl - 1) * mind
    old, new = CLASSES[going], CLASSES[coming]
    return sheet.grown_body - old.body + new.body, sheet.grown_mind - old.mind + new.mind


def exchange(one: Growing, going: str, coming: str) -> None:
    """Put the new class in the place of the old one and work the numbers out anew (NW3-CLASS-02, -03, -07).

    Attributes, Bonus Points and skills stay as they are (NW3-CLASS-06).
    """
    sheet = one.sheet
    sheet.grown_body, sheet.grown_mind = grown_after(sheet, going, coming, one.house)
    sheet.classes = changed(sheet, going, coming)
    one.settle()


# ---------------------------------------------------------------- questions


def _going(one: Growing) -> Procedure[str]:
    classes = list(dict.fromkeys(one.sheet.classes))
    if len(classes) == 1:
        return classes[0]
    options = tuple(Option(id, "class_change.going", class_facts(CLASSES[id])) for id in classes)
    facts = {"name": one.character.name}
    going: str = yield from ask(Question("class_change", one.character.id, options, None, "NW3-CLASS-01", facts))
    return going


def _coming(one: Growing, going: str) -> Procedure[str]:
    reasons = {id: why_not(going, id) for id in CLASSES}
    options = tuple(_option(one, going, id) for id, reason in reasons.items() if not reason)
    facts = {"name": one.character.name, **twins(CLASSES[going], name="going")}
    barred = {id: reason for id, reason in reasons.items() if reason}
    question = Question("class_change.into", one.character.id, options, None, "NW3-CLASS-01", facts, barred=barred)
    coming: str = yield from ask(question)
    return coming


def _option(one: Growing, going: str, coming: str) -> Option:
    """A class that may come, with Body and Mind as they will be after the whole Level Up."""
    sheet = one.sheet
    body, mind = grown_after(sheet, going, coming, one.house)
    more_body, more_mind = derived.class_growth(changed(sheet, going, coming))
    then = {
        "body": one.character.body + body + more_body - sheet.grown_body,
        "mind": one.character.mind + mind + more_mind - sheet.grown_mind,
    }
    return Option(coming, "class_change.coming", {**class_facts(CLASSES[coming]), **then})


# ---------------------------------------------------------------- Automatic skills


def _automatic(one: Growing, coming: str, kept: str) -> Procedure[None]:
    """Gain what is Automatic in the new class whatever its CL, or pick a skill in its stead (NW3-CLASS-04, -05)."""
    known = picks.auto_skills(one.content, coming)
    missing = [skill for skill in known if skill.id not in one.character.skills]
    if _pick_instead(one, known, missing, same=coming == kept):
        yield from learn(one, "level_skill", "NW3-CLASS-05", pick_kind(one.house))
    elif one.house.auto_skills_per_class == "all":
        for skill in missing:
            yield from gain(one, skill, "NW3-CLASS-04")
    elif known:
        yield from gain(one, (yield from _chosen(one, coming, known)), "NW3-CLASS-04")


def _secrets(one: Growing) -> Procedure[None]:
    """Of more Secret skills than a class allows those stay in use that their owner chooses, where the table says so."""
    sheet = one.sheet
    sheet.idle_secrets = []
    if one.house.secret_over_limit != "choose_one":  # NW3-SKILL-OPEN-02
        return
    for held in dict.fromkeys(sheet.classes):
        every = (one.content.skills_by_id.get(id) for id in one.character.skills)
        secret = [skill for skill in every if skill and "secret" in skill.categories and skill.class_ == held]
        most = picks.most_secrets(sheet, held)
        if len(secret) <= most:
            continue
        options = tuple(Option(skill.id, "creation.skill", skill_facts(skill, 1)) for skill in secret)
        facts = {"name": one.character.name, **twins(CLASSES[held], name="class")}
        meant = [skill.id for skill in secret[:most]]
        question = Question(
            "secret_choice", one.character.id, options, meant, "NW3-SKILL-OPEN-02", facts, "several", most, most
        )
        chosen = yield from ask(question)
        sheet.idle_secrets += [skill.id for skill in secret if skill.id not in chosen]
    one.settle()


def _pick_instead(one: Growing, known: list[Skill], missing: list[Skill], *, same: bool) -> bool:
    """Whether the change brings a pick: what is Automatic is owned already, `same` being the class held twice now."""
    if not known:
        return one.house.class_change_no_auto_gives_pick  # NW3-OPEN-25
    if one.house.auto_skills_per_class == "all":
        return same or not missing
    return same or len(missing) < len(known)


def _chosen(one: Growing, coming: str, known: list[Skill]) -> Procedure[Skill]:
    if len(known) == 1:
        return known[0]
    options = tuple(Option(skill.id, "creation.skill", skill_facts(skill, 1)) for skill in known)
    facts = {"name": one.character.name, **twins(CLASSES[coming], name="class")}
    question = Question("choose_auto_skill", one.character.id, options, None, "NW3-CLASS-04", facts)
    return one.content.skills_by_id[(yield from ask(question))]
