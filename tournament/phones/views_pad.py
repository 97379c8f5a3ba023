"""The phone's own page: one page for every code, right or wrong, its script, its worker, and the
training table.
"""

import re
from gzip import compress
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.models.guest import PUNCTUATION
from tournament.phones.script import ENTRIES, PACKERS, packed, script, worker
from tournament.phones.training import training_state
from tournament.site.access import PUBLIC, open_to

FOR_EVER = "public, max-age=31536000, immutable"


@open_to(PUBLIC)
def pad_page(request: HttpRequest, code: str) -> HttpResponse:
    """The pad.

    The code is not looked at here: the script bears it in each call, and that is where it is
    judged.
    """
    return _page(request, "real", "page")


@open_to(PUBLIC)
def pad_training(request: HttpRequest) -> HttpResponse:
    """The same pad on an invented table: nothing is sent, nothing is kept."""
    return _page(request, "training", "training", training_state())


@require_safe
def _script(request: HttpRequest, entry: str) -> HttpResponse:
    if entry not in ENTRIES:
        raise Http404("There is no such script.")
    script_file, takes = script(entry), request.headers.get("Accept-Encoding", "")
    coding = next((name for name in PACKERS if name in re.split(r"[,;\s]+", takes)), "")
    content = packed(entry, coding) if coding else script_file.plain
    answer = HttpResponse(content, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = FOR_EVER if request.GET.get("v") == script_file.digest else "no-cache"
    answer["Vary"] = "Accept-Encoding"
    if coding:
        answer["Content-Encoding"] = coding
    return answer


pad_script = open_to(PUBLIC)(_script)


@open_to(PUBLIC)
def pad_worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It stands beside the calls, but serves the pages under /T/."""
    answer = worker()
    answer["Service-Worker-Allowed"] = "/T/"
    return answer


def _page(
    request: HttpRequest, table: str, entry: str, training: dict[str, Any] | None = None
) -> HttpResponse:
    context = {
        "training": training,
        "table": table,
        "entry": entry,
        "edition": script(entry).digest,
        "early": script("early").digest,
        "later": script("later").digest,
        "signs": "".join(sorted(PUNCTUATION)),
    }
    answer = render(request, "phones/pad.html", context)
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        # Nothing secret stands on it, so that its length tells nobody anything.
        answer.content = compress(answer.content, mtime=0)
        answer["Content-Encoding"] = "gzip"
    answer["Vary"] = "Accept-Encoding"
    answer["Cache-Control"] = "no-cache"
    answer["Referrer-Policy"] = "no-referrer"
    return answer
