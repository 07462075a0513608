"""The windows of a judge or a spell, and the stack of interrupts (NWO-TIMING-04 to -08, -13, -16).

Everybody who has something for the window is asked in turn until all pass; then the last declared is resolved first.
Judges that are made meanwhile have windows of their own, which are resolved before the next item.
"""

from __future__ import annotations

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nwo.battles import casting, using
from rulewright.games.nwo.judges import interrupts
from rulewright.games.nwo.people import in_scene
from rulewright.games.nwo.state import Character, Judging, NwoWorld, Window

PASS, PASS_COUNT, INTERRUPT_CAST = "pass", "pass_count", "interrupt_cast"


def open_window(world: NwoWorld, window: Window, value: int | None = None) -> Procedure[None]:
    """Let everybody eligible declare, then resolve the stack. `value` is what the dice have come to."""
    asked = holders(world, window)
    judging = world.state.judging
    if not asked or judging is None:
        return
    stack = world.state.stack
    below = len(stack)
    judging.window, judging.below = window, below
    yield from _poll(world, window, judging, asked, value)
    judging.window = ""
    while len(stack) > below:  # with the windows of its own judges before the next one (NWO-TIMING-13)
        declared = stack.pop()
        yield from using.resolve(world, declared)
        world.state.judging = judging


def holders(world: NwoWorld, window: Window) -> list[Character]:
    """Who may have something to declare: for this window, or a cast to interrupt (NWO-TIMING-08, NWO-CAST-06)."""
    battle = world.state.battle
    if battle is not None and not battle.counters and not battle.casters:
        return []
    found = [one for one in in_scene(world) if one.casting is not None or window in one.now.held]
    if found and world.state.options.interrupt_poll == "active_first":
        active = world.state.judging.who if world.state.judging else ""
        found.sort(key=lambda one: one.id != active)
    return found


def _poll(
    world: NwoWorld, window: Window, judging: Judging, asked: list[Character], value: int | None
) -> Procedure[None]:
    """Ask round after round until a round in which nobody declares anything (NWO-TIMING-07)."""
    stack, before = world.state.stack, -1
    while before != len(stack):
        before = len(stack)
        for character in asked:
            if character.passing == world.state.moment or character.asks == "never":
                continue
            if character.casting is not None:
                if (yield from _keep_casting(world, window, judging, character, value)):
                    before = -1  # normal at once, it can declare something in this window too (NWO-CAST-07)
                continue
            declared = sum(one.who == character.id for one in stack[judging.below :])
            options, barred = interrupts.usable(world, character, window, declared)
            if not options:
                continue
            answer = yield from ask(_question(world, window, judging, character, value, options, barred))
            if answer == PASS_COUNT:
                character.passing = world.state.moment
            elif answer != PASS:
                yield from interrupts.declare(world, character, str(answer))


def _question(
    world: NwoWorld,
    window: Window,
    judging: Judging,
    character: Character,
    value: int | None,
    options: tuple[Option, ...],
    barred: tuple[tuple[Option, str], ...],
) -> Question:
    passes = (Option(PASS, "interrupt.pass"), Option(PASS_COUNT, "interrupt.pass_count"))
    facts = {
        "name": character.name, "who": world.state.characters[judging.who].name, "why": f"judge.{judging.why}",
        "window": f"window.{window}", "value": "-" if value is None else value, "spell": judging.spell,
    }  # fmt: skip
    key = "interrupt" if value is None else "interrupt_after"
    return Question(
        "interrupt_spell" if window == "on_activation" else key, character.id, (*passes, *options), PASS,
        "NWO-TIMING-07", facts, barred={option.value: reason for option, reason in barred},
        barred_options=tuple(option for option, _ in barred),
    )  # fmt: skip


def _keep_casting(
    world: NwoWorld, window: Window, judging: Judging, character: Character, value: int | None
) -> Procedure[bool]:
    """Ask a caster whether it goes on casting; whether it has stopped (NWO-CAST-06)."""
    cast = character.casting
    if cast is None or not casting.may_interrupt(world, character):
        return False
    if character.asks == "relevant" and character.id not in (judging.against, judging.who, *judging.others):
        return False
    facts = {
        "name": character.name, "who": world.state.characters[judging.who].name, "why": f"judge.{judging.why}",
        "value": "-" if value is None else value, "spell": world.content.spells_by_id[cast.spell].name,
    }  # fmt: skip
    answer = yield from ask(Question(INTERRUPT_CAST, character.id, casting.KEEP_OR_END, "keep", "NWO-CAST-06", facts))
    if answer == "keep" or character.casting is None:
        return False
    casting.interrupted(world, character)
    return True
