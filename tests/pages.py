"""Pages as a strict reader sees them: forms with their fields, links, headings, and what no page of ours may have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin

import httpx
import msgspec

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))
LABELABLE = ("input", "select", "textarea")
UNLABELLED = ("hidden", "submit", "button", "image", "reset")
"""Types of inputs that name themselves, or that nobody sees."""


class Field(msgspec.Struct, frozen=True):
    """A field of a form; `values` are those that it offers, the chosen or given one first."""

    name: str
    kind: str
    values: tuple[str, ...]


class Form(msgspec.Struct, frozen=True):
    """A form: where it goes, how, and its fields."""

    action: str
    method: str
    fields: tuple[Field, ...] = ()

    @property
    def names(self) -> set[str]:
        """The names of its fields."""
        return {field.name for field in self.fields}

    def filled(self) -> dict[str, str]:
        """What a browser would send if nothing was changed, and the first button pressed."""
        return {field.name: field.values[0] for field in reversed(self.fields) if field.name and field.values}


class Page(HTMLParser):
    """A page that has been read; `faults` are what is wrong with it."""

    def __init__(self, text: str, path: str = "/") -> None:
        super().__init__()
        self.path = path
        self.faults: list[str] = []
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.headings: list[int] = []
        self.language = ""
        self._tags: set[str] = set()
        self._open: list[str] = []
        self._form: Form | None = None
        self._fields: list[Field] = []
        self._select: list[str] | None = None
        self._chosen: list[str] = []
        self._select_name = ""
        self._area: list[str] | None = None
        self._area_name = ""
        self._labels: set[str] = set()
        self._needing: list[tuple[str, str]] = []
        self._in_label = 0
        self._references: list[str] = []
        self._words: list[tuple[str, list[str]]] = []
        self.feed(text)
        self.close()
        self._check()

    @property
    def whole(self) -> bool:
        """Whether it is a page and not a piece of one."""
        return "html" in self._tags

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._tags.add(tag)
        self._end_option(tag)
        self._attributes(tag, given)
        if tag == "html":
            self.language = given.get("lang", "")
        elif tag == "a" and "href" in given:
            self.links.append(given["href"])
        elif re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        elif tag == "form":
            if self._form is not None:
                self.faults.append("a form in a form")
            self._form, self._fields = Form(given.get("action") or self.path, given.get("method", "get").lower()), []
        elif tag == "label":
            self._in_label += 1
            self._labels.add(given.get("for", ""))
        if tag in ("a", "button", "summary"):
            self._words.append((tag, [given.get("aria-label", "")]))
        if tag in LABELABLE or tag == "button":
            self._field(tag, given)
        elif tag == "option" and self._select is not None and "value" in given:
            (self._chosen if "selected" in given else self._select).append(given["value"])
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        if tag != "option":
            self._end_option(tag)
        if not self._open or self._open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self._open[-1:] or 'nothing'}")
            while tag in self._open and self._open[-1] != tag:
                self._open.pop()
        if self._open:
            self._open.pop()
        if tag == "form" and self._form is not None:
            self.forms.append(msgspec.structs.replace(self._form, fields=tuple(self._fields)))
            self._form = None
        elif tag == "label":
            self._in_label -= 1
        elif tag == "select" and self._select is not None:
            self._add(self._select_name, "select", (*self._chosen, *self._select))
            self._select, self._chosen = None, []
        elif tag == "textarea" and self._area is not None:
            self._add(self._area_name, "textarea", ("".join(self._area),))
            self._area = None
        elif self._words and tag == self._words[-1][0]:
            _, words = self._words.pop()
            if not "".join(words).strip():
                self.faults.append(f"<{tag}> without words")

    def _end_option(self, tag: str) -> None:
        """Options end without saying so: where another one begins, and with their list."""
        if self._open[-1:] == ["option"] and tag in ("option", "optgroup", "select", "datalist"):
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area.append(data)
        for _, words in self._words:
            words.append(data)
        if self._open[-1:] == ["script"] and data.strip():
            self.faults.append("an inline script")

    def _attributes(self, tag: str, given: dict[str, str]) -> None:
        for name, value in given.items():
            if name.startswith(("on", "hx-on")) or name in ("style", "srcdoc", "hx-vars"):
                self.faults.append(f"<{tag} {name}>")
            if name.startswith("hx-") and re.match(r"\s*(js|javascript):", value):
                self.faults.append(f"<{tag} {name}={value!r}>")
            if name == "hx-trigger" and "[" in value:
                self.faults.append(f"<{tag} {name}={value!r}>")
            if name in ("href", "src", "action", "hx-get", "hx-post") and not value.startswith(("/", "#", "http", "?")):
                self.faults.append(f"<{tag} {name}={value!r}>")
            if name in ("aria-labelledby", "aria-describedby", "aria-controls", "for", "list"):
                self._references += value.split()
        if tag in ("style", "iframe", "object", "embed", "base"):
            self.faults.append(f"<{tag}>")
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "th" and "scope" not in given:
            self.faults.append("<th> without scope")
        if tag == "img" and "alt" not in given:
            self.faults.append("<img> without alt")

    def _field(self, tag: str, given: dict[str, str]) -> None:
        name, kind = given.get("name", ""), given.get("type", "text" if tag == "input" else tag)
        named = kind in UNLABELLED or tag == "button" or self._in_label
        if not named and not {"aria-label", "aria-labelledby"} & given.keys():
            self._needing.append((given.get("id", ""), name))
        if tag == "select":
            self._select, self._chosen, self._select_name = [], [], name
        elif tag == "textarea":
            self._area, self._area_name = [], name
        elif kind in ("checkbox", "radio"):
            self._add(name, kind, (given.get("value", "on"),))
        else:
            self._add(name, kind, (given.get("value", ""),))

    def _add(self, name: str, kind: str, values: tuple[str, ...]) -> None:
        if self._form is not None and name:
            self._fields.append(Field(name, kind, values))

    def _check(self) -> None:
        if self._open:
            self.faults.append(f"never closed: {self._open}")
        self.faults += [f"field {name!r} without a label" for id, name in self._needing if id not in self._labels]
        self.faults += [f"the id {id!r} twice" for id in sorted(set(self.ids)) if self.ids.count(id) > 1]
        for form in self.forms:
            if form.method == "post" and "form_token" not in form.names:
                self.faults.append(f"the form to {form.action} without a token")
        if not self.whole:
            return
        self.faults += [f"nothing has the id {id!r}" for id in sorted({*self._references} - {*self.ids})]
        if not self.language:
            self.faults.append("no language")
        if self.headings.count(1) != 1:
            self.faults.append(f"{self.headings.count(1)} headings of the first order")
        for before, after in zip(self.headings, self.headings[1:]):
            if after > before + 1:
                self.faults.append(f"a heading of order {after} after one of {before}")


def page_of(answer: httpx.Response) -> Page:
    """The page of an answer."""
    return Page(answer.text, answer.url.raw_path.decode())


def is_html(answer: httpx.Response) -> bool:
    """Whether an answer is a page or a piece of one."""
    return str(answer.headers.get("content-type", "")).startswith("text/html")


def links_of(page: Page) -> Iterator[str]:
    """The paths to which a page leads, on this server, without what stands behind the sign #."""
    for link in page.links:
        whole = urldefrag(urljoin(f"http://here{page.path}", link)).url
        if whole.startswith("http://here/"):
            yield whole.removeprefix("http://here")
