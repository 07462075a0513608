"""What people do at a table by plain forms: commands, answers, talk, dice, undo, preferences; and what is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import msgspec
import pytest

from plain_forms import Sitter, turn_of
from rulewright.engine.journal import Answered, Undone
from rulewright.table.preferences import Preferences
from rulewright.table.questions import OpenQuestion
from rulewright.table.table import Table
from servers import Server, running
from table_play import at, play
from tables import Made, new_table

ACTS = {
    "command": {"command": '{"do":"search"}'},
    "answer": {"question": "1.0", "answer": "yes"},
    "say": {"text": "hello"},
    "roll": {"dice": "2d6"},
    "undo": {},
    "prefer": {"asks": "never"},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("acting")
    with running(f"sqlite:///{folder}/t.db", limit_posts=10**9, limit_joins=10**9) as found:
        yield found


@pytest.fixture
def made(server: Server) -> Made:
    return new_table(server, "cairn", "ambush", seed="acting")


def seq(made: Made) -> int:
    return at(made, lambda table: table.seq)


def refusal(html: str) -> str:
    """What an error page says."""
    found = re.search(r"<main.*?</main>", html, re.DOTALL)
    assert found
    return unescape(re.sub(r"<[^>]*>", " ", found[0]))


def waiting(made: Made, kind: str = "") -> list[OpenQuestion]:
    return at(made, lambda table: [one for one in table.open_questions("referee") if kind in ("", one.question.kind)])


def until_asked(made: Made, player: bool = True, kind: str = "") -> OpenQuestion:
    """Let the table be played until somebody is asked something; the question."""

    def asks(table: Table) -> bool:
        return any(
            (one.owner != "referee") is player and kind in ("", one.question.kind)
            for one in table.open_questions("referee")
        )

    play(made, until=asks)
    return next(one for one in waiting(made, kind) if (one.owner != "referee") is player)


def test_a_command_that_others_were_quicker_with_is_stale(made: Made) -> None:
    here = Sitter(made, "referee")
    (menu,) = here.asked()
    assert here.press(menu).status_code == 200
    before = seq(made)
    there = here.press(menu)
    assert there.status_code == 409
    told = refusal(there.text)
    assert "happened" in told or "since" in told, told
    assert seq(made) == before
    # the way back shows what is asked now, and that works
    assert 'href="/' in there.text
    play(made, 2)
    again = here.asked() or turn_of(here.page())
    assert here.press(again[0]).status_code == 200


def test_a_menu_of_a_page_is_good_while_nothing_happens_that_matters(made: Made) -> None:
    referee, aune = Sitter(made, "referee"), Sitter(made, "aune")
    (menu,) = referee.asked()
    for what in ("say", "roll"):
        assert aune.post(what, **ACTS[what]).status_code == 200
    assert referee.press(menu).status_code == 200


def test_a_question_is_answered_once(server: Server) -> None:
    made = new_table(server, "nw3", "closing_time", seed="asked")
    question = until_asked(made)
    owner, other = Sitter(made, question.owner), next(
        Sitter(made, seat) for seat in ("rei", "toru", "gen") if seat != question.owner
    )  # fmt: skip
    (form, *_) = owner.asked()
    assert form.hidden["question"] == question.id
    answer = other.post("answer", question=question.id, answer=form.usual.value)
    assert (answer.status_code, seq(made)) == (409, seq(made))
    assert owner.press(form).status_code == 200
    late = owner.press(form)
    assert late.status_code == 409
    assert "«" not in refusal(late.text)


def test_the_referee_answers_for_who_is_absent(server: Server) -> None:
    made = new_table(server, "nw3", "closing_time", seed="asked")
    question = until_asked(made)
    referee = Sitter(made, "referee")
    form = next(one for one in turn_of(referee.page()) if one.hidden.get("question") == question.id)
    assert not form.mine
    assert referee.press(form).status_code == 200
    entry = at(made, lambda table: next(e for e in reversed(table.entries) if isinstance(e, Answered) and not e.auto))
    assert entry.seat == "referee"


@pytest.mark.parametrize(
    "given",
    [
        "",
        "nothing",
        "yes; DROP TABLE",
        "x" * 19_000,
        "９９９",
        "-1",
        "9" * 30,
        "null",
        '["a"]',
        "\u202e",
        "true",
        "0x1f",
    ],
)
@pytest.mark.parametrize("kind", ["choice", "several", "number"])
def test_answers_that_are_none(server: Server, asking: dict[str, Made], kind: str, given: str) -> None:
    made = asking[kind]
    question = next(one for one in waiting(made, kind))
    owner = asking_sitters(made, question.owner)
    before = seq(made)
    answer = owner.post("answer", question=question.id, answer=given)
    assert answer.status_code in (400, 409)
    assert "«" not in refusal(answer.text)
    assert seq(made) == before


_sitters: dict[tuple[str, str], Sitter] = {}


def asking_sitters(made: Made, seat: str) -> Sitter:
    found = _sitters.get((made.id, seat))
    if found is None:
        found = _sitters[made.id, seat] = Sitter(made, seat)
    return found


@pytest.fixture(scope="module")
def asking(server: Server) -> dict[str, Made]:
    """Tables at which a question of each kind waits."""
    tables = {
        "choice": new_table(server, "nw3", "closing_time", seed="asked"),
        "several": new_table(server, "cairn", "barrow", seed="asked"),
        "number": new_table(server, "nw3", "duel", seed="asked 3"),
    }
    for kind, made in tables.items():
        play(made, until=lambda table, kind=kind: any(  # type: ignore[misc]
            one.question.kind == kind for one in table.open_questions("referee")
        ))  # fmt: skip
        assert waiting(made, kind), kind
    return tables


def test_full_width_digits_are_a_number(server: Server) -> None:
    made = new_table(server, "nw3", "duel", seed="asked 3")
    play(made, until=lambda table: any(one.question.kind == "number" for one in table.open_questions("referee")))
    (question,) = waiting(made, "number")
    least = question.question.least
    wide = "".join(chr(ord(digit) - ord("0") + ord("０")) for digit in f"{least}")
    owner = Sitter(made, question.owner)
    assert owner.post("answer", question=question.id, answer=wide).status_code == 200
    entry = at(made, lambda table: next(e for e in reversed(table.entries) if isinstance(e, Answered)))
    assert entry.answer == least


@pytest.mark.parametrize("question", ["", "x", "1", "1.0.0", "-1.0", "999999.0", "1.99999999999999", "１.０", "1.0 "])
def test_questions_that_are_none(made: Made, question: str) -> None:
    aune = Sitter(made, "aune")
    assert aune.post("answer", question=question, answer="yes").status_code in (400, 409)
    assert aune.post("answer").status_code == 400


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("", 400),
        ("{", 400),
        ("[]", 400),
        ('"search"', 400),
        ("null", 400),
        ("[" * 9_000, 400),
        ('{"do":' + '"x' + "x" * 10_000 + '"}', 400),
        ("{}", 400),
        ('{"do":"fly"}', 400),
        ('{"do":["search"]}', 400),
        ('{"do":"save"}', 400),
        ('{"do":"declare","actor":"reko","action":"attack"}', 409),
        ('{"do":"override","path":"actors.aune.hp","value":99,"reason":"mine"}', 409),
        ('{"do":"go","room":"nowhere"}', 409),
        ('{"do":"say","text":"x","to":["nobody"]}', 200),
        ('{"do":"free_roll","text":"d6","seat":"referee"}', 200),
    ],
)
def test_commands_that_a_player_may_not_give(made: Made, command: str, status: int) -> None:
    aune = Sitter(made, "aune")
    before = seq(made)
    answer = aune.post("command", command=command, seen=f"{before}")
    assert answer.status_code == status, answer.text
    if status != 200:
        assert seq(made) == before
        assert "«" not in refusal(answer.text)


@pytest.mark.parametrize(("seen", "status"), [
    ("", 200), ("0", 200), ("-1", 200), ("-5", 200), ("9999", 400), ("x", 400), ("1.0", 400),
    ("9" * 40, 400), ("--1", 400),
])  # fmt: skip
def test_numbers_of_what_was_seen(made: Made, seen: str, status: int) -> None:
    referee = Sitter(made, "referee")
    (menu,) = referee.asked()
    assert referee.post("command", command=menu.usual.value, seen=seen).status_code == status


def test_spectators_only_watch(made: Made) -> None:
    watcher = made.server.visitor()
    watcher.post(made.links["spectator"])
    before = seq(made)
    for what, data in ACTS.items():
        answer = watcher.post(f"/t/{made.id}/spectator/{what}", data)
        assert answer.status_code == 403, what
        for seat in ("aune", "referee"):
            assert watcher.post(f"/t/{made.id}/{seat}/{what}", data).status_code == 403
    assert seq(made) == before
    assert turn_of(watcher.get(f"/t/{made.id}/spectator").text) == []


def test_nobody_acts_from_a_seat_of_others(made: Made) -> None:
    aune = Sitter(made, "aune")
    before = seq(made)
    for what, data in ACTS.items():
        for seat, status in (("reko", 403), ("referee", 403), ("nobody", 404)):
            answer = aune.visitor.post(f"/t/{made.id}/{seat}/{what}", data)
            assert answer.status_code == status, (what, seat)
        assert aune.visitor.post(f"/t/0123456789abcdef/aune/{what}", data).status_code == 404
        assert aune.visitor.get(f"/t/{made.id}/aune/{what}").status_code == 405 or what == "undo"
    assert seq(made) == before


def test_whispers_reach_only_whom_they_should(made: Made) -> None:
    people = {seat: Sitter(made, seat) for seat in ("aune", "reko", "ilmi", "referee")}
    assert people["aune"].post("say", text="(psst)", to=["reko"]).status_code == 200
    assert people["ilmi"].post("say", text="(a word)", to=["ilmi", "reko", "reko"]).status_code == 200
    assert people["aune"].post("say", text="(to the referee)", to=["referee"]).status_code == 200
    heard = {
        seat: {word for word in ("(psst)", "(a word)", "(to the referee)") if word in one.page()}
        for seat, one in people.items()
    }
    assert heard == {
        "aune": {"(psst)", "(to the referee)"},
        "reko": {"(psst)", "(a word)"},
        "ilmi": {"(a word)"},
        "referee": {"(psst)", "(a word)", "(to the referee)"},
    }


@pytest.mark.parametrize(
    ("text", "to", "status"),
    [
        ("x" * 2_000, [], 200),
        ("x" * 2_001, [], 400),
        ("x" * 100_000, [], 400),
        ("", [], 409),
        (" \t ", [], 409),
        ("\u200b", [], 200),
        ("hello", ["nobody"], 400),
        ("hello", ["reko", "x" * 500], 400),
        ("hello", [""], 200),
        ("漢字" * 900, [], 200),
    ],
)
def test_talk(made: Made, text: str, to: list[str], status: int) -> None:
    aune = Sitter(made, "aune")
    before = seq(made)
    answer = aune.post("say", text=text, to=to)
    assert answer.status_code == status, answer.text
    assert (seq(made) > before) is (status == 200)
    assert "«" not in refusal(answer.text)


def test_what_is_said_is_only_text(made: Made) -> None:
    aune = Sitter(made, "aune")
    nasty = "<script>alert(1)</script> & \"x\" 'y' {name} %s answer.yes"
    for text in (nasty, "answer.yes"):
        aune.post("say", text=text)
        assert aune.log()[-1] == f"aune: {text}"
    assert "<script>alert" not in aune.page()


def test_secret_dice_are_for_the_referee(made: Made) -> None:
    people = {seat: Sitter(made, seat) for seat in ("aune", "reko", "referee")}
    before = people["reko"].page()
    assert people["referee"].post("roll", dice="3d6+77", secret="yes").status_code == 200
    assert people["aune"].post("roll", dice="2d6+78", secret="yes").status_code == 200
    for seat, one in people.items():
        page = one.page()
        assert ("+77" in page) is (seat == "referee")
        assert ("+78" in page) is (seat == "referee")
    assert people["reko"].page() == before
    people["aune"].post("roll", dice="2d6+79")
    assert all("2d6+79" in one.page() for one in people.values())


@pytest.mark.parametrize(
    "dice",
    ["999999d999999", "9" * 30 + "d6", "1d" + "9" * 30, "", " ", "d", "x", "2d6+" + "1+" * 5_000, "(" * 9_000, "9**9",
     "1d20.5", "1d6/0", "d6!>0", "4d6kh9", "d1!", "choice[1-30000000]", "2d6\n2d6", "x" * 15_000, "{}", "<b>2d6</b>"],
)  # fmt: skip
def test_dice_that_cannot_be_thrown(made: Made, dice: str) -> None:
    aune = Sitter(made, "aune")
    before = seq(made)
    answer = aune.post("roll", dice=dice)
    assert answer.status_code in (400, 409), answer.text
    assert "«" not in refusal(answer.text)
    assert seq(made) == before


def with_menus(table: Table) -> list[str]:
    """The players' seats that have something to do now."""
    if table.open_questions("referee"):
        return []
    menus = {seat.id: table.menu(seat.id) for seat in table.seats if seat.role == "player"}
    return [seat for seat, menu in menus.items() if menu is not None and menu.offers]


