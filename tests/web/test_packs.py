"""Content packs of one's own, over HTTP."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest

from rulewright import games
from rulewright.engine.packs import BadPack, json_schema
from rulewright.store.content_packs import PackRow
from rulewright.table.pack_files import load
from servers import Server, Visitor, running
from web_tables import create

HEADER = (
    '[pack]\nid = "wells"\ntitle = "Wells"\ntitle_fi = "Kaivot"\nversion = "1.2.0"\nlanguage = "en"\n'
    'ruleset = "cairn"\n'
)
ITEM = '[[items]]\nid = "well_rope"\nname = "Well rope"\nkind = "misc"\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("packs")
    with running(f"sqlite:///{folder}/t.db", limit_joins=10_000, limit_new_tables=10_000) as found:
        yield found


@pytest.fixture
def gail(server: Server) -> Visitor:
    return server.visitor()


def bring(visitor: Visitor, given: Any = None, **fields: str) -> httpx.Response:
    """Send the form with these files (name and content) and fields."""
    data = {"form_token": visitor.token(), **fields}
    uploads = [("file", (name, content)) for name, content in given or ()]
    return visitor.http.post("/packs", data=data, files=uploads or [("nothing", ("", b""))])


def mine(server: Server, visitor: Visitor) -> list[PackRow]:
    session = server.site.sessions.read(visitor.http.cookies["rulewright"])
    assert session is not None
    return server.site.hub.contents.packs.packs_of(session.person)


def flaws(page: str) -> list[tuple[str, ...]]:
    """The rows of the table of what is wrong: place, field, found, what, allowed."""
    rows = re.findall(
        r'<tr><th scope="row">(.*?)</th><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>', page
    )
    return [tuple(unescape(re.sub(r"<[^>]+>", "", cell)) for cell in row) for row in rows]


def test_a_good_pack_is_kept_and_offered(server: Server, gail: Visitor) -> None:
    given = [("pack.toml", HEADER.encode()), ("things/items.toml", b"\xef\xbb\xbf" + ITEM.encode())]
    answer = bring(gail, given)
    assert "The pack wells is good and kept." in answer.text
    assert "Wells 1.2.0" in answer.text
    (pack,) = mine(server, gail)
    assert (pack.game, pack.id) == ("cairn", "wells")
    assert pack.files == {"pack.toml": HEADER, "items.toml": ITEM}
    assert pack.digest == load(games.get("cairn"), {"a": (HEADER + ITEM).encode()}).packs[-1].digest
    assert f'name="pack" value="wells:{pack.digest}"' in gail.get("/new/cairn").text
    gail.http.headers["accept-language"] = "fi"
    assert "Kaivot 1.2.0" in gail.get("/packs").text


def test_a_pack_that_was_pasted(server: Server, gail: Visitor) -> None:
    assert "good and kept" in bring(gail, text=(HEADER + ITEM).replace("\n", "\r\n")).text
    assert mine(server, gail)[0].files == {"pack.toml": HEADER + ITEM}
    assert "You have this very pack wells already." in bring(gail, text=HEADER + "# the same\n" + ITEM).text
    assert len(mine(server, gail)) == 1


def test_everything_that_is_wrong_is_told_with_its_place(server: Server, gail: Visitor) -> None:
    bad = '[[items]]\nid = "a"\nfoo = 1\n\n[[relics]]\nid = "r"\nname = "R"\nspell = "no<b>such"\n'
    answer = bring(gail, [("pack.toml", HEADER.encode()), ("more.toml", bad.encode())])
    assert answer.status_code == 400
    found = flaws(answer.text)
    with pytest.raises(BadPack) as refused:
        load(games.get("cairn"), {"pack.toml": HEADER.encode(), "more.toml": bad.encode()})
    expected = [(f"{one.file}, line {one.line}", one.path, one.allowed) for one in refused.value.problems]
    assert [(place, field, allowed) for place, field, _, _, allowed in found] == expected
    assert ("more.toml, line 3", "items[0].foo") in [row[:2] for row in found]
    assert any('"no<b>such"' in row[2] for row in found)
    assert "<b>such" not in answer.text
    assert f"Problems: {len(found)}" in answer.text
    assert mine(server, gail) == []


def test_thousands_of_problems_are_counted(gail: Visitor) -> None:
    answer = bring(gail, [("a.toml", (HEADER + "".join(f"x{n} = 1\n" for n in range(2_000))).encode())])
    assert "Problems: 2000" in answer.text
    assert "These are the first 300." in answer.text
    assert len(flaws(answer.text)) == 300


@pytest.mark.parametrize(
    ("given", "fields", "said"),
    [
        ([], {}, "no file and no text"),
        ([("a.toml", b"")], {"text": " \n"}, "the pack does not say which game it is for"),
        ([("a.toml", HEADER.encode())], {"text": "x"}, "files and a text as well"),
        ([("a.toml", HEADER.encode()), ("b/a.toml", b"")], {}, "two files are called a.toml"),
        ([("a.toml", HEADER.encode())], {"game": "chess"}, "chess"),
        ([("a.toml", HEADER.replace('"cairn"', '"chess"').encode())], {}, "no game 'chess'"),
        ([("a.toml", HEADER.encode())], {"game": "nw3"}, "Problems:"),
        ([("a.toml", b"[pack\nid = \xff")], {"game": "cairn"}, "Problems: 1"),
        ([("a.zip", b"PK\x03\x04" + bytes(range(256)))], {"game": "cairn"}, "Problems: 1"),
        ([("a.toml", b"x = " + b"[" * 100_000)], {"game": "cairn"}, "nested too deeply"),
        ([("a.toml", b"x = " + b"9" * 100_000)], {"game": "cairn"}, "a number is too long"),
        ([("a.toml", (HEADER + ITEM.replace("well_rope", "sword")).encode())], {}, "sword"),
    ],
)  # fmt: skip
def test_what_is_no_pack_is_not_kept(
    server: Server, gail: Visitor, given: list[tuple[str, bytes]], fields: dict[str, str], said: str
) -> None:
    answer = bring(gail, given, **fields)
    assert answer.status_code == 400
    assert said in unescape(answer.text)
    assert 'role="alert"' in answer.text
    assert mine(server, gail) == []


@pytest.mark.parametrize("game", games.installed())
def test_the_pack_that_a_game_comes_with_is_not_mine_to_bring(server: Server, gail: Visitor, game: str) -> None:
    folder = files(f"rulewright.games.{game}").joinpath("packs/starter")
    answer = bring(gail, [(file.name, file.read_bytes()) for file in folder.iterdir()])
    assert answer.status_code == 400
    assert [row[1] for row in flaws(answer.text)] == ["pack.id"]
    assert mine(server, gail) == []


def test_a_file_is_taken_back_just_as_it_was(server: Server, gail: Visitor) -> None:
    bring(gail, [('"; x="y\\.toml', HEADER.encode()), ("夜.toml", ITEM.encode())])
    (pack,) = mine(server, gail)
    path = f"/packs/cairn/wells/{pack.digest}"
    answers = [gail.get(f"{path}/{number}") for number in range(2)]
    assert {answer.text for answer in answers} == {HEADER, ITEM}
    for answer in answers:
        assert answer.headers["content-disposition"].startswith("attachment; filename=")
        assert answer.headers["content-type"] == "application/toml; charset=utf-8"
        assert answer.headers["x-content-type-options"] == "nosniff"
    for wrong in ("2", "99999999999999999999999", "-1", "x", "٣"):
        assert gail.get(f"{path}/{wrong}").status_code == 404


def test_a_pack_is_its_owners_alone(server: Server, gail: Visitor) -> None:
    ben = server.visitor()
    bring(gail, text=HEADER + ITEM)
    (pack,) = mine(server, gail)
    path = f"/packs/cairn/wells/{pack.digest}"
    assert "Wells" not in ben.get("/packs").text
    assert ben.get(f"{path}/0").status_code == 404
    assert ben.post(f"{path}/delete").status_code == 404
    assert "good and kept" in bring(ben, text=HEADER + ITEM).text
    ben.post(f"{path}/delete")
    assert mine(server, ben) == []
    assert mine(server, gail) == [pack]


def test_a_dropped_pack_stays_with_the_tables_that_use_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    with running(url) as server:
        gail = server.visitor()
        bring(gail, text=HEADER + ITEM)
        (pack,) = mine(server, gail)
        base = create(gail, pack=f"wells:{pack.digest}").url.path.removesuffix("/seats")
        assert "Wells" not in gail.post(f"/packs/cairn/wells/{pack.digest}/delete").text
        assert "wells" not in gail.get("/new/cairn").text
    with running(url) as again:
        visitor = again.visitor()
        visitor.http.cookies = gail.http.cookies
        assert visitor.get(base).status_code == 200
        content = again.site.hub.rooms[base.split("/")[2]].table.world.content
        assert "well_rope" in content.items_by_id


def test_the_schema_is_everybodys(server: Server, gail: Visitor) -> None:
    for game in games.installed().values():
        answer = gail.get(f"/packs/schema/{game.id}")
        assert answer.headers["content-type"] == "application/schema+json"
        assert answer.json() == json.loads(json.dumps(json_schema(game.content_type)))
    assert gail.get("/packs/schema/chess").status_code == 404


def test_forms_are_ours(server: Server, gail: Visitor) -> None:
    ben = server.visitor()
    bring(gail, text=HEADER + ITEM)
    (pack,) = mine(server, gail)
    for path in ("/packs", f"/packs/cairn/wells/{pack.digest}/delete"):
        other = HEADER.replace("wells", "other")
        assert gail.post(path, {"text": other}, **{"sec-fetch-site": "cross-site"}).status_code == 403
        assert gail.post(path, {"text": other, "form_token": ben.token()}).status_code == 403
        assert gail.post(path, {"text": other, "form_token": ""}).status_code == 403
    assert mine(server, gail) == [pack]


# Starlette leaves the file of a part that breaks off to the collector
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_uploads_that_are_broken_or_too_much(server: Server, gail: Visitor) -> None:
    head = f'--x\r\nContent-Disposition: form-data; name="form_token"\r\n\r\n{gail.token()}\r\n'.encode()
    part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.toml"\r\n\r\n'
    kind = {"content-type": "multipart/form-data; boundary=x"}
    for body in (head + part, head + part + b"[pack]", head + b"--y\r\n", part, b"", b"--x--", b"\xff" * 100):
        answer = gail.http.post("/packs", content=body, headers=kind)
        assert answer.status_code in (400, 403), body
    many = [("file", (f"{number}.toml", b"")) for number in range(21)]
    assert gail.http.post("/packs", data={"form_token": gail.token()}, files=many).status_code == 400
    assert bring(gail, [("a.toml", b"#" * 8_100_000)]).status_code == 413
    odd = {"content-type": "multipart/form-data; boundary=x; charset=unicode_escape"}
    name = b'--x\r\nContent-Disposition: form-data; name="file"; filename="\\ud800.toml"\r\n\r\nx=\r\n--x--\r\n'
    answer = gail.http.post("/packs", content=head + name, headers=odd)
    assert answer.status_code == 400
    assert mine(server, gail) == []


def test_one_person_cannot_fill_the_disk(server: Server, gail: Visitor) -> None:
    for number in range(2):
        head = HEADER.replace('"wells"', f'"wells_{number}"')
        assert "good and kept" in bring(gail, [("a.toml", (head + "#" * 7_900_000).encode())]).text
    answer = bring(gail, [("a.toml", (HEADER + "#" * 300_000).encode())])
    assert answer.status_code == 400
    assert "too much room" in answer.text
    assert len(mine(server, gail)) == 2


def test_the_address_says_nothing_that_is_not_so(gail: Visitor) -> None:
    assert "kept" not in gail.get("/packs?brought=%3Cb%3Eall%20your%20packs").text
