"""The odds of the options of a question, in words: what each one changes, and below what happens in any case."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from rulewright.cli.telling import INDENT
from rulewright.cli.terminal import Terminal
from rulewright.engine.words import Words
from rulewright.table.chances import Fate, Outlook
from rulewright.table.outlooks import anyway
from rulewright.table.percent import percent
from rulewright.table.wording import source_named

MOST_AMOUNTS = 12


def told(terminal: Terminal, words: Words, names: Sequence[str], outlooks: Sequence[Outlook]) -> list[RenderableType]:
    """One paragraph for each option, numbered as in its question."""
    always = anyway(outlooks)
    lines: list[RenderableType] = [Text(terminal.word("chances.title"), "bold")]
    for number, (name, outlook) in enumerate(zip(names, outlooks), 1):
        line = Text(f"{number:>3}  {name}", "bold")
        if outlook.samples:
            line.append(f"  ({terminal.word('chances.sampled')})", "not bold yellow")
        changed = [fate for fate in outlook.fates if fate not in always]
        lines.append(line)
        lines += [_fate(terminal, words, fate) for fate in changed] or [_note(terminal.word("chances.nothing"))]
    if always:
        lines.append(Text(terminal.word("chances.anyway"), "bold"))
        lines += [_fate(terminal, words, fate) for fate in always]
    samples = max((outlook.samples for outlook in outlooks), default=0)
    key = "chances.how_sampled" if samples else "chances.exact"
    return [*lines, Text(terminal.word(key, count=samples), "dim")]


def _fate(terminal: Terminal, words: Words, fate: Fate) -> RenderableType:
    """A name, the chance to be put out, and the harm with its spread."""
    text = Text(source_named(words, fate.name))
    if fate.out:
        text.append("  " + terminal.word("chances.out", share=percent(fate.out, 0)), "red")
    if set(fate.harm) != {0}:
        key = "chances.harm" if fate.mean >= 0 else "chances.heals"
        text.append("  " + terminal.word(key, mean=f"{abs(fate.mean):.1f}"), "cyan")
        if len(fate.harm) <= MOST_AMOUNTS:
            # without spaces, so that a line never breaks between an amount and its share
            spread = (f"{abs(amount)}:{percent(share, 0).replace(' ', '')}" for amount, share in fate.harm.items())
            text.append(f"  ({' '.join(spread)})", "dim")
    return Padding(text, (0, 0, 0, INDENT))


def _note(text: str) -> RenderableType:
    return Padding(Text(text, "dim"), (0, 0, 0, INDENT))
