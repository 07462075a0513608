"""Content packs: a game declares its content as a struct type, and TOML texts become one checked, frozen library.

A game writes a subclass of `Library` whose fields are the tables of a pack: `pack` (the header, with at least `id`
and `version`), lists of structs (subclasses of `Part`), and single structs. Limits stand on the types
(`msgspec.Meta`, `otherwise`, `Ref`); rules between fields are functions in the class attribute `checks`. Everything
wrong with a pack is reported at once, and a pack with a problem is not loaded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, ClassVar, Final, TypeVar

import msgspec
import msgspec.inspect as types

from rulewright.engine import pack_quick
from rulewright.engine.errors import Malformed
from rulewright.engine.pack_problems import (
    BAD_DICE,
    BAD_SYNTAX,
    BAD_TYPE,
    BAD_VALUE,
    CONFLICT,
    DUPLICATE_ID,
    MISSING,
    MISSING_FIELD,
    UNKNOWN_FIELD,
    UNKNOWN_REF,
    BadPack,
    Complaint,
    Path,
    Problem,
    kind_of,
    near,
    path_text,
)
from rulewright.engine.pack_reader import Reader, Ref, allowed_by, bare, complaints, otherwise, value_at
from rulewright.engine.toml_lines import Source

__all__ = [
    "BAD_DICE",
    "BAD_SYNTAX",
    "BAD_TYPE",
    "BAD_VALUE",
    "CONFLICT",
    "DUPLICATE_ID",
    "MISSING",
    "MISSING_FIELD",
    "UNKNOWN_FIELD",
    "UNKNOWN_REF",
    "BadPack",
    "Complaint",
    "Library",
    "PackMark",
    "Part",
    "Problem",
    "Ref",
    "in_language",
    "json_schema",
    "list_in_language",
    "load",
    "merge",
    "otherwise",
    "plain",
    "warnings_of",
]

R = TypeVar("R", bound="Part")
L = TypeVar("L", bound="Library")


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Any table of a pack.

    `checks` are functions that take one row and yield a `Complaint` for each rule between its fields that is
    broken. Write one function for one rule: a check that looks at a field that could not be read is left out.
    """

    checks: ClassVar[tuple[Callable[[Any], Iterable[Complaint]], ...]] = ()


class PackMark(msgspec.Struct, frozen=True):
    """Which pack was loaded: what a save must name to find the same content again."""

    id: str
    version: str
    digest: str


class Library(msgspec.Struct, frozen=True, kw_only=True, dict=True, forbid_unknown_fields=True):
    """The content of one pack, or of several merged ones. `packs` is filled in by the loader, earliest first.

    `warnings` are checks of a good pack, whose complaints keep nobody from using it.
    """

    checks: ClassVar[tuple[Callable[[Any], Iterable[Complaint]], ...]] = ()
    warnings: ClassVar[tuple[Callable[[Any], Iterable[Complaint]], ...]] = ()

    packs: tuple[PackMark, ...] = ()

    @cached_property
    def digest(self) -> str:
        """The sha256 of the content in hex; it depends on no comment, order of rows or split into files."""
        if len(self.packs) == 1:
            return self.packs[0].digest
        return hashlib.sha256(msgspec.json.encode(self.packs)).hexdigest()

    @cached_property
    def _rows(self) -> dict[type, dict[str, Any]]:
        rows: dict[type, dict[str, Any]] = {}
        for table, row_type in row_types(type(self)).items():
            rows.setdefault(row_type, {}).update({row.id: row for row in self.rows(table)})
        return rows

    def rows(self, table: str) -> tuple[Any, ...]:
        """The rows of a table by its name in the pack, which a field may not have in Python (`class`)."""
        kind = type(self)
        names = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
        found: tuple[Any, ...] = getattr(self, names[table])
        return found

    def by_id(self, kind: type[R]) -> Mapping[str, R]:
        """All rows of a kind by their id, in the order of the pack."""
        return self._rows[kind]

    def find(self, kind: type[R], id: str) -> R:
        """The row of a kind with this id; Malformed where there is none."""
        row: R | None = self._rows[kind].get(id)
        if row is None:
            raise Malformed(f"no {kind.__name__} {id!r}{near(id, self._rows[kind])}", expected="an id of the content")
        return row

    def look_up(self, kind: type[R], id: str) -> R | None:
        """The row of a kind with this id, in this pack or in one of those that it was loaded after; None without."""
        row: R | None
        for library in (self, *self.__dict__.get(_EARLIER, ())):
            row = library._rows[kind].get(id)
            if row is not None:
                return row
        return None


