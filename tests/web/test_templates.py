"""The templates: each compiles, is strict, is used, and asks its page for nothing that the page does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import ClassVar

import msgspec
import pytest
from jinja2 import StrictUndefined, UndefinedError, nodes

import rulewright.web
from rulewright.web.views import Look, Page, environment, markdown, render

FOLDER = Path(rulewright.web.__file__).parent / "templates"
NAMES = environment().list_templates(extensions=["html"])


@cache
def pages() -> tuple[type[Page], ...]:
    """All kinds of pages that there are."""
    for module in walk_packages(rulewright.web.__path__, "rulewright.web."):
        import_module(module.name)
    return tuple(_below(Page))


def _below(kind: type[Page]) -> Iterator[type[Page]]:
    for one in kind.__subclasses__():
        if one.__module__.startswith("rulewright."):
            yield one
        yield from _below(one)


@cache
def tree(name: str) -> nodes.Template:
    env = environment()
    assert env.loader
    return env.parse(env.loader.get_source(env, name)[0])


def named(name: str, *kinds: type[nodes.Node]) -> list[str]:
    """The templates that a template names in statements of these kinds."""
    return [node.template.value for kind in kinds for node in tree(name).find_all(kind)]  # type: ignore[attr-defined]


def with_what_it_shows(name: str) -> set[str]:
    """A template with those that it extends and includes, which see the same page."""
    found, waiting = set[str](), [name]
    while waiting:
        one = waiting.pop()
        found.add(one)
        waiting += named(one, nodes.Extends, nodes.Include)
    return found


def asked_of_page(name: str) -> set[str]:
    """What a template asks its page for, without what macros ask what they are given."""
    found = set()

    def walk(node: nodes.Node) -> None:
        if isinstance(node, nodes.Macro) and any(one.name == "page" for one in node.args):
            return
        if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name) and node.node.name == "page":
            found.add(node.attr)
        for child in node.iter_child_nodes():
            walk(child)

    walk(tree(name))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_template_compiles(name: str) -> None:
    environment().get_template(name)


def test_templates_are_strict() -> None:
    env = environment()
    assert env.undefined is StrictUndefined
    assert env.autoescape is not False
    for name in ("x.html", "x", None):
        assert callable(env.autoescape)
        assert env.autoescape(name) is True
    with pytest.raises(UndefinedError):
        env.from_string("{{ page.nothing }}").render(page=object())


def test_what_people_write_is_text() -> None:
    class Written(Page, frozen=True, kw_only=True):
        template: ClassVar[str] = "error.html"
        title: str
        text: str
        back: str = "/"

    evil = "<script>alert('x')</script>\"'&"
    text = render(Look("en", path=f"/{evil}"), Written(title=evil, text=evil, back=f'"><img src=x onerror="{evil}'))
    assert "<script>alert" not in text
    assert "<img" not in text
    for markup in (
        "<b onclick=x>",
        "<script>",
        "[x](javascript:alert(1))",
        "![x](vbscript:x)",
        "<img src=x onerror=y>",
    ):
        assert not re.search(r"<(?!/?p>)", str(markdown(markup))), markup


@pytest.mark.parametrize("name", NAMES)
def test_no_template_lets_anything_through_as_it_is(name: str) -> None:
    source = (FOLDER / name).read_text("utf-8")
    assert not re.search(r"\|\s*safe\b|autoescape|\bMarkup\b", source)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|hx-on|hx-vars|js:", source)
    assert all("src=" in script for script in re.findall(r"<script[^>]*>", source))


def test_every_page_has_its_template_and_every_template_is_shown() -> None:
    shown = {name for kind in pages() for name in with_what_it_shows(kind.template)}
    for name in NAMES:
        shown |= set(named(name, nodes.FromImport, nodes.Import))
    assert shown == set(NAMES)


@pytest.mark.parametrize("kind", pages(), ids=lambda kind: kind.__name__)
def test_a_page_has_what_its_template_asks_for(kind: type[Page]) -> None:
    has = {field.name for field in msgspec.structs.fields(kind)}
    has |= {name for one in kind.__mro__ for name, value in vars(one).items() if isinstance(value, property)}
    for name in with_what_it_shows(kind.template):
        assert asked_of_page(name) <= has, name


@pytest.mark.parametrize("kind", pages(), ids=lambda kind: kind.__name__)
def test_a_page_has_nothing_that_no_template_shows(kind: type[Page]) -> None:
    shown = {attribute for name in NAMES for attribute in asked_of_page(name)}
    shown |= set(re.findall(r"page\.(\w+)", "".join((FOLDER / name).read_text("utf-8") for name in NAMES)))
    shown |= used_by_properties(kind)
    assert {field.name for field in msgspec.structs.fields(kind)} <= shown


def used_by_properties(kind: type[Page]) -> set[str]:
    """Fields that properties of a page are made of."""
    made = [value.fget for one in kind.__mro__ for value in vars(one).values() if isinstance(value, property)]
    return {name for function in made if function is not None for name in function.__code__.co_names}
