"""`rulewright simulate`: play a scenario many times on all cores and count how it ends."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Annotated, Any

import msgspec
import typer

from rulewright.cli import starting
from rulewright.cli.balance_report import draw
from rulewright.cli.output import print_json, speaks
from rulewright.engine.errors import Malformed
from rulewright.engine.simulation import MOST_COMMANDS
from rulewright.table import balance, sweep
from rulewright.table.balance_report import Report

app = typer.Typer(add_completion=False)
MOST_SAMPLES = 10_000_000
MOST_PROCESSES = 1_000


@app.command()
def simulate(
    scenario: Annotated[str, typer.Argument(help="The id of a starter scenario, or a TOML file.")],
    samples: Annotated[int, typer.Option("--samples", "-n", help="How often to play each variant.")] = 1000,
    game: Annotated[str, typer.Option(help="The game, where several have such a scenario.")] = "",
    seed: Annotated[str, typer.Option(help="The same seed gives the same figures.")] = "1",
    processes: Annotated[
        int | None, typer.Option(help="Processes to play on. Without: as many as there are cores.")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(help="Values to try, such as foes.0.hp=4..12; given more than once, every combination."),
    ] = None,
    preset: Annotated[str, typer.Option(help="A preset of house rules. Without: the one offered.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="A house rule, as name=value.")] = None,
    most_commands: Annotated[
        int, typer.Option(help="A sample not over after so many commands is a stalemate.")
    ] = MOST_COMMANDS,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language of the report.")] = "en",
) -> None:
    """Play a scenario by policy: rates and means with 95% intervals, and who did the harm."""
    _within("--samples", samples, MOST_SAMPLES)
    _within("--most-commands", most_commands, MOST_SAMPLES)
    workers = balance.cores() if processes is None else processes
    _within("--processes", workers, MOST_PROCESSES)
    found, chosen = starting.scenario(scenario, game)
    speaks(lang, found.languages)
    options = starting.options(found, preset, option or ())
    variants = sweep.variants(chosen, [sweep.read_vary(text) for text in vary or ()])
    plain: dict[str, Any] = msgspec.to_builtins(options)
    job = balance.Job(found.id, tuple(variants), plain, seed, samples, most_commands)
    started = perf_counter()
    with _progress(samples * len(variants)) as done:
        counts = balance.simulate(job, workers, done)
    title = getattr(chosen, f"title_{lang}", "") or getattr(chosen, "title", scenario)
    seconds = perf_counter() - started
    report = Report(found.id, scenario, title, seed, plain, tuple(zip(variants, counts)))
    if json:
        print_json(report.plain())
    else:
        print(draw(report, found, seconds, lang))


def _within(option: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise Malformed(str(number), at=option, expected=f"1 to {most:,}")


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda samples: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("", total=total)
        yield lambda samples: bar.advance(task, samples)