_EARLIER = "earlier"
"""Where a library that is being checked keeps the packs that it may refer to."""


@cache
def _tables(schema: type[Library]) -> dict[str, types.Field]:
    """The tables of a schema by their name in TOML."""
    info = types.type_info(schema)
    assert isinstance(info, types.StructType)
    return {field.encode_name: field for field in info.fields if field.name not in Library.__struct_fields__}


def row_types(schema: type[Library]) -> dict[str, type[Part]]:
    """The tables of a schema that are lists of rows with an id, each with the type of its rows."""
    found: dict[str, type[Part]] = {}
    for table, field in _tables(schema).items():
        node, _ = bare(field.type)
        if isinstance(node, types.ListType | types.VarTupleType):
            row, _ = bare(node.item_type)
            if isinstance(row, types.StructType) and issubclass(row.cls, Part) and "id" in row.cls.__struct_fields__:
                found[table] = row.cls
    return found


def load(files: Mapping[str, str | bytes], schema: type[L], earlier: Sequence[L] = ()) -> L:
    """The library of one pack.

    `files` are the TOML files of the pack's folder, name -> text; their tables are joined, in the order of the
    names. References may point into `earlier` packs, whose ids are taken. BadPack with everything that is wrong.

    The last good packs are kept by the digest of their texts, so that none of them is checked twice.
    """
    key = (schema, _digest_of_texts(files), *(mark for pack in earlier for mark in pack.packs))
    known: L | None = _kept.get(key)
    if known is None:
        known = _load(files, schema, earlier)
        for old in list(_kept)[: 1 - _MOST_KEPT]:  # threads may be here at the same time
            _kept.pop(old, None)
        _kept[key] = known
    return known


MOST_ROWS: Final = 20_000
"""Rows of one table in a pack."""
_MOST_KEPT: Final = 32
_kept: dict[tuple[Any, ...], Any] = {}


def _digest_of_texts(files: Mapping[str, str | bytes]) -> str:
    found = hashlib.sha256()
    for name, raw in sorted(files.items()):
        text = raw if isinstance(raw, bytes) else raw.encode("utf-8", "surrogatepass")
        found.update(f"{name}\0{len(text)}\0".encode("utf-8", "surrogatepass") + text)
    return found.hexdigest()


def _load(files: Mapping[str, str | bytes], schema: type[L], earlier: Sequence[L]) -> L:
    sources = [Source(name, raw) for name, raw in sorted(files.items())]
    tables = _tables(schema)
    rows = row_types(schema)
    good = _quickly(sources, schema, earlier)
    if good is not None:
        return good
    readers = [Reader(source) for source in sources]
    values: dict[str, Any] = {}
    places: dict[str, str] = {}
    taken: dict[str, dict[str, str]] = {table: {} for table in rows}
    for pack in earlier:
        for table, kind in rows.items():
            taken[table].update(dict.fromkeys(pack.by_id(kind), f"pack {_names(pack)}"))
    for reader in readers:
        reader.refuse_unknown(reader.source.values, tables, ())
        for table, field in tables.items():
            if table in reader.source.values:
                _read_table(reader, table, field, values, places, taken.setdefault(table, {}))
    problems = [source.problem for source in sources if source.problem]
    if not problems:
        # with a file unread, everything in it would be reported as missing
        problems += _missing_tables(sources, tables, places)
        for reader in readers:
            _check_refs(reader, taken)
    problems += [problem for reader in readers for problem in reader.problems]
    if not problems:
        problems += _library_problems(sources, schema, values, places, earlier)
    if problems:
        told = sorted(problems, key=lambda problem: (problem.file, problem.line))
        raise BadPack(told, sum(reader.more for reader in readers))
    return _marked(schema(**values))


def _marked(library: L) -> L:
    header = getattr(library, "pack")  # noqa: B009  # every schema declares its own header
    return msgspec.structs.replace(library, packs=(PackMark(header.id, str(header.version), _digest(library)),))


def _quickly(sources: Sequence[Source], schema: type[L], earlier: Sequence[L]) -> L | None:
    """The library of good texts; None where anything is wrong."""
    rows, tables = row_types(schema), _tables(schema)
    values: dict[str, Any] = {}
    for source in sources:
        for table, value in source.values.items():
            if table in values and not (isinstance(value, list) and isinstance(values[table], list)):
                return None
            values[table] = values[table] + value if table in values else value
    if any(source.problem for source in sources) or not values.keys() <= tables.keys():
        return None
    if any(isinstance(value, list) and len(value) > MOST_ROWS for value in values.values()):
        return None
    found = pack_quick.convert(values, schema, tables.values())
    if found is None:
        return None
    library, refs = found
    for kind in rows.values():
        if any(id in pack.by_id(kind) for pack in earlier for id in library.by_id(kind)):
            return None
    for table, id in set(refs):
        if not any(id in pack.by_id(rows[table]) for pack in (library, *earlier)):
            return None
    library.__dict__[_EARLIER] = earlier
    return None if any(True for _ in complaints(schema, library)) else _marked(library)


