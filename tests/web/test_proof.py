"""Sealed dice on the pages: the seal, the closing, the proof, the journal, and what none of them may tell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.cli import main
from rulewright.engine.builtin import FreeRoll, Say
from rulewright.engine.journal import Opened, Rolled, decode_entry
from rulewright.games.cairn.rounds import StartFight
from rulewright.table.table import Table
from servers import Server, running
from table_play import at, play, secrets_of, sit
from tables import Made, new_table

WHISPER = "psst, to Kalle alone"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("proof")
    with running(f"sqlite:///{folder}/t.db", limit_joins=10_000, limit_posts=100_000) as found:
        yield found


@pytest.fixture
def made(server: Server) -> Made:
    """A delve that has begun, with a whisper and a secret roll."""
    made = new_table(server, "cairn", "barrow")
    at(made, lambda table: table.submit("vieno", FreeRoll("3d6")))
    at(made, lambda table: table.submit("referee", FreeRoll("2d6", secret=True)))
    at(made, lambda table: table.submit("referee", Say(WHISPER, ("kalle",))))
    play(made, 12)
    play(made, until=lambda table: not table.open_questions("referee"))
    return made


def seal_of(made: Made) -> str:
    opened = at(made, lambda table: table.entries[0])
    assert isinstance(opened, Opened)
    return opened.seal


def close(made: Made) -> None:
    at(made, lambda table: table.close("referee"))


@pytest.mark.parametrize("seat", ["vieno", "spectator", "referee"])
def test_everybody_sees_the_seal_from_the_start_and_nobody_the_seed(made: Made, seat: str) -> None:
    page = sit(made, seat).get(f"/t/{made.id}/{seat}/dice").text
    seed = made.server.site.hub.store.seed(made.id)
    assert seed is not None
    assert seal_of(made) in page
    assert seed.hex() not in page
    assert "The seed is still secret" in page
    assert ("Close the table" in page) == (seat == "referee")


def test_nothing_is_verified_while_the_table_is_open(made: Made) -> None:
    visitor = sit(made, "referee")
    assert 'id="report"' not in visitor.get(f"/t/{made.id}/referee/dice?verify=1").text


def test_the_referee_closes_with_a_tick_and_everybody_proves_the_dice(made: Made) -> None:
    referee, player = sit(made, "referee"), sit(made, "vieno")
    seed = made.server.site.hub.store.seed(made.id)
    assert seed is not None
    path = f"/t/{made.id}/referee/dice"
    unsure = referee.post(f"{path}/close")
    assert unsure.status_code == 400
    assert "Tick the box" in unsure.text
    assert not at(made, lambda table: table.closed)
    closed = referee.post(f"{path}/close", {"sure": "yes"})
    assert seed.hex() in closed.text
    page = player.get(f"/t/{made.id}/vieno/dice")
    assert seed.hex() in page.text
    assert "Check every die" in page.text
    proved = player.get(f"/t/{made.id}/vieno/dice?verify=1").text
    dice = at(made, lambda table: sum(len(one.faces) for one in table.entries if isinstance(one, Rolled)))
    assert f"All {dice} dice of table {made.id} come from the seed" in proved
    assert proved.count("✓ the same") == at(made, lambda table: sum(isinstance(one, Rolled) for one in table.entries))
    assert "✗" not in proved


def test_a_player_cannot_close(made: Made) -> None:
    player = sit(made, "vieno")
    refused = player.post(f"/t/{made.id}/vieno/dice/close", {"sure": "yes"})
    assert refused.status_code == 409
    assert not at(made, lambda table: table.closed)


def test_a_table_with_an_open_question_is_not_closed(server: Server) -> None:
    made = new_table(server, "cairn", "ambush")
    at(made, lambda table: table.submit("referee", StartFight(("brigands", "chief"))))
    referee = sit(made, "referee")
    path = f"/t/{made.id}/referee/dice"
    assert "A question waits for an answer" in referee.get(path).text
    assert referee.post(f"{path}/close", {"sure": "yes"}).status_code == 409
    assert not at(made, lambda table: table.closed)


def test_a_post_without_the_token_of_the_form_closes_nothing(made: Made) -> None:
    referee = sit(made, "referee")
    answer = referee.http.post(f"/t/{made.id}/referee/dice/close", data={"sure": "yes"})
    assert answer.status_code == 403
    assert not at(made, lambda table: table.closed)


def test_the_journal_of_an_open_table_is_the_referees(made: Made) -> None:
    for seat in ("vieno", "spectator"):
        visitor = sit(made, seat)
        answer = visitor.get(f"/t/{made.id}/{seat}/journal")
        assert answer.status_code == 403
        assert not any(secret in answer.text for secret in secrets_of(made))
        assert f"/t/{made.id}/{seat}/journal" not in visitor.get(f"/t/{made.id}/{seat}/dice").text
    seed = made.server.site.hub.store.seed(made.id)
    assert seed is not None
    lines = sit(made, "referee").get(f"/t/{made.id}/referee/journal")
    assert [decode_entry(line) for line in lines.text.splitlines()] == at(made, lambda table: list(table.entries))
    assert seed.hex() not in lines.text


@pytest.mark.parametrize("seat", ["vieno", "kalle", "spectator", "referee"])
def test_the_journal_of_a_closed_table_is_checked_by_the_command_line(
    made: Made, seat: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    close(made)
    answer = sit(made, seat).get(f"/t/{made.id}/{seat}/journal")
    assert answer.headers["content-disposition"] == f'attachment; filename="rulewright-{made.id}.jsonl"'
    file = tmp_path / "journal.jsonl"
    file.write_bytes(answer.content)
    for command in ("verify", "replay"):
        assert main([command, str(file)]) == 0
    assert "come from the seed that was sealed" in capsys.readouterr().out
    assert (WHISPER in answer.text) == (seat in ("kalle", "referee"))


def test_a_changed_die_is_found(made: Made) -> None:
    """A page over a journal in which somebody has changed a face of a die that no rule has read."""
    close(made)

    def change(table: Table) -> None:
        place = next(place for place, one in enumerate(table.entries) if isinstance(one, Rolled))
        entry = table.entries[place]
        assert isinstance(entry, Rolled)
        faces = (entry.faces[0] % entry.sides + 1, *entry.faces[1:])
        table._play.history.entries[place] = Rolled(
            entry.seq, entry.of, entry.sides, faces, entry.first, entry.rule, entry.who, entry.why, entry.secret
        )

    at(made, change)
    page = sit(made, "vieno").get(f"/t/{made.id}/vieno/dice?verify=1").text
    assert "✗ Wrong." in page
    assert "✗ not the same" in page


def test_a_public_seed_is_told(server: Server) -> None:
    made = new_table(server, "cairn", "ambush", seed="in the open")
    page = sit(made, "spectator").get(f"/t/{made.id}/spectator/dice").text
    assert "The seed of this table was public from its start" in page
    assert b"in the open".hex() not in page.partition('<h2 id="seed"')[2]


def test_pages_of_other_peoples_seats_are_closed(made: Made) -> None:
    stranger, player = made.server.visitor(), sit(made, "vieno")
    for path in ("dice", "journal"):
        assert stranger.get(f"/t/{made.id}/vieno/{path}").status_code == 403
        assert player.get(f"/t/{made.id}/referee/{path}").status_code == 403
    assert player.get("/t/nothing/vieno/dice").status_code == 404
