"""Files that a page sends, to be saved or opened, whatever leads to them. A browser that asks for
one that takes long gets a page first: its script (parts/progress.js) asks for the same address
again, tells how far the file is and hands it over; without the script a button brings the file.
That no browser keeps files is the middleware's to say.
"""

from http import HTTPStatus
from itertools import chain
from pathlib import PurePath

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme

from tournament.models import Event
from tournament.refusal import Refused
from tournament.site.progress import Pieces, asks_for_progress, line_by_line, lines_of_file

KINDS = {
    ".csv": "text/csv; charset=utf-8",
    ".json": "application/json",
    ".pdf": "application/pdf",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".zip": "application/zip",
}
"""The type of a file by how its name ends."""
MANY = 200
"""A list on paper with more lines takes longer than two seconds."""
AT_ONCE = "at_once"
"""The field of an address or a form that asks for the file without the page that tells of it."""


def of_many(event: Event, *, lines: int = 1) -> bool:
    """Whether a file takes long in which a guest of the evening costs so many lines of a list."""
    return event.guests.count() * lines > MANY


def download(content: str | bytes, name: str) -> HttpResponse:
    """A file that is there, under this name."""
    return HttpResponse(content, headers=_headers(name))


def sent(
    request: HttpRequest, pieces: Pieces, name: str, *, back: str, long: bool
) -> HttpResponseBase:
    """A file as it is made, or where it takes `long` the page that tells how far it is. What
    hinders it is said at the address `back`.
    """
    if asks_for_progress(request):
        return line_by_line(lines_of_file(pieces))
    if long and _asks_for_page(request):
        return _page(request, name, back)
    blocks = (piece for piece in pieces if isinstance(piece, bytes))
    try:
        first, second = next(blocks, b""), next(blocks, b"")
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect(back)
    if not second:
        return download(first, name)
    return StreamingHttpResponse(chain((first, second), blocks), headers=_headers(name))


def _headers(name: str) -> dict[str, str]:
    """A PDF is opened where the browser can; everything else is saved."""
    ending = PurePath(name).suffix
    way = "inline" if ending == ".pdf" else "attachment"
    return {"Content-Type": KINDS[ending], "Content-Disposition": f'{way}; filename="{name}"'}


def _asks_for_page(request: HttpRequest) -> bool:
    """Whether it is a browser that follows a link or sends a form; programs take what comes."""
    at_once = AT_ONCE in request.GET or AT_ONCE in request.POST
    return not at_once and "text/html" in request.headers.get("Accept", "")


def _page(request: HttpRequest, name: str, back: str) -> HttpResponse:
    """Answered as work that is not done, so that it is not kept in the place of the file."""
    before = request.headers.get("Referer", "")
    back = before if url_has_allowed_host_and_scheme(before, request.get_host()) else back
    query = request.GET.lists() if request.method == "GET" else ()
    fields = [(AT_ONCE, "1"), *((key, value) for key, values in query for value in values)]
    context = {"name": name, "kind": KINDS[PurePath(name).suffix], "back": back, "fields": fields}
    return render(request, "parts/file_to_come.html", context, status=HTTPStatus.ACCEPTED)