def test_a_player_takes_back_the_own_last_choice_and_no_other(server: Server) -> None:
    made = new_table(server, "cairn", "ambush", seed="undo")
    play(made, until=lambda table: len(with_menus(table)) > 1)
    one, another = at(made, with_menus)[:2]
    aune, reko = Sitter(made, one, "Zed"), Sitter(made, another)
    assert reko.post("undo").status_code == 409
    (menu, *_) = aune.asked()
    assert aune.press(menu).status_code == 200
    chosen = at(made, lambda table: table.decision_points()[-1])
    # others cannot take it back
    answer = reko.post("undo", to=f"{chosen}")
    assert answer.status_code == 409
    assert "«" not in refusal(answer.text)
    # talk after it is no choice
    aune.post("say", text="wait!")
    assert aune.post("undo", reason="a slip").status_code == 200
    entry = at(made, lambda table: table.entries[-1])
    assert isinstance(entry, Undone)
    assert (entry.to, entry.seat, entry.reason) == (chosen, one, "a slip")
    assert "a slip" in aune.log()[-1]
    assert "Zed: wait!" in aune.log()
    assert aune.asked()[0].buttons == menu.buttons
    assert aune.post("undo").status_code == 409


def test_where_anyone_may_undo_a_player_takes_back_the_own_choice_with_what_came_after(server: Server) -> None:
    made = new_table(server, "cairn", "ambush", seed="undo", undo="anyone")
    play(made, until=lambda table: len(with_menus(table)) > 1)
    one, another = (Sitter(made, seat) for seat in at(made, with_menus)[:2])
    assert one.press(one.asked()[0]).status_code == 200
    chosen = at(made, lambda table: table.decision_points()[-1])
    assert another.press(another.asked()[0]).status_code == 200
    assert one.post("undo").status_code == 200
    entry = at(made, lambda table: table.entries[-1])
    assert isinstance(entry, Undone)
    assert entry.to == chosen


