"""Content packs: every problem at once, each with its place; merging, digests, schemas for editors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from rulewright.engine.errors import Malformed
from rulewright.engine.pack_problems import path_text
from rulewright.engine.packs import (
    MISSING,
    BadPack,
    Complaint,
    Library,
    Part,
    Problem,
    Ref,
    in_language,
    json_schema,
    list_in_language,
    load,
    merge,
    otherwise,
)
from rulewright.engine.toml_lines import Scan, Source


class Header(Part, frozen=True):
    """The header."""

    id: str
    version: str = "1"


class Rules(Part, frozen=True):
    """Single figures."""

    sides: int = 6


class Push(Part, frozen=True, tag="push", tag_field="do"):
    """Push away."""

    paces: Annotated[int, Meta(ge=1, le=9)]


class Sing(Part, frozen=True, tag="sing", tag_field="do"):
    """Sing."""

    song: str = "la"


def start_below_end(beast: Beast) -> Iterator[Complaint]:
    if beast.start > beast.end:
        yield Complaint("start", "content.bad_value", f"at most end, {beast.end}")


def quiet_has_no_end(beast: Beast) -> Iterator[Complaint]:
    if beast.mood == "quiet" and beast.end != 9:
        yield Complaint("end", "content.conflict", "not with mood quiet")


class Beast(Part, frozen=True, kw_only=True):
    """A beast of the field."""

    id: Annotated[str, Meta(pattern="^[a-z]+$", extra=otherwise(noun="an id", allowed="small letters"))]
    name: Annotated[str, Meta(min_length=1, max_length=12, description="What people call it.")] = "?"
    name_fi: str | None = None
    start: Annotated[int, Meta(ge=0, le=20, extra=otherwise(over="content.too_high"))] = 0
    end: int = 9
    mood: Literal["quiet", "loud"] | None = None
    weight: Annotated[float, Meta(gt=0)] | None = None
    tame: bool = False
    friend: Annotated[str, Ref("beasts")] | None = None
    deeds: Annotated[tuple[Push | Sing, ...], Meta(max_length=3)] = ()
    scores: Mapping[str, Annotated[int, Meta(ge=0)]] = {}
    words: tuple[str, ...] = ()
    words_fi: tuple[str, ...] | None = None
    parts: tuple[Header, ...] = ()

    checks = (start_below_end, quiet_has_no_end)


class Gear(Part, frozen=True):
    """A thing."""

    id: str
    owner: Annotated[str, Ref("beasts")]


def some_gear(zoo: Zoo) -> Iterator[Complaint]:
    if not zoo.gear and len(zoo.beasts) > 5:
        yield Complaint("beasts", "content.conflict", "at most five without gear")


class Zoo(Library, frozen=True, kw_only=True, dict=True):
    """A zoo."""

    pack: Header
    rules: Rules = Rules()
    beasts: tuple[Beast, ...] = ()
    gear: tuple[Gear, ...] = ()

    checks = (some_gear,)


HEADER = '[pack]\nid = "zoo"\n'


def problems(*texts: str | bytes, header: str = HEADER) -> list[Problem]:
    """The problems of a pack whose files are the header and these texts."""
    files: dict[str, str | bytes] = {"a.toml": header} if header else {}
    files |= {f"{name}.toml": text for name, text in zip("bcd", texts)}
    with pytest.raises(BadPack) as caught:
        load(files, Zoo)
    return list(caught.value.problems)


def codes(*texts: str | bytes, header: str = HEADER) -> list[tuple[str, int, str]]:
    """Code, line and path of each problem."""
    return [(one.code, one.line, one.path) for one in problems(*texts, header=header)]


def zoo(text: str = "", id: str = "zoo", earlier: tuple[Zoo, ...] = ()) -> Zoo:
    """A good pack."""
    return load({"a.toml": f'[pack]\nid = "{id}"\n{text}'}, Zoo, earlier)


# ---------------------------------------------------------------- good packs


def test_files_of_a_folder_are_joined_in_the_order_of_their_names() -> None:
    library = load({"z.toml": '[[beasts]]\nid = "owl"', "b.toml": '[[beasts]]\nid = "elk"', "p.toml": HEADER}, Zoo)
    assert [beast.id for beast in library.beasts] == ["elk", "owl"]
    assert library.rules == Rules()
    assert (library.packs[0].id, library.packs[0].version) == ("zoo", "1")


def test_every_kind_of_value_arrives() -> None:
    beast = zoo(
        """
