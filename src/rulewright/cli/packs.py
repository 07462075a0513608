"""`rulewright packs`: check content packs before they reach a table, and print the schema for editors."""

from __future__ import annotations

import collections.abc
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import perf_counter
from typing import Annotated

import msgspec
import typer

from rulewright import games
from rulewright.cli.output import print_json, say, speaks
from rulewright.engine import packs
from rulewright.engine.errors import Malformed
from rulewright.interop.mapping import Mapping, read_mapping
from rulewright.interop.sheets_to_pack import import_file
from rulewright.table.pack_files import game_of, load, problem_data, warnings

MOST_BYTES = 16_000_000
"""Bytes of the files of one pack together."""
PATIENCE = 2.0
"""Seconds of an import after which there is a progress bar."""

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Content packs.")


@app.command()
def check(
    path: Annotated[Path, typer.Argument(help="A TOML file, or the folder of a pack.")],
    game: Annotated[str, typer.Option(help="The game; without it the pack says so by `ruleset`.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language: en or fi.")] = "en",
) -> None:
    """Read a pack together with the game's starter pack and show everything that is wrong, and what is odd.

    The exit code is 1 where there is a problem; a warning is none.
    """
    speaks(lang)
    files = read_pack(path)
    found = games.get(game) if game else game_of(files)
    try:
        library = load(found, files)
    except packs.BadPack as error:
        if json:
            told = [problem_data(one) for one in error.problems]
            print_json({"path": str(path), "game": found.id, "problems": told, "count": error.count})
        else:
            print("\n".join(map(str, error.problems)))
            if error.count > len(error.problems):
                print(say("packs.more", lang, count=error.count - len(error.problems)))
            print(say("packs.problems", lang, count=error.count))
        raise typer.Exit(1) from None
    mark = library.packs[-1]
    odd = warnings(found, files)
    if json:
        data = {"path": str(path), "game": found.id, "problems": [], "warnings": [problem_data(one) for one in odd]}
        print_json(data | {"pack": mark})
    else:
        for one in odd:
            print(say("packs.warning", lang, text=str(one)))
        print(say("packs.good", lang, pack=mark.id, version=mark.version, digest=mark.digest[:16]))


@app.command(name="import")
def import_sheet(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A spreadsheet: .csv, .tsv or .xlsx.")],
    game: Annotated[str, typer.Option(help="The game whose content it holds.")],
    mapping: Annotated[
        Path | None, typer.Option(help="A TOML file that says which column is which, where the headers do not.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The pack to write or bring up to date: a TOML file, or a folder for one.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language: en or fi.")] = "en",
) -> None:
    """Read skills, items, classes and the like out of a spreadsheet into a pack.

    What cannot be read is kept as text and told row by row. Run again, it brings rows up to date and leaves alone what
    the sheet does not have. Needs rulewright[sheets].
    """
    speaks(lang)
    target = out or path.with_suffix(".toml")
    if target.is_dir():
        target /= f"{path.stem}.toml"
    said = read_mapping(mapping.read_text(encoding="utf-8"), str(mapping)) if mapping is not None else Mapping()
    with _progress() as progress:
        found = import_file(games.get(game), path, said, target, progress)
    if json:
        print_json({"pack": str(target), "tables": found.changes, "remarks": found.remarks})
        return
    for one in found.remarks:
        where = f"{one.sheet}:{one.row}" + (f" {one.column}" if one.column else "")
        print(f"{where}: {one.text}: {one.made}" if one.text else f"{where}: {one.made}")
    for change in found.changes:
        print(say("packs.imported", lang, **msgspec.structs.asdict(change)))
    print(say("packs.written", lang, path=str(target), remarks=len(found.remarks)))


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error where that is a terminal and it takes long."""
    if not sys.stderr.isatty():
        yield lambda done, all: None
        return
    started = perf_counter()
    with ExitStack() as stack:
        bars: list[Callable[[int], None]] = []

        def progress(done: int, all: int) -> None:
            if not bars and perf_counter() - started > PATIENCE:
                bars.append(_bar(stack, all))
            for bar in bars:
                bar(done)

        yield progress


def _bar(stack: ExitStack, total: int) -> Callable[[int], None]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = stack.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
    task = bar.add_task("", total=total)
    return lambda done: bar.update(task, completed=done)


@app.command()
def schema(game: Annotated[str, typer.Argument(help="The id of a game, such as cairn.")]) -> None:
    """Print the JSON Schema of a game's content packs, for editors that check and complete TOML."""
    print_json(packs.json_schema(games.get(game).content_type))


def read_pack(path: Path) -> collections.abc.Mapping[str, bytes]:
    """The TOML files of a pack by name; raises `Malformed` or OSError where there are none."""
    files = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not files:
        raise Malformed("there is no .toml file in this folder", at=str(path), expected="the folder of a pack")
    size = sum(file.stat().st_size for file in files)
    if size > MOST_BYTES:
        raise Malformed(f"{size:,} bytes", at=str(path), expected=f"at most {MOST_BYTES:,} bytes")
    return {file.name: file.read_bytes() for file in files}
