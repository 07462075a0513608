"""Bringing a table from a file that was downloaded here or from another server."""

from __future__ import annotations

from typing import ClassVar

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.errors import Malformed
from rulewright.web.people.links import seat_path
from rulewright.web.tables import bringing
from rulewright.web.tables.new_table_form import file_name
from rulewright.web.views import Page
from rulewright.web.visit import Visit


class ImportPage(Page, frozen=True, kw_only=True):
    """The form, and what is wrong with the file that was given."""

    template: ClassVar[str] = "import_table.html"
    most: int
    wrong: str = ""


async def show(request: Request) -> Response:
    """The form."""
    visit = Visit(request)
    return visit.page(ImportPage(most=visit.site.config.limit_upload))


async def bring(request: Request) -> Response:
    """Check the file by playing it again, and keep the table."""
    visit = Visit(request)
    form = await visit.form()
    visit.count(visit.site.new_tables)
    given = form.get("file")
    most = visit.site.config.limit_upload
    if not isinstance(given, UploadFile) or not given.filename:
        return visit.page(ImportPage(most=most, wrong=visit.say("import.nothing")), 400)
    data, at = await given.read(), file_name(given.filename) or "file"
    try:
        await visit.site.computing.run(bringing.check, data, at, person=visit.person)
        room, branched = await bringing.bring(visit.site.hub, data, at, visit.person)
    except Malformed as error:
        return visit.page(ImportPage(most=most, wrong=visit.say("import.bad", text=str(error))), 400)
    return visit.go(f"{seat_path(room.id, room.table.referee.id)}/seats?done={'branched' if branched else 'brought'}")


routes = [Route("/import", show), Route("/import", bring, methods=["POST"])]
