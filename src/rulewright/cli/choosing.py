"""House rules of a new table, chosen at the terminal: a preset, or those options that matter most one by one."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.text import Text

from rulewright.cli.dialogue import Dialogue
from rulewright.cli.terminal import Terminal, leave
from rulewright.engine.events import REFEREE
from rulewright.engine.game import Game
from rulewright.engine.house_rules import changed, choices, written
from rulewright.engine.requests import Option, Question

CHOOSE = "*"
"""The answer that is no preset."""


def house_rules(game: Game, terminal: Terminal) -> Any:
    """The table options that the person wants; Enter alone takes the offered preset. Raises `Left`."""
    return _Choosing(game, terminal).options()


class _Choosing:
    """The questions; they are put into words here, so their keys are texts. `?` explains the one that is open."""

    def __init__(self, game: Game, terminal: Terminal) -> None:
        self.game = game
        self.terminal = terminal
        self.texts = game.house_rules()
        self.explained: list[Text] = []
        self.dialogue = Dialogue(terminal, lambda key, facts: key, {"?": self._explain, "q": leave})

    def options(self) -> Any:
        preset = self._preset()
        offered = self.game.presets[self.game.offered_preset if preset == CHOOSE else preset]
        options = msgspec.convert(offered, self.game.options_type)
        for name in self.game.offered_options if preset == CHOOSE else ():
            options = changed(options, name, self._value(name, getattr(options, name)))
        self.terminal.show(Text())
        return options

    def _preset(self) -> str:
        language, offered = self.terminal.language, self.game.offered_preset
        presets = [self.texts.presets[id] for id in sorted(self.game.presets, key=lambda id: id != offered)]
        named = [Option(preset.id, preset.title_in(language)) for preset in presets]
        last = Option(CHOOSE, self.terminal.word("choosing.choose"))
        question = Question(self.terminal.word("choosing.question"), REFEREE, (*named, last), offered)
        self.explained = [Text(f"{one.title_in(language)}: {one.text_in(language)}") for one in presets]
        return str(self.dialogue.ask(question))

    def _value(self, name: str, now: Any) -> Any:
        """The value chosen for an option; `now` is what Enter takes."""
        language, rule = self.terminal.language, self.texts.options[name]
        known = choices(self.game.options_type)[name]
        values = {written(value): value for value in known.values}
        named = tuple(Option(key, rule.value_in(value, language)) for key, value in values.items())
        self.explained = [Text(rule.text_in(language)), Text(rule.why_in(language), "dim")]
        self.terminal.show(Text())
        if known.numbers and not values:
            least, most = known.numbers.start, known.numbers.stop - 1
            title = rule.title_in(language)
            return self.dialogue.ask(Question(title, REFEREE, default=now, kind="number", least=least, most=most))
        return values[self.dialogue.ask(Question(rule.title_in(language), REFEREE, named, written(now)))]

    def _explain(self, rest: str) -> None:
        self.terminal.show(*self.explained)