def _names(library: Library) -> str:
    return " + ".join(f"{mark.id} {mark.version}" for mark in library.packs)


def _read_table(
    reader: Reader,
    table: str,
    field: types.Field,
    values: dict[str, Any],
    places: dict[str, str],
    taken: dict[str, str],
) -> None:
    """Read one table of one file and join it to what the files before it gave."""
    value = reader.source.values[table]
    node, _ = bare(field.type)
    if isinstance(node, types.ListType | types.VarTupleType):
        if not isinstance(value, list):
            allowed = f"a list of tables, each headed [[{table}]]"
            reader.report(BAD_TYPE, (table,), value, allowed, f"is {kind_of(value)}")
            return
        if len(value) > MOST_ROWS:
            reader.report(BAD_VALUE, (table,), value, f"at most {MOST_ROWS} rows", "is too long")
            return
        rows = reader.read_table(value, node.item_type, (table,), taken, pack_quick.convert_row)
        values[field.name] = (*values.get(field.name, ()), *rows)
    elif table in places:
        what = f"is already given in {places[table]}"
        reader.report(CONFLICT, (table,), value, f"[{table}] in one file", what)
    else:
        values[field.name] = reader.read(value, field.type, (table,))
    places.setdefault(table, reader.source.name)


def _missing_tables(
    sources: Sequence[Source], tables: Mapping[str, types.Field], places: Mapping[str, str]
) -> list[Problem]:
    file = sources[0].name if sources else "the pack"
    return [
        Problem(MISSING_FIELD, file, 1 if sources else 0, table, MISSING, f"a table [{table}] in one of the files")
        for table, field in tables.items()
        if field.required and table not in places
    ]


def _check_refs(reader: Reader, known: Mapping[str, Mapping[str, str]]) -> None:
    for table, id, path in reader.missing(known):
        what = f"is none of the {table}{'' if reader.full else near(id, known[table])}"
        reader.report(UNKNOWN_REF, path, id, f"the id of one of the {table}", what)


def _library_problems(
    sources: Sequence[Source],
    schema: type[Library],
    values: Mapping[str, Any],
    places: Mapping[str, str],
    earlier: Sequence[Library],
) -> list[Problem]:
    """What the schema's own checks of the whole library find.

    The place is the row that a complaint names, else the first file with its table.
    """
    library = schema(**values)
    library.__dict__[_EARLIER] = earlier
    return _placed(complaints(schema, library), sources, schema, places)


def warnings_of(files: Mapping[str, str | bytes], library: Library, earlier: Sequence[Library] = ()) -> list[Problem]:
    """What is odd about a good pack, made of these files after `earlier` packs, that can be used as it is."""
    schema = type(library)
    library = msgspec.structs.replace(library)  # not the one that is kept
    library.__dict__[_EARLIER] = earlier
    found = [complaint for check in schema.warnings for complaint in check(library)]
    if not found:
        return []  # no need to read the texts again
    sources = [Source(name, raw) for name, raw in sorted(files.items())]
    places = {table: source.name for source in reversed(sources) for table in source.values}
    return sorted(_placed(found, sources, schema, places), key=lambda problem: (problem.file, problem.line))


def _placed(
    told: Iterable[Complaint], sources: Sequence[Source], schema: type[Library], places: Mapping[str, str]
) -> list[Problem]:
    problems = []
    for complaint in told:
        table, path = str(complaint.place[0]), complaint.place
        deep = len(path) > 1
        name, path = _row_place(sources, path) if deep else (places.get(table, sources[0].name), path)
        source = next(source for source in sources if source.name == name)
        allowed = complaint.allowed or ("" if deep else allowed_by(_tables(schema)[table].type))
        found = value_at(source.values, path) if deep else MISSING
        line = source.line(path)
        problems.append(Problem(complaint.code, name, line, path_text(path), found, allowed, complaint.what))
    return problems


def _row_place(sources: Sequence[Source], path: Path) -> tuple[str, Path]:
    """The file of a row of the library and its path there, where rows are counted within the file."""
    table, row, *inner = path
    for source in sources:
        rows = len(source.values.get(str(table), ()))
        if int(row) < rows:
            return source.name, (table, int(row), *inner)
        row = int(row) - rows
    raise IndexError(path)


