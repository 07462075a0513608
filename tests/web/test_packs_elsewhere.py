"""A table with a content pack: odds, simulations and past moments read the pack in other threads and processes."""

from __future__ import annotations

from pathlib import Path

from rulewright.engine.builtin import Override
from rulewright.table.table import Table
from servers import running
from table_play import at, play, sit
from tables import new_table

PACK = (
    '[pack]\nid = "wells"\ntitle = "Wells"\nversion = "1.2.0"\nlanguage = "en"\nruleset = "cairn"\n'
    '[[items]]\nid = "well_axe"\nname = "Well axe"\nkind = "weapon"\nsize = "normal"\ndamage = "d10"\n'
    'range = "melee"\nhands = 1\nprice = 20\n'
)


def arm(table: Table) -> None:
    """One of the heroes has the axe of the pack in hand."""
    axe = {"id": "aune.axe", "item": "well_axe", "where": "held"}
    table.submit("referee", Override("actors.aune.items", [axe], "a new weapon"))


def test_odds_and_simulations_know_what_a_pack_brings(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db") as server:
        ann = server.visitor()
        assert ann.post("/packs", {"text": PACK}).status_code == 200
        session = server.site.sessions.read(ann.http.cookies["rulewright"])
        assert session is not None
        (pack,) = server.site.hub.contents.packs.packs_of(session.person)
        made = new_table(
            server, "cairn", "ambush", packs=(("cairn", "wells", pack.digest),), options={"first_round_save": "none"},
            players=dict.fromkeys(("aune", "reko", "ilmi", "tuomas"), "players"),
        )  # fmt: skip
        at(made, arm)
        play(made, until=lambda table: (menu := table.menu("players")) is not None and menu.key == "menu.declare")
        player, path = sit(made, "players"), f"/t/{made.id}/players/odds"
        for _ in range(200):
            page = player.get(path).text
            if "<progress" not in page:
                break
        assert "Well axe, d10" in page
        assert "What you know is not enough to tell" not in page
        referee, path = sit(made, "referee"), f"/t/{made.id}/referee/balance"
        begun = referee.post(path, {"fights": "200", "seed": "1", "from": "now"})
        for _ in range(2_000):
            page = referee.get(f"{path}?{begun.url.query.decode()}").text
            if "<progress" not in page:
                break
        assert "What came of it" in page
        assert "Moment" in player.get(f"/t/{made.id}/players/replay").text