def test_the_referee_takes_back_the_last_choice_of_anybody(server: Server) -> None:
    made = new_table(server, "cairn", "ambush", seed="undo")
    play(made, 3)
    referee, aune = Sitter(made, "referee"), Sitter(made, "aune")
    chosen = at(made, lambda table: table.decision_points()[-1])
    aune.post("say", text="hm")
    aune.post("roll", dice="d6")
    assert referee.post("undo").status_code == 200
    entry = at(made, lambda table: table.entries[-1])
    assert isinstance(entry, Undone)
    assert entry.to == chosen


def test_what_a_preference_answered_is_no_choice_of_anybody(server: Server) -> None:
    made = new_table(server, "nw3", "closing_time", seed="asked")
    question = until_asked(made)
    owner, referee = Sitter(made, question.owner), Sitter(made, "referee")
    assert owner.post("prefer", asks="never").status_code == 200
    assert at(made, lambda table: any(isinstance(e, Answered) and e.auto for e in table.entries))
    assert referee.post("undo").status_code == 200
    entry = at(made, lambda table: next(e for e in table.entries if isinstance(e, Undone)))
    undone = at(made, lambda table: table.entries[entry.to + 1])
    assert not getattr(undone, "auto", False)


@pytest.mark.parametrize("to", ["99999", "1", "x", "1.5", "9" * 40, "-2147483648"])
def test_an_undo_to_nowhere(made: Made, to: str) -> None:
    referee = Sitter(made, "referee")
    before = seq(made)
    assert referee.post("undo", to=to).status_code in (400, 409)
    assert seq(made) == before