[rules]
sides = 8
[[beasts]]
id = "elk"
weight = 3
tame = true
friend = "elk"
deeds = [{ do = "push", paces = 2 }, { do = "sing" }]
scores = { a = 1, "b c" = 2 }
mood = "loud"
""".lstrip()
    )
    elk = beast.find(Beast, "elk")
    assert beast.rules.sides == 8
    assert elk.weight == 3.0
    assert isinstance(elk.weight, float)
    assert elk.tame is True
    assert elk.deeds == (Push(2), Sing())
    assert elk.scores == {"a": 1, "b c": 2}


def test_rows_are_frozen_and_found_by_id() -> None:
    library = zoo('[[beasts]]\nid = "elk"\n[[beasts]]\nid = "owl"')
    elk = library.find(Beast, "elk")
    with pytest.raises(AttributeError):
        elk.start = 3  # type: ignore[misc]
    assert library.by_id(Beast) is library.by_id(Beast)
    assert list(library.by_id(Beast)) == ["elk", "owl"]
    with pytest.raises(Malformed, match=r"no Beast 'el' \(did you mean \"elk\"\?\)"):
        library.find(Beast, "el")


def test_bytes_windows_lines_and_a_byte_order_mark_are_read() -> None:
    text = '\ufeff[pack]\r\nid = "zoo"\r\n[[beasts]]\r\nid = "elk"\r\nstart = "x"\r\n'
    with pytest.raises(BadPack) as caught:
        load({"a.toml": text.encode()}, Zoo)
    assert [(one.line, one.path) for one in caught.value.problems] == [(5, "beasts[0].start")]


def test_twins() -> None:
    elk, owl = zoo(
        '[[beasts]]\nid="elk"\nname="Elk"\nname_fi="Hirvi"\nwords=["a"]\nwords_fi=["b"]\n[[beasts]]\nid="owl"'
    ).beasts
    assert in_language(elk, "name", "fi") == "Hirvi"
    assert in_language(elk, "name", "en") == "Elk"
    assert in_language(elk, "name", "ja") == "Elk"
    assert in_language(owl, "name", "fi") == "?"
    assert list_in_language(elk, "words", "fi") == ("b",)
    assert list_in_language(elk, "words", "en") == ("a",)


# ---------------------------------------------------------------- one problem each


@pytest.mark.parametrize(
    ("text", "code", "line", "path"),
    [
        ('[[beasts]]\nid = "elk"\ncolour = 1', "content.unknown_field", 3, "beasts[0].colour"),
        ("[[beest]]\nid = 3", "content.unknown_field", 1, "beest"),
        ("x = 3", "content.unknown_field", 1, "x"),
        ("\n[[beasts]]\nstart = 1", "content.missing_field", 2, "beasts[0].id"),
        ('[[beasts]]\nid = "Elk"', "content.bad_value", 2, "beasts[0].id"),
        ('[[beasts]]\nid = "elk\\n"', "content.bad_value", 2, "beasts[0].id"),
        ('[[beasts]]\nid = "elk"\nstart = 21', "content.too_high", 3, "beasts[0].start"),
        ('[[beasts]]\nid = "elk"\nstart = -1', "content.bad_value", 3, "beasts[0].start"),
        ('[[beasts]]\nid = "elk"\nstart = true', "content.bad_type", 3, "beasts[0].start"),
        ('[[beasts]]\nid = "elk"\nstart = 1.0', "content.bad_type", 3, "beasts[0].start"),
        ('[[beasts]]\nid = "elk"\nstart = "1"', "content.bad_type", 3, "beasts[0].start"),
        ('[[beasts]]\nid = "elk"\nstart = 1979-05-27', "content.bad_type", 3, "beasts[0].start"),
        ('[[beasts]]\nid = "elk"\ntame = 1', "content.bad_type", 3, "beasts[0].tame"),
        ('[[beasts]]\nid = "elk"\nname = ""', "content.bad_value", 3, "beasts[0].name"),
        ('[[beasts]]\nid = "elk"\nname = "1234567890123"', "content.bad_value", 3, "beasts[0].name"),
        ('[[beasts]]\nid = "elk"\nname = []', "content.bad_type", 3, "beasts[0].name"),
        ('[[beasts]]\nid = "elk"\nmood = "lout"', "content.bad_value", 3, "beasts[0].mood"),
        ('[[beasts]]\nid = "elk"\nmood = 1', "content.bad_type", 3, "beasts[0].mood"),
        ('[[beasts]]\nid = "elk"\nweight = 0', "content.bad_value", 3, "beasts[0].weight"),
        ('[[beasts]]\nid = "elk"\nweight = nan', "content.bad_value", 3, "beasts[0].weight"),
        ('[[beasts]]\nid = "elk"\nweight = inf', "content.bad_value", 3, "beasts[0].weight"),
        ('[[beasts]]\nid = "elk"\nend = 9223372036854775808', "content.bad_value", 3, "beasts[0].end"),
        ('[[beasts]]\nid = "elk"\nend = 0x' + "f" * 9000, "content.bad_value", 3, "beasts[0].end"),
        ('[[beasts]]\nid = "elk"\nfriend = "owl"', "content.unknown_ref", 3, "beasts[0].friend"),
        ('[[beasts]]\nid = "elk"\ndeeds = 1', "content.bad_type", 3, "beasts[0].deeds"),
        ('[[beasts]]\nid = "elk"\ndeeds = [1]', "content.bad_type", 3, "beasts[0].deeds[0]"),
        ('[[beasts]]\nid = "elk"\ndeeds = [{}]', "content.missing_field", 3, "beasts[0].deeds[0].do"),
        ('[[beasts]]\nid = "elk"\ndeeds = [{ do = 1 }]', "content.bad_type", 3, "beasts[0].deeds[0].do"),
        ('[[beasts]]\nid = "elk"\ndeeds = [{ do = "eat" }]', "content.bad_value", 3, "beasts[0].deeds[0].do"),
        ('[[beasts]]\nid = "elk"\ndeeds = [{ do = "push" }]', "content.missing_field", 3, "beasts[0].deeds[0].paces"),
        ('[[beasts]]\nid = "elk"\nscores = { a = -1 }', "content.bad_value", 3, "beasts[0].scores.a"),
        ('[[beasts]]\nid = "elk"\nscores = 1', "content.bad_type", 3, "beasts[0].scores"),
        ("beasts = 1", "content.bad_type", 1, "beasts"),
        ("[beasts]\nid = 1", "content.bad_type", 1, "beasts"),
        ("rules = 1", "content.bad_type", 1, "rules"),
        ('[[beasts]]\nid = "elk"\nstart = 9\nend = 8', "content.bad_value", 3, "beasts[0].start"),
        ('[[beasts]]\nid = "elk"\nmood = "quiet"\nend = 8', "content.conflict", 4, "beasts[0].end"),
        ('[[beasts]]\nid = "elk"\n[[beasts]]\nid = "elk"', "content.duplicate_id", 4, "beasts[1].id"),
        ('[[beasts]]\nid = "elk"\nparts = [{id="a"}, {id="a"}]', "content.duplicate_id", 3, "beasts[0].parts[1].id"),
        (HEADER, "content.conflict", 1, "pack"),
        ("packs = []", "content.unknown_field", 1, "packs"),
    ],
)  # fmt: skip
def test_one_problem(text: str, code: str, line: int, path: str) -> None:
    assert codes(text) == [(code, line, path)]


def test_too_many_entries() -> None:
    deeds = ", ".join(['{ do = "sing" }'] * 4)
    assert codes(f'[[beasts]]\nid = "elk"\ndeeds = [{deeds}]') == [("content.bad_value", 3, "beasts[0].deeds")]


def test_a_missing_header() -> None:
    assert codes('[[beasts]]\nid = "elk"', header="") == [("content.missing_field", 1, "pack")]
    with pytest.raises(BadPack, match=r"pack: is missing; allowed: a table \[pack\]"):
        load({}, Zoo)


def test_a_check_of_the_whole_library() -> None:
    many = "\n".join(f'[[beasts]]\nid = "elk{letter}"' for letter in "abcdef")
    assert codes("", many) == [("content.conflict", 1, "beasts")]


# ---------------------------------------------------------------- what is no TOML


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[[beasts]]\nid = "elk', 2),
        ("[[beasts]]\nid = 1\nid = 2\n", 3),
        ("[[beasts]\n", 1),
        ("a = [1,\n2,\n", 3),
        ("\x00", 1),
        ("a = 1\nb = " + "9" * 5000, 2),
        ("a = " + "[" * 20_000, 1),
        (b'a = "x"\nb = "\xff"', 2),
        ('a = 1\nb = "\udc80"', 2),
        ("a = 2024-02-31", 1),
    ],
)
def test_bad_syntax(text: str | bytes, line: int) -> None:
    assert codes(text) == [("content.bad_syntax", line, "")]


def test_an_unread_file_does_not_make_others_wrong() -> None:
    found = codes('[[beasts]\nid = "elk"', '[[gear]]\nid = "g"\nowner = "elk"\ncolour = 1')
    assert found == [("content.bad_syntax", 1, ""), ("content.unknown_field", 4, "gear[0].colour")]
    assert codes("=", header="=") == [("content.bad_syntax", 1, "")] * 2


# ---------------------------------------------------------------- all at once, and where


def test_all_problems_of_all_files_at_once() -> None:
    found = problems(
        '[[beasts]]\nid = "elk"\nstart = 99\ncolour = 1\nfriend = "nobody"\nmood = "quiet"\nend = 1',
        '[[gear]]\nid = "g"\n[[gear]]\nid = "g"\nowner = "elk"\n',
    )
    assert [(one.file, one.line, one.code, one.path) for one in found] == [
        ("b.toml", 3, "content.too_high", "beasts[0].start"),
        ("b.toml", 4, "content.unknown_field", "beasts[0].colour"),
        ("b.toml", 5, "content.unknown_ref", "beasts[0].friend"),
        ("b.toml", 7, "content.conflict", "beasts[0].end"),
        ("c.toml", 1, "content.missing_field", "gear[0].owner"),
        ("c.toml", 4, "content.duplicate_id", "gear[1].id"),
    ]


def test_a_check_that_needs_an_unread_field_is_left_out() -> None:
    # start cannot be compared, but mood and end can
    text = '[[beasts]]\nid = "elk"\nstart = "x"\nend = -1\nmood = "quiet"'
    assert codes(text) == [("content.bad_type", 3, "beasts[0].start"), ("content.conflict", 4, "beasts[0].end")]


def test_the_id_of_a_bad_row_is_known() -> None:
    text = '[[beasts]]\nid = "elk"\nstart = "x"\n[[gear]]\nid = "g"\nowner = "elk"'
    assert codes(text) == [("content.bad_type", 3, "beasts[0].start")]


def test_lines_inside_lists_and_inline_tables() -> None:
    text = """\
