"""The command as a whole: finding a command, exit codes, errors in one line, quick start."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from rulewright import __version__
from rulewright.cli import COMMANDS, main

Capture = pytest.CaptureFixture[str]
RULEWRIGHT = [sys.executable, "-c", "import sys; from rulewright.cli import main; sys.exit(main())"]


def run(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*RULEWRIGHT, *arguments], capture_output=True, text=True, timeout=60, check=False, encoding="utf-8"
    )


def test_without_a_command_it_lists_all(capsys: Capture) -> None:
    assert main([]) == 0
    out = capsys.readouterr().out
    assert all(f"  {name} " in out for name in COMMANDS)


def test_version(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"rulewright {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: Capture) -> None:
    assert main([name, "--help"]) == 0
    assert f"rulewright {name}" in capsys.readouterr().out


def test_an_unknown_command_names_the_nearest(capsys: Capture) -> None:
    assert main(["rol"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("rulewright: no command 'rol' (did you mean \"roll\"?); expected one of ")
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["roll"],
        ["roll", "--sides", "6"],
        ["roll", "2d6", "--times", "many"],
        ["rules"],
        ["rules", "parcheesi"],
        ["packs", "check"],
        ["simulate", "ambush", "--samples"],
        ["resolve", "cairn", "save", "--json"],
        ["games", "--lang", "xx"],
    ],
)
def test_wrong_arguments_are_one_line_and_exit_2(arguments: list[str], capsys: Capture) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("rulewright: ")
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["roll", "1d6/0", "--json"],
        ["games", "--json", "--wrong"],
        ["resolve", "cairn", "nothing", "--format", "json"],
        ["odds", "cairn", "nothing", "--format=json"],
    ],
)
def test_with_json_an_error_is_an_object(arguments: list[str], capsys: Capture) -> None:
    assert main(arguments) == 2
    assert list(json.loads(capsys.readouterr().err)) == ["error"]


def test_an_argument_that_is_no_text(capsys: Capture) -> None:
    assert main(["roll", "\udcff"]) == 2
    assert "argument 2 is not UTF-8" in capsys.readouterr().err


def test_a_file_that_is_not_there(capsys: Capture) -> None:
    assert main(["packs", "check", "nowhere.toml"]) == 2
    assert capsys.readouterr().err == "rulewright: nowhere.toml: No such file or directory\n"


@pytest.mark.parametrize("arguments", [["roll", "2d6"], ["--help"], ["roll", "2d"]])
def test_what_is_quick_imports_nothing_slow(arguments: list[str]) -> None:
    slow = {"typer", "rich", "babel", "numpy", "starlette", "uvicorn", "sqlalchemy", "jinja2"}
    code = f"import sys; from rulewright.cli import main; main({arguments}); print(sorted({slow} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.endswith("[]\n")


def test_as_a_process() -> None:
    done = run("roll", "2d6", "--seed", "a")
    assert done.returncode == 0
    assert done.stdout.startswith("2d6: ")
    assert run("roll", "2d").returncode == 2


def test_as_a_module() -> None:
    command = [sys.executable, "-m", "rulewright", "roll"]
    assert subprocess.run([*command, "2d6"], capture_output=True, timeout=60, check=False).returncode == 0
    assert subprocess.run([*command, "2d"], capture_output=True, timeout=60, check=False).returncode == 2


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        [*RULEWRIGHT, "roll", "2d6", "--times", "50000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        process.wait(60)