def merge(libraries: Sequence[L]) -> L:
    """Several packs as one library, for a table that uses them together.

    Lists are joined in the given order; of a single table (the header, defaults) the last pack that gives
    something other than the default counts. BadPack where two packs have the same id, naming both.
    """
    first, *others = libraries
    if not others:
        return first
    schema = type(first)
    problems, values = [], dict[str, Any]()
    owners: dict[tuple[str, str], int] = {}
    for number, library in enumerate(libraries):
        for table, kind in [*row_types(schema).items(), ("pack", None)]:
            ids = list(library.by_id(kind)) if kind else [mark.id for mark in library.packs]
            for id in ids:
                owner = owners.setdefault((table, id), number)
                if owner != number:
                    what = f"is in pack {_names(libraries[owner])} and in pack {_names(library)}"
                    problems.append(Problem(DUPLICATE_ID, _names(library), 0, table, id, "each id once", what))
    if problems:
        raise BadPack(problems)
    for field in _tables(schema).values():
        given = [getattr(library, field.name) for library in libraries]
        node, _ = bare(field.type)
        if isinstance(node, types.ListType | types.VarTupleType):
            values[field.name] = tuple(row for rows in given for row in rows)
        else:
            values[field.name] = next((one for one in reversed(given) if one != field.default), given[-1])
    return schema(**values, packs=tuple(mark for library in libraries for mark in library.packs))


def _digest(library: Library) -> str:
    """The sha256 of a pack's content: rows by id, and no field that has its default value.

    So a new optional field in a later version of the schema leaves the digest of an old pack alone.
    """
    tables = plain(library)
    for table in row_types(type(library)):
        if table in tables:
            tables[table] = sorted(tables[table], key=lambda row: str(row["id"]))
    return hashlib.sha256(msgspec.json.encode(tables, order="deterministic")).hexdigest()


def plain(value: Any) -> Any:
    """A row as it would be written in a file: values of TOML, and no field that has its default."""
    if isinstance(value, msgspec.Struct):
        tag, fields = _fields(type(value))
        row = dict(tag)
        for name, encoded, default in fields:
            own = getattr(value, name)
            if own != default:
                row[encoded] = own if type(own) is str else plain(own)
        return row
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    return value


@cache
def _fields(cls: type[msgspec.Struct]) -> tuple[dict[str, Any], list[tuple[str, str, Any]]]:
    """The tag of a struct, and each field by its name, its name in TOML and its default."""
    config = cls.__struct_config__
    # the defaults belong to the last fields; a field that needs a value has NODEFAULT or none
    without = len(cls.__struct_fields__) - len(cls.__struct_defaults__)
    defaults = [msgspec.NODEFAULT] * without + [*cls.__struct_defaults__]
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    return tag, list(zip(cls.__struct_fields__, cls.__struct_encode_fields__, defaults, strict=True))


def json_schema(schema: type[Library]) -> dict[str, Any]:
    """A JSON Schema (draft 2020-12) of one file of a pack, for editors that complete and check TOML.

    A pack may be split into files, so no table is required at the top.
    """
    whole = msgspec.json.schema(schema)
    definitions = whole["$defs"]
    top = definitions.pop(schema.__name__)
    for name in Library.__struct_fields__:
        del top["properties"][name]
    definitions.pop(PackMark.__name__)
    top.pop("required", None)
    top = {"$schema": "https://json-schema.org/draft/2020-12/schema", **top, "$defs": definitions}
    cleaned: dict[str, Any] = _without_null(top)
    return cleaned


def _without_null(node: Any) -> Any:
    """TOML has no null: an optional field is one that may be left out."""
    if isinstance(node, list | tuple):
        return [_without_null(entry) for entry in node]
    if not isinstance(node, dict):
        return node
    node = {key: _without_null(entry) for key, entry in node.items() if not (key == "default" and entry is None)}
    choices = node.get("anyOf")
    if isinstance(choices, list):
        choices = [choice for choice in choices if choice != {"type": "null"}]
        if len(choices) == 1:
            del node["anyOf"]
            return {**choices[0], **node}
        node["anyOf"] = choices
    return node


def in_language(row: Part, field: str, language: str) -> str:
    """A text of a row in a language: its twin `field_language` where the pack gives one, else the text itself."""
    return str(getattr(row, f"{field}_{language}", None) or getattr(row, field))


def list_in_language(row: Part, field: str, language: str) -> tuple[str, ...]:
    """The same for a list of texts (`entries`, `traits`, `skills`)."""
    return tuple(getattr(row, f"{field}_{language}", None) or getattr(row, field))
