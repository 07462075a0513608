"""Wizards that grow, for tests: content with a few more skills, commands, and answers that a question refuses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from nw3_people import content, wizard
from nw3_scenes import REFEREE, Done, run, table
from rulewright.engine.builtin import with_builtin
from rulewright.engine.commands import Commands
from rulewright.engine.drivers import Answer, by_default
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.packs import load, merge
from rulewright.engine.requests import Ask, Procedure, Question
from rulewright.engine.world import World, digest
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.state import Character, Nw3World, Sheet
from rulewright.games.nw3.wizards import experience, level_up
from rulewright.table.questions import check

COMMANDS = Commands(with_builtin([*level_up.COMMANDS, *experience.COMMANDS]))
_HEAD = '[pack]\nid = "{id}"\nname = "More"\nruleset = "nw3"\nversion = 1\n'
_SKILL = """
[[skill]]
id = "{id}"
name = "{id}"
class = "{klass}"
timing = "{timing}"
target = {{ kind = "self" }}
range = "none"
text = "Text."
{more}
effect = [{{ {effect} }}]
"""
PROSE = 'kind = "prose", text = "Text."'


def skill(id: str, klass: str, *more: str, effect: str = PROSE, timing: str = "auto_action") -> str:
    """A plain skill of a pack."""
    return _SKILL.format(id=id, klass=klass, timing=timing, more="\n".join(more), effect=effect)


def pack_of(*skills: str) -> Nw3Content:
    """A pack of these skills and nothing else."""
    return load({"more.toml": "\n".join([_HEAD.format(id="more"), *skills])}, Nw3Content)


def with_skills(*skills: str) -> Nw3Content:
    """The content of the other tests and these skills."""
    return _merged(skills)


@cache
def _merged(skills: tuple[str, ...]) -> Nw3Content:
    return merge((content(), pack_of(*skills)))


def sheet_of(character: Character) -> Sheet:
    """The Sheet that the character has."""
    assert character.sheet is not None
    return character.sheet


def grow(
    character: Character | None = None,
    answers: Mapping[str, Any] | None = None,
    levels: int = 1,
    more: Nw3Content | None = None,
    **options: Any,
) -> tuple[Character, Done]:
    """A Wizard, the worked character without another, after Level Ups at a table; and what was asked and told."""
    one = character or wizard()
    world = table(one, **options)
    if more is not None:
        world = World(world.state, more, None)

    def every() -> Procedure[None]:
        for _ in range(levels):
            yield from level_up.level_up(world, one)

    return one, run(world, every(), (), answers)


def give(world: Nw3World, command: Any, seat: Seat = REFEREE, answers: Mapping[str, Any] | None = None) -> Done:
    """Give a command from a seat."""
    return run(world, COMMANDS.start(world, command, seat), (), answers)


def refuses(world: Nw3World, command: Any, seat: Seat = REFEREE) -> str:
    """The reason of the refusal of a command, which leaves everything as it was and asks and tells nothing."""
    before = digest(world.state)
    done = Done((), {})
    world.tell = done.tell
    with pytest.raises(Refused) as refusal:
        done.run(COMMANDS.start(world, command, seat))
    assert digest(world.state) == before
    assert done.log == []
    return refusal.value.reason


def asked(procedure: Procedure[Any], key: str, answers: Mapping[str, Any] | None = None) -> Question:
    """The first question with this key, at which the procedure then stands."""
    script = Done((), answers)
    request = next(procedure)
    while True:
        assert isinstance(request, Ask)
        if request.questions[0].key == key:
            return request.questions[0]
        request = procedure.send([script.answer(question) for question in request.questions])


def refuses_answer(state: Any, question: Question, answer: str) -> str:
    """The reason for which a table refuses an answer; the state is as it was."""
    before = digest(state)
    with pytest.raises(Refused) as refusal:
        check(question, answer)
    assert digest(state) == before
    return refusal.value.reason


def at_random(seed: int, never: Iterable[str] = ()) -> Answer:
    """Answers by chance among the legal ones, without the options in `never`."""
    random = Random(seed)

    def answer(question: Question) -> Any:
        if question.kind == "number":
            return random.randint(question.least, question.most)
        legal = [option.value for option in question.options if option.value not in never]
        return random.choice(legal) if legal else by_default(question)

    return answer
