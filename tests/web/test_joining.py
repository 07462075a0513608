"""Taking a seat by its link, over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from servers import Server, Visitor, running
from web_tables import Setup, join, seen, setup, statuses


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("joining")
    with running(f"sqlite:///{folder}/t.db", limit_joins=10_000, limit_new_tables=10_000) as found:
        yield found


@pytest.fixture
def table(server: Server) -> Setup:
    return setup(server, title="Friday")


def holder(table: Setup, seat: str) -> str | None:
    rows = table.server.site.hub.store.seats(table.id)
    return next(row.person for row in rows if row.seat == seat)


def test_a_link_leads_to_a_form_and_the_form_to_the_seat(table: Setup) -> None:
    ann = table.server.visitor()
    page = ann.get(table.links["aune"]).text
    assert "You will play Aune." in page
    answer = join(ann, table.links["aune"], "Ann")
    assert (answer.status_code, answer.url.path) == (200, table.at("aune"))
    again = ann.get(table.links["aune"])
    assert again.url.path == table.at("aune")
    assert "Ann sits here." in table.referee.get(f"{table.base}/seats").text


def test_one_person_may_have_several_seats(table: Setup) -> None:
    ann = table.seated("aune", "Ann")
    page = ann.get(table.links["reko"]).text
    assert "You keep what you have at this table already: Ann." in page
    assert 'value="Ann"' in page
    assert join(ann, table.links["reko"], "Ann").url.path == table.at("reko")
    assert ann.get(table.at("aune")).status_code == 200


def test_whoever_takes_a_seat_over_is_told_whose_it_is(table: Setup) -> None:
    ann, ben = table.seated("aune", "Ann"), table.server.visitor()
    assert "Ann has this seat." in ben.get(table.links["aune"]).text
    assert holder(table, "aune") is not None
    assert join(ben, table.links["aune"], "Ben").url.path == table.at("aune")
    assert ann.get(table.at("aune")).status_code == 403


def test_a_form_that_shows_a_free_seat_does_not_take_it_from_anybody(table: Setup) -> None:
    ben = table.server.visitor()
    free = seen(ben.get(table.links["aune"]).text)
    ann = table.seated("aune", "Ann")
    answer = ben.post(table.links["aune"], {"seen": free, "name": "Ben"})
    assert answer.status_code == 409
    assert "Somebody else was quicker." in answer.text
    assert "Ann has this seat." in answer.text
    assert 'value="Ben"' in answer.text
    assert ann.get(table.at("aune")).status_code == 200


def test_of_many_who_claim_a_seat_in_the_same_instant_one_wins_and_the_others_are_told(table: Setup) -> None:
    people = [table.server.visitor() for _ in range(8)]
    forms = [(visitor, visitor.token(), seen(visitor.get(table.links["aune"]).text)) for visitor in people]

    async def all_at_once() -> list[httpx.Response]:
        async with httpx.AsyncClient(base_url=table.server.url, follow_redirects=False) as http:
            return await asyncio.gather(
                *(
                    http.post(
                        table.links["aune"],
                        data={"form_token": token, "seen": free, "name": f"Person {number}"},
                        headers={"cookie": f"rulewright={visitor.http.cookies['rulewright']}"},
                    )
                    for number, (visitor, token, free) in enumerate(forms)
                )
            )

    answers = asyncio.run(all_at_once())
    assert statuses(answers) == [303] + [409] * 7
    assert all("Somebody else was quicker." in one.text for one in answers if one.status_code == 409)
    winner = next(number for number, one in enumerate(answers) if one.status_code == 303)
    reached = [visitor.get(table.at("aune")).status_code for visitor in people]
    assert reached == [200 if number == winner else 403 for number in range(8)]


def test_a_link_that_is_not_the_seats_own_opens_nothing(table: Setup) -> None:
    other = setup(table.server)
    stranger = table.server.visitor()
    token = table.links["aune"].rsplit("/", 1)[1]
    for path in (
        other.links["aune"].replace(other.id, table.id),
        table.links["aune"].replace("/aune/", "/reko/"),
        table.links["aune"].replace("/aune/", "/referee/"),
        f"/join/{table.id}/aune/{token[:-1]}",
        f"/join/{table.id}/aune/{token.upper()}",
        f"/join/{table.id}/aune/%F0%9F%92%A3",
        f"/join/{table.id}/nobody/{token}",
    ):
        assert stranger.get(path).status_code == 403, path
        assert stranger.post(path, {"name": "Eve"}).status_code == 403, path
    assert stranger.get(f"/join/{'0' * 16}/aune/{token}").status_code == 404
    assert holder(table, "aune") is None


def test_a_passphrase_is_asked_for_and_nothing_is_shown_before(server: Server) -> None:
    table = setup(server, passphrase="köyhä ﬁlosofi")
    ann = server.visitor()
    page = ann.get(table.links["aune"]).text
    assert "brigands" not in page
    assert "The passphrase of this table" in page
    for wrong in ("", "köyhä", "KÖYHÄ FILOSOFI", "x" * 10_000):
        answer = join(ann, table.links["aune"], "Ann", wrong)
        assert answer.status_code == 403
        assert "That is not the passphrase." in answer.text
    assert holder(table, "aune") is None
    watcher = server.visitor()
    assert watcher.post(table.links["spectator"], {"secret": "guess"}).status_code == 403
    assert watcher.get(table.at("spectator")).status_code == 403
    answer = join(ann, table.links["aune"], "Ann", " ko\u0308yha\u0308 filosofi ")
    assert answer.url.path == table.at("aune")


def test_many_may_watch(table: Setup) -> None:
    watchers = [table.watching() for _ in range(3)]
    for watcher in watchers:
        assert watcher.get(table.at("spectator")).status_code == 200
        assert watcher.get(table.links["spectator"]).url.path == table.at("spectator")
        assert watcher.get(table.at("aune")).status_code == 403


def test_a_table_that_nobody_may_watch(server: Server) -> None:
    table = setup(server, spectators="")
    token = server.site.links.token(table.id, "spectator", 0)
    assert "spectator" not in table.links
    answer = server.visitor().get(f"/join/{table.id}/spectator/{token}")
    assert answer.status_code == 403
    assert "does not let anybody watch" in answer.text


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann \t of\u00a0the\nHill ", "Ann of the Hill"),
        ("A\u202enn\u0007", "Ann"),
        ("x" * 60, "x" * 40),
        ("<b>Ann</b>", "&lt;b&gt;Ann&lt;/b&gt;"),
        ("夜の 月", "夜の 月"),
    ],
)
def test_a_name_is_one_line_that_shows(table: Setup, given: str, shown: str) -> None:
    assert join(table.server.visitor(), table.links["aune"], given).url.path == table.at("aune")
    assert f"{shown} sits here." in table.referee.get(f"{table.base}/seats").text


@pytest.mark.parametrize("empty", ["", "   ", "\u202e", "\n"])
def test_without_a_name_nobody_sits_down(table: Setup, empty: str) -> None:
    answer = join(table.server.visitor(), table.links["aune"], empty)
    assert answer.status_code == 400
    assert "A name is needed" in answer.text
    assert holder(table, "aune") is None


def test_nobody_goes_by_the_name_of_somebody_else(table: Setup) -> None:
    table.seated("aune", "Ann")
    ben = table.server.visitor()
    for taken in ("ann", "REFEREE", "Reko"):
        answer = join(ben, table.links["ilmi"], taken)
        assert answer.status_code == 409
        assert f"Somebody else at this table is called {taken}." in answer.text
    assert holder(table, "ilmi") is None
    assert join(ben, table.links["ilmi"], "Ilmi").url.path == table.at("ilmi")


def test_only_forms_of_this_site_and_of_this_visitor_count(table: Setup) -> None:
    ann, eve = table.server.visitor(), table.server.visitor()
    link, free = table.links["aune"], seen(ann.get(table.links["aune"]).text)
    fields = {"seen": free, "name": "Ann"}
    assert ann.post(link, fields, **{"sec-fetch-site": "cross-site"}).status_code == 403
    assert ann.post(link, fields, **{"sec-fetch-site": "same-site"}).status_code == 403
    assert ann.post(link, fields, origin="https://elsewhere.example").status_code == 403
    for token in ("", "x", eve.token(), "é" * 32):
        assert ann.post(link, {**fields, "form_token": token}).status_code == 403
    old = ann.token()
    ann.http.cookies.clear()
    assert ann.post(link, {**fields, "form_token": old}).status_code == 403
    assert holder(table, "aune") is None


@pytest.mark.parametrize("field", ["name", "form_token", "secret", "other"])
def test_text_that_cannot_be_kept_is_refused(table: Setup, field: str) -> None:
    ann = table.server.visitor()
    fields = {"form_token": ann.token(), "seen": "", "name": "Ann", "secret": ""}
    for bad, charset in (("a\\ud800", "unicode_escape"), ("a\0b", "utf-8")):
        values = {**fields, field: bad}
        body = "".join(f'--x\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n' for k, v in values.items())
        headers = {"content-type": f"multipart/form-data; boundary=x; charset={charset}"}
        answer = ann.http.post(table.links["aune"], content=body.encode() + b"--x--\r\n", headers=headers)
        assert answer.status_code == 400
    assert holder(table, "aune") is None


def test_links_cannot_be_tried_out_without_end(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", limit_joins=5) as server:
        visitor: Visitor = server.visitor()
        tried = [visitor.get(f"/join/{'0' * 16}/aune/{number}").status_code for number in range(8)]
        assert tried[:5] == [404] * 5
        assert 429 in tried
        assert visitor.get("/").status_code == 200
