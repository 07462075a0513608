"""What a page shows of a map: the whole of it, and the place or link that is looked at with what can be done there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from markupsafe import Markup

from rulewright.engine.commands import plain
from rulewright.engine.maps import Map
from rulewright.engine.offers import Draft, Offer
from rulewright.engine.words import Words
from rulewright.web.drawing.map_svg import Paths, map_svg
from rulewright.web.drawing.map_words import LegendRow, LinkRow, MapWords, PlaceRow, Said
from rulewright.web.forms.draft_forms import DraftForm, draft_form
from rulewright.web.views import as_json


class Button(msgspec.Struct, frozen=True):
    """A command that can be given at once."""

    value: str
    text: str
    rule: str


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """The place or link that is looked at; a place has `links`, a link is one."""

    title: str
    kind: str
    marks: str
    text: str
    here: str
    said: tuple[Said, ...]
    links: tuple[LinkRow, ...]
    buttons: tuple[Button, ...]
    forms: tuple[DraftForm, ...]


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """One map, drawn and in words."""

    title: str
    text: str
    said: tuple[Said, ...]
    picture: Markup
    places: tuple[PlaceRow, ...]
    links: tuple[LinkRow, ...]
    way: tuple[str, ...]
    legend: tuple[LegendRow, ...]
    buttons: tuple[Button, ...]
    forms: tuple[DraftForm, ...]
    file: str


class Desk:
    """What a seat can do on a page: nothing where it does not act; `given` is a form that comes back to be mended."""

    def __init__(self, words: Words, *, acts: bool, given: Mapping[str, Sequence[str]] | None = None) -> None:
        self.words = words
        self.acts = acts
        self.given = given

    def forms(self, drafts: Sequence[Draft]) -> tuple[DraftForm, ...]:
        """The forms of drafts."""
        return tuple(self._form(draft) for draft in drafts) if self.acts else ()

    def buttons(self, offers: Sequence[Offer]) -> tuple[Button, ...]:
        """The buttons of offers."""
        made = (Button(as_json(plain(one.command)), self.words(one.key, one.facts), one.rule) for one in offers)
        return tuple(made) if self.acts else ()

    def _form(self, draft: Draft) -> DraftForm:
        """The form of a draft, with what was filled in where this is the one that was sent."""
        form = draft_form(draft, self.words)
        given = self.given
        if given is None or [form.do] != given.get("do"):
            return form
        if any(value not in given.get(name, ()) for name, value in form.fixed):
            return form
        return draft_form(draft, self.words, given)


def map_drawn(shown: Map, desk: Desk, paths: Paths, label: str, place: str, link: str, file: str) -> Drawn:
    """A map as a picture named `label` and in words; `place` and `link` are looked at, `file` leads to its source."""
    known = MapWords(shown, desk.words, paths)
    return Drawn(
        title=shown.title,
        text=shown.text,
        said=known.said(shown.remarks),
        picture=map_svg(shown, desk.words, label, paths, place, link),
        places=tuple(known.place(one) for one in shown.places),
        links=tuple(known.link(one) for one in shown.links),
        way=known.way(),
        legend=known.legend(),
        buttons=desk.buttons(shown.offers),
        forms=desk.forms(shown.drafts),
        file=file,
    )


def map_chosen(shown: Map, desk: Desk, paths: Paths, place: str, link: str) -> Chosen | None:
    """The place or the link that is looked at, if there is one of that id."""
    known = MapWords(shown, desk.words, paths)
    here = next((one for one in shown.places if one.id == place), None)
    if here is not None:
        row = known.place(here)
        return Chosen(
            title=here.name, kind=row.kind, marks=row.marks, text=here.text, here=row.here,
            said=known.said(here.remarks), links=known.links_at(here.id), buttons=desk.buttons(here.offers),
            forms=desk.forms(here.drafts),
        )  # fmt: skip
    way = next((one for one in shown.links if one.id == link), None)
    if way is None:
        return None
    line = known.link(way)
    return Chosen(
        title=f"{line.one} – {line.other}", kind=line.kind, marks=line.marks, text="", here="",
        said=known.said(way.remarks), links=(line,), buttons=desk.buttons(way.offers), forms=desk.forms(way.drafts),
    )  # fmt: skip
