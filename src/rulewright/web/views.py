"""Pages out of templates: a page is a typed struct, its template sees it as `page` and the visitor as `look`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, ClassVar

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from rulewright.web import assets
from rulewright.web.people.session import Likes
from rulewright.web.words import LANGUAGES, catalogue


class Look(msgspec.Struct, frozen=True):
    """How and to whom a page is shown: the language, what the visitor likes, the token of their forms, the address."""

    language: str
    likes: Likes = Likes()
    form_token: str = ""
    path: str = "/"

    def say(self, key: str, **facts: Any) -> str:
        """A message of the pages."""
        return catalogue(self.language).say(key, facts)


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """What a template shows. Subclasses name the template and declare its values."""

    template: ClassVar[str]


def render(look: Look, page: Page) -> str:
    """The text of a page."""
    template = environment().get_template(page.template)
    return template.render(page=page, look=look, say=look.say, languages=LANGUAGES)


def render_block(look: Look, page: Page, block: str) -> str:
    """Only one block of a page's template, such as the part that a change concerns."""
    template = environment().get_template(page.template)
    context = template.new_context({"page": page, "look": look, "say": look.say, "languages": LANGUAGES})
    return "".join(template.blocks[block](context))


@cache
def environment() -> Environment:
    """The templates, strict about names that do not exist."""
    made = Environment(
        loader=PackageLoader("rulewright.web"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["asset"] = assets.address
    filters: Mapping[str, Callable[..., Any]] = {"markdown": markdown, "json": as_json}
    made.filters.update(filters)
    return made


def markdown(text: str, level: int = 1) -> Markup:
    """Markdown as HTML; what is HTML in it stays text. Its first headings are of this level."""
    made = _markdown()
    tokens = made.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + level - 1)}"
        elif token.type == "th_open":
            token.attrSet("scope", "col")
    return Markup(made.renderer.render(tokens, made.options, {}))  # rendered with html=False


def as_json(value: Any) -> str:
    """A value as JSON text, for a field of a form."""
    return msgspec.json.encode(value).decode()


@cache
def _markdown() -> Any:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
