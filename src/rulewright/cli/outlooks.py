"""The odds of the options of a question, in words: what each one changes, and below what happens in any case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from rulewright.cli.chances import Fate, Outlook
from rulewright.cli.output import percent
from rulewright.cli.telling import INDENT
from rulewright.cli.terminal import Terminal, Words

MOST_AMOUNTS = 12


def told(terminal: Terminal, words: Words, names: Sequence[str], outlooks: Sequence[Outlook]) -> list[RenderableType]:
    """One paragraph for each option, numbered as in its question."""
    anyway = _anyway(outlooks)
    lines: list[RenderableType] = [Text(terminal.word("chances.title"), "bold")]
    for number, (name, outlook) in enumerate(zip(names, outlooks), 1):
        line = Text(f"{number:>3}  {name}", "bold")
        if outlook.samples:
            line.append(f"  ({terminal.word('chances.sampled')})", "not bold yellow")
        changed = [fate for fate in outlook.fates if fate not in anyway]
        lines.append(line)
        lines += [_fate(terminal, words, fate) for fate in changed] or [_note(terminal.word("chances.nothing"))]
    if anyway:
        lines.append(Text(terminal.word("chances.anyway"), "bold"))
        lines += [_fate(terminal, words, fate) for fate in anyway]
    samples = max((outlook.samples for outlook in outlooks), default=0)
    key = "chances.how_sampled" if samples else "chances.exact"
    return [*lines, Text(terminal.word(key, count=samples), "dim")]


def _anyway(outlooks: Sequence[Outlook]) -> list[Fate]:
    """What most options leave as it is: the same fate of the same figure in more than half of several."""
    seen = Counter(_key(fate) for outlook in outlooks for fate in outlook.fates)
    often = {key for key, count in seen.items() if count * 2 > len(outlooks) and count > 1}
    first = {_key(fate): fate for outlook in outlooks for fate in outlook.fates}
    return [fate for key, fate in first.items() if key in often]


def _key(fate: Fate) -> tuple[str, float, tuple[tuple[int, float], ...]]:
    return fate.name, fate.out, tuple(fate.harm.items())


def _fate(terminal: Terminal, words: Words, fate: Fate) -> RenderableType:
    """A name, the chance to be put out, and the harm with its spread."""
    named = words("sum.source", {"source": fate.name})
    text = Text(fate.name if named.startswith("«") else named)
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