def test_nothing_to_take_back(made: Made) -> None:
    for seat in ("aune", "referee"):
        sitter = Sitter(made, seat)
        sitter.post("say", text="hm")
        answer = sitter.post("undo")
        assert answer.status_code == 409
        assert "«" not in refusal(answer.text)


def test_a_reason_is_cut_and_only_text(made: Made) -> None:
    referee = Sitter(made, "referee")
    referee.press(referee.asked()[0])
    assert referee.post("undo", reason="<i>" + "x" * 5_000).status_code == 200
    assert "&lt;i&gt;xxx" in referee.page()
    entry = at(made, lambda table: table.entries[-1])
    assert isinstance(entry, Undone)
    assert len(entry.reason) == 500


def test_preferences_are_kept_and_shown(made: Made) -> None:
    aune = Sitter(made, "aune")
    for wish in ("never", "matters", "always"):
        assert aune.post("prefer", asks=wish).status_code == 200
        assert f'<option value="{wish}" selected>' in aune.page()
        assert at(made, lambda table: table.preferences_of("aune")) == Preferences(wish)
        row = next(one for one in made.server.site.hub.store.seats(made.id) if one.seat == "aune")
        assert row.preferences["overall"] == wish
    assert at(made, lambda table: table.preferences_of("reko")) == Preferences()
    for wrong in ("sometimes", "", "NEVER", "x" * 9_000):
        status = aune.post("prefer", asks=wrong).status_code
        assert status == 400, wrong
    assert at(made, lambda table: table.preferences_of("aune")) == Preferences()


