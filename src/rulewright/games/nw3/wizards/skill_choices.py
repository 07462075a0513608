"""Step 7 of creation: Automatic skills, four picks, two General Skills (NW3-CHAR-08 to -12)."""

from __future__ import annotations

from rulewright.engine.requests import Option, Procedure, Question, ask, yes_no
from rulewright.games.nw3.records.content_blocks import GENERAL, Skill
from rulewright.games.nw3.records.tables import CLASSES, numbers
from rulewright.games.nw3.wizards import picks
from rulewright.games.nw3.wizards.draft import Draft, told
from rulewright.games.nw3.wizards.labels import skill_facts, twins

WAIVE = "waive"


def choose_skills(draft: Draft) -> Procedure[None]:
    """Free skills, Automatic skills with an extra pick where one cannot be doubled, and the picks."""
    figures, content = numbers().creation, draft.content
    for id in figures.free_general_skills:  # NW3-CHAR-08
        if id in content.skills_by_id:
            picks.gain(content, draft.made, id)
    extra = []
    for class_id in draft.classes:
        for skill in (yield from _automatic(draft, class_id)):
            if (yield from _gained(draft, skill)):
                extra.append(class_id)
    draft.done("auto")
    for class_id in extra:  # NW3-CHAR-09
        yield from _picked(draft, "extra_pick", 1, class_id)
    yield from _picked(draft, "skill_picks", figures.skill_picks)  # NW3-CHAR-10
    yield from _picked(draft, "general_picks", figures.general_skill_picks, GENERAL)  # NW3-CHAR-11
    draft.done("picks")
    told(draft)


def _automatic(draft: Draft, class_id: str) -> Procedure[list[Skill]]:
    """The Automatic skills that a class gives: one, chosen where it has several, or all (NW3-OPEN-21)."""
    known = picks.auto_skills(draft.content, class_id)
    if len(known) < 2 or draft.house.auto_skills_per_class == "all":
        return known
    options = tuple(Option(one.id, "creation.skill", skill_facts(one, _sl(draft, one) + 1)) for one in known)
    facts = draft.facts(**twins(CLASSES[class_id], name="class"))
    answer = yield from ask(Question("choose_auto_skill", draft.to, options, None, "NW3-CHAR-08", facts))
    return [draft.content.skills_by_id[answer]]


def _gained(draft: Draft, skill: Skill) -> Procedure[bool]:
    """Gain an Automatic skill, or raise it; returns whether its Max SL forbids that (NW3-CHAR-09)."""
    if _sl(draft, skill) >= skill.max_sl:
        draft.tell("creation.auto_full", "NW3-CHAR-09", **skill_facts(skill, skill.max_sl))
        return True
    yield from _acquired(draft, skill, "creation.auto_gained", "NW3-CHAR-08")
    return False


def _acquired(draft: Draft, skill: Skill, key: str, rule: str) -> Procedure[None]:
    """Put a skill on the sheet, with its Element where the player chooses it (NW3-SKILL-12)."""
    element = yield from picks.choose_element(draft.content, draft.made, skill, draft.to, draft.facts())
    picks.gain(draft.content, draft.made, skill.id, element)
    draft.settle()  # NW3-CHAR-12
    draft.tell(key, rule, **skill_facts(skill, _sl(draft, skill)))


def _picked(draft: Draft, key: str, number: int, only: str = "") -> Procedure[None]:
    """So many picks, one at a time; the rest may be waived. `only` names the class that they are for."""
    rule = {"extra_pick": "NW3-CHAR-09", "skill_picks": "NW3-CHAR-10", "general_picks": "NW3-CHAR-11"}[key]
    left = number
    while left:
        open_to, barred = picks.offered(draft.content, draft.made, creation=True, only=only, house=draft.house)
        options = tuple(picks.option(draft.made, skill) for skill in open_to)
        waive = Option(WAIVE, "creation.waive", {"left": left})
        default = None if options else WAIVE
        question = Question(
            key, draft.to, (*options, waive), default, rule, draft.facts(left=left, number=number), barred=barred,
            barred_options=tuple(picks.option(draft.made, draft.content.skills_by_id[id]) for id in barred),
        )  # fmt: skip
        answer = yield from ask(question)
        if answer != WAIVE:
            yield from _acquired(draft, draft.content.skills_by_id[answer], "creation.acquired", rule)
            left -= 1
        elif not options or (yield from yes_no("waive_picks", draft.to, default=True, rule="NW3-CHAR-17", left=left)):
            draft.sheet.waived += left
            return


def _sl(draft: Draft, skill: Skill) -> int:
    return draft.made.skills.get(skill.id, 0)