# "comment" [not a table]
[[beasts]] # x = 1
id = "elk"
name = '''
[x]'''
words = ["a#[", 'b', \"\"\"
]\"\"\",
  3]
deeds = [
  { do = "sing" }, # {
  { do = "push", paces = 77 }, { do = "push", paces = 78 }
]
scores = { a = 1, "b.c" = -1 }
[[beasts]]
"id" = "owl"
scores.x = 1
scores."y\\u0041" = -2
[[beasts]]
id = "ape"
[[beasts.deeds]]
do = "push"
paces = 3
[[beasts.deeds]]

do = "push"
paces = 0
[beasts.scores]
z = -3
"""
    assert codes(text) == [
        ("content.bad_type", 8, "beasts[0].words[3]"),
        ("content.bad_value", 11, "beasts[0].deeds[1].paces"),
        ("content.bad_value", 11, "beasts[0].deeds[2].paces"),
        ("content.bad_value", 13, 'beasts[0].scores."b.c"'),
        ("content.bad_value", 17, "beasts[1].scores.yA"),
        ("content.bad_value", 26, "beasts[2].deeds[1].paces"),
        ("content.bad_value", 28, "beasts[2].scores.z"),
    ]


def test_words() -> None:
    text = '[[beasts]]\nid = "Elk"\nmood = "lout"\ncolor = 1\nstart = "x"'
    assert [str(one) for one in problems(text)] == [
        'b.toml:2: beasts[0].id: "Elk" is not an id; allowed: small letters [content.bad_value]',
        'b.toml:3: beasts[0].mood: "lout" is not allowed here (did you mean "loud"?); allowed: loud, quiet '
        "[content.bad_value]",
        "b.toml:4: beasts[0].color: there is no such field; allowed: deeds, end, friend, id, mood, name, name_fi, "
        "parts, scores, start, tame, weight, words, words_fi [content.unknown_field]",
        'b.toml:5: beasts[0].start: "x" is a text; allowed: a whole number from 0 to 20 [content.bad_type]',
    ]


def test_the_error_lists_everything_and_keeps_long_values_short() -> None:
    with pytest.raises(BadPack) as caught:
        load({"a.toml": HEADER + f'[[beasts]]\nid = "{"x" * 500}1"\nend = 0x{"f" * 9000}'}, Zoo)
    lines = str(caught.value).splitlines()
    assert lines[0] == "the pack has 2 problems"
    assert len(lines) == 3
    assert max(map(len, lines)) < 160
    assert isinstance(caught.value, Malformed)


def test_missing_fields_have_no_value() -> None:
    (problem,) = problems("[[beasts]]")
    assert problem.found is MISSING
    assert repr(MISSING) == "MISSING"
    assert str(problem) == "b.toml:1: beasts[0].id: is missing; allowed: small letters [content.missing_field]"


def test_paths() -> None:
    assert path_text(("a", 3, "b", 0, "c d", "e-f")) == 'a[3].b[0]."c d".e-f'
    assert path_text(()) == ""


# ---------------------------------------------------------------- several packs


def test_references_may_point_into_earlier_packs() -> None:
    base = zoo('[[beasts]]\nid = "elk"')
    more = zoo('[[gear]]\nid = "g"\nowner = "elk"', "more", (base,))
    both = merge([base, more])
    assert both.find(Gear, "g").owner == both.find(Beast, "elk").id
    assert [mark.id for mark in both.packs] == ["zoo", "more"]
    assert len({base.digest, more.digest, both.digest}) == 3
    assert merge([base]) is base


def test_an_id_of_an_earlier_pack_is_taken() -> None:
    base = zoo('[[beasts]]\nid = "elk"')
    with pytest.raises(BadPack) as caught:
        zoo('[[beasts]]\nid = "elk"', "more", (base,))
    (problem,) = caught.value.problems
    assert (problem.code, problem.line, problem.path) == ("content.duplicate_id", 4, "beasts[0].id")
    assert "pack zoo 1" in str(problem)


def test_merging_names_both_packs() -> None:
    with pytest.raises(BadPack) as caught:
        merge([zoo('[[beasts]]\nid = "elk"'), zoo('[[beasts]]\nid = "elk"', "more")])
    (problem,) = caught.value.problems
    assert problem.code == "content.duplicate_id"
    assert str(problem).startswith('more 1: beasts: "elk" is in pack zoo 1 and in pack more 1')
    with pytest.raises(BadPack, match=r"content\.duplicate_id"):
        merge([zoo(), zoo()])


def test_the_last_pack_with_figures_of_its_own_counts() -> None:
    packs = [zoo("[rules]\nsides = 4", "a"), zoo("[rules]\nsides = 8", "b"), zoo("", "c")]
    assert merge(packs).rules.sides == 8
    assert merge(packs).pack.id == "c"


# ---------------------------------------------------------------- digest


def test_the_digest_is_of_the_content_alone() -> None:
    one = load({"a.toml": HEADER + '[[beasts]]\nid = "elk"\nstart = 0\n[[beasts]]\nid = "owl" # bird'}, Zoo)
    two = load({"b.toml": HEADER, "c.toml": '[[beasts]]\nid = "owl"', "d.toml": '[[beasts]]\nid = "elk"'}, Zoo)
    assert one.digest == two.digest
    assert len(one.digest) == 64
    assert one.digest != zoo('[[beasts]]\nid = "elk"\nstart = 1\n[[beasts]]\nid = "owl"').digest
    assert zoo('[[beasts]]\nid="elk"\ndeeds=[{do="sing"}]').digest != zoo('[[beasts]]\nid="elk"').digest


def test_a_new_optional_field_keeps_the_digest() -> None:
    class Newer(Zoo, frozen=True, kw_only=True, dict=True):
        night: bool = False

    assert load({"a.toml": HEADER}, Newer).digest == load({"a.toml": HEADER}, Zoo).digest


def test_a_library_survives_encoding() -> None:
    library = zoo('[[beasts]]\nid = "elk"\ndeeds = [{ do = "push", paces = 2 }]')
    assert msgspec.json.decode(msgspec.json.encode(library), type=Zoo) == library


# ---------------------------------------------------------------- JSON Schema


def test_json_schema() -> None:
    schema = json_schema(Zoo)
    json.dumps(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert set(schema["properties"]) == {"pack", "rules", "beasts", "gear"}
    assert "required" not in schema
    beast = schema["$defs"]["Beast"]
    assert beast["description"] == "A beast of the field."
    assert beast["properties"]["name"]["description"] == "What people call it."
    assert beast["properties"]["friend"] == {"description": "The id of one of the beasts.", "type": "string"}
    assert beast["properties"]["mood"] == {"enum": ["loud", "quiet"]}
    assert beast["additionalProperties"] is False
    assert "null" not in json.dumps(schema)
    assert len(beast["properties"]["deeds"]["items"]["anyOf"]) == 2


# ---------------------------------------------------------------- the scan for lines


KEYS = st.text("ab-_1", min_size=1, max_size=3) | st.sampled_from(['"x y"', "'#['", '"a\\u0041"'])
PLAIN = st.sampled_from(
    ["1", "-1.5e3", "true", '"x"', '"a#]}"', "'[{'", '"""a\n"b""""', "'''\n[x]\n'''", "1979-05-27 07:32:00", '""', "''"]
)


def _lists(values: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    gaps = st.sampled_from(["", " ", "\n", " # ]\n"])
    entries = st.lists(st.tuples(gaps, values, gaps), max_size=3)
    tables = st.dictionaries(KEYS, values, max_size=3).map(
        lambda table: "{" + ", ".join(f"{key} = {value}" for key, value in table.items()) + "}"
    )
    lists = entries.map(lambda parts: "[" + ",".join(f"{before}{value}{after}" for before, value, after in parts) + "]")
    return lists | tables


VALUES = st.recursive(PLAIN, _lists, max_leaves=8)
HEADERS = st.sampled_from(["[a]", "[[r]]", "[[r.s]]", "[r.t]", "[ a . 'x y' ]", "# note", ""])


def _paths(value: Any, here: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield (*here, key)
        yield from _paths(entry, (*here, key))


@given(st.lists(st.tuples(HEADERS, st.dictionaries(KEYS, VALUES, max_size=3)), max_size=6))
def test_every_value_has_a_line(blocks: list[tuple[str, dict[str, str]]]) -> None:
    text = "\n".join(
        "\n".join([header, *(f"{key} = {value}" for key, value in pairs.items())]) for header, pairs in blocks
    )
    source = Source("a.toml", text)
    if source.problem:  # a table twice, an inline table over two lines, and the like
        return
    paths = set(_paths(source.values))
    found = {path: Scan(text).lines_to(path)[path] for path in paths}
    scan = Scan(text)
    assert found == {path: scan.lines_to(path)[path] for path in paths}
    assert set(scan.lines_to(())) == paths
    lines = text.split("\n")
    for path, line in found.items():
        key = path[-1]
        if isinstance(key, str) and key.isalnum() and key != "aA":
            assert key in lines[line - 1]


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_any_text_loads_or_is_refused(text: str | bytes) -> None:
    with suppress(BadPack):
        load({"a.toml": HEADER, "b.toml": text}, Zoo)


# ---------------------------------------------------------------- fields that may be written in two ways


class Verse(Part, frozen=True):
    """A part of a song."""

    lines: int = 4


def verses_of(song: Song) -> tuple[Verse, ...]:
    return song.verses if isinstance(song.verses, tuple) else (song.verses,)


def short_verses(song: Song) -> Iterator[Complaint]:
    for index, verse in enumerate(verses_of(song)):
        if verse.lines > 8:
            place = ("verses", index, "lines") if isinstance(song.verses, tuple) else ("verses", "lines")
            yield Complaint(place, "content.bad_value", "at most 8")


class Song(Part, frozen=True, kw_only=True):
    """A song."""

    id: str
    length: Annotated[int, Meta(ge=1)] | Annotated[str, Meta(max_length=5)] = 1
    keys: Literal["any", "all"] | tuple[Literal["c", "g"], ...] = "any"
    verses: Verse | tuple[Verse, ...] = ()

    checks = (short_verses,)


class Book(Part, frozen=True):
    """The header of a songbook; its version is a number."""

    id: str
    version: int


def long_songs(songbook: Songbook) -> Iterator[Complaint]:
    for index, song in enumerate(songbook.songs):
        if song.length == 9:
            yield Complaint(("songs", index, "length"), "content.conflict", "a shorter song")


class Songbook(Library, frozen=True, kw_only=True, dict=True):
    """Songs."""

    pack: Book
    songs: tuple[Song, ...] = ()

    checks = (long_songs,)


def songbook(*texts: str) -> Songbook:
    """A songbook of these files."""
    files = {f"{letter}.toml": text for letter, text in zip("bcd", texts)}
    return load({"a.toml": '[pack]\nid = "book"\nversion = 3\n', **files}, Songbook)


@pytest.mark.parametrize(
    ("text", "length", "keys", "verses"),
    [
        ("", 1, "any", ()),
        ("length = 3", 3, "any", ()),
        ('length = "long"\nkeys = "all"', "long", "all", ()),
        ('keys = ["g", "c"]\nverses = { lines = 2 }', 1, ("g", "c"), Verse(2)),
        ("keys = []\nverses = [{}, { lines = 2 }]", 1, (), (Verse(), Verse(2))),
    ],
)
def test_what_stands_there_tells_which_is_meant(text: str, length: Any, keys: Any, verses: Any) -> None:
    (song,) = songbook(f'[[songs]]\nid = "s"\n{text}').songs
    assert (song.length, song.keys, song.verses) == (length, keys, verses)


@pytest.mark.parametrize(
    ("text", "code", "path", "allowed"),
    [
        ("length = 0", "bad_value", "length", "a whole number at least 1"),
        ('length = "longer"', "bad_value", "length", "a text of at most 5 characters"),
        ("length = true", "bad_type", "length", "a whole number at least 1 or a text of at most 5 characters"),
        ('keys = "some"', "bad_value", "keys", "all, any"),
        ('keys = ["c", "x"]', "bad_value", "keys[1]", "c, g"),
        ("keys = 1", "bad_type", "keys", "all, any or a list, each c, g"),
        ("verses = 1", "bad_type", "verses", "a table or a list, each a table"),
        ('verses = [{}, { lines = "2" }]', "bad_type", "verses[1].lines", "a whole number"),
        ("verses = { lines = 9 }", "bad_value", "verses.lines", "at most 8"),
        ("verses = [{}, { lines = 9 }]", "bad_value", "verses[1].lines", "at most 8"),
    ],
)
def test_problems_of_fields_written_in_two_ways(text: str, code: str, path: str, allowed: str) -> None:
    with pytest.raises(BadPack) as caught:
        songbook(f'[[songs]]\nid = "s"\n{text}')
    (problem,) = caught.value.problems
    assert (problem.code, problem.path, problem.line) == (f"content.{code}", f"songs[0].{path}", 3)
    assert problem.allowed == allowed


def test_a_check_of_the_whole_library_names_the_row() -> None:
    first = '[[songs]]\nid = "a"\n[[songs]]\nid = "b"\n'
    second = '[[songs]]\nid = "c"\n[[songs]]\nid = "d"\nlength = 9\n'
    with pytest.raises(BadPack) as caught:
        songbook(first, second)
    (problem,) = caught.value.problems
    assert (problem.file, problem.line, problem.path, problem.found) == ("c.toml", 5, "songs[1].length", 9)
    assert str(problem).endswith("allowed: a shorter song [content.conflict]")


def test_a_version_may_be_a_number() -> None:
    (mark,) = songbook().packs
    assert mark.version == "3"


def test_the_schema_of_fields_written_in_two_ways() -> None:
    song = json_schema(Songbook)["$defs"]["Song"]["properties"]
    assert [one["type"] for one in song["length"]["anyOf"]] == ["integer", "string"]
    assert {one.get("type") for one in song["verses"]["anyOf"]} == {None, "array"}