def test_a_preference_passes_what_waits(server: Server) -> None:
    made = new_table(server, "nw3", "closing_time", seed="asked")
    question = until_asked(made)
    assert question.question.default is not None
    owner = Sitter(made, question.owner)
    assert owner.post("prefer", asks="never").status_code == 200
    assert question.id not in [one.id for one in waiting(made)]


def test_a_script_hears_by_its_stream(made: Made) -> None:
    aune = Sitter(made, "aune")
    done = aune.post_by_script("say", text="(hello)")
    assert (done.status_code, done.text) == (204, "")
    wrong = aune.post_by_script("say", text="")
    assert wrong.status_code == 200
    assert wrong.headers["hx-retarget"] == "#notice"
    assert wrong.headers["x-status"] == "409"
    assert wrong.text.startswith('<p class="refusal">')
    assert "<html" not in wrong.text


def test_what_is_sent_twice_is_said_twice_but_chosen_once(made: Made) -> None:
    referee = Sitter(made, "referee")
    (menu,) = referee.asked()
    codes = [referee.press(menu).status_code for _ in range(3)]
    assert codes == [200, 409, 409]


def test_commands_of_menus_are_plain_json(made: Made) -> None:
    referee = Sitter(made, "referee")
    offers = at(made, lambda table: table.menu("referee"))
    assert offers is not None
    shown = [msgspec.json.decode(button.value) for button in referee.asked()[0].buttons]
    assert shown == [msgspec.json.decode(msgspec.json.encode(offer.command)) for offer in offers.offers]
