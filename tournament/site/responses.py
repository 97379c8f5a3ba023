"""How answers go out. Pages and JSON are packed.

A secret must not be packed together with what a stranger may put on the page, or the length of the
answer tells it letter by letter. So tokens are masked anew for each answer, the keys of forms are
new in each, and every answer has a length of chance besides.

Long work is told as it goes: the page asks for lines, and at the end of them for the file, or for
what came of it.
"""

import re
import secrets
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

WORDS = ("text/", "application/json", "application/javascript", "image/svg")
"""Everything else is packed by its own form: PDFs, workbooks, pictures."""
KEPT_LEVEL, SHARED_LEVEL = 1, 9
"""How hard a page is packed for one who asks, and one that is drawn for many."""
RAW = -15
HEAD = b"\x1f\x8b\x08\x08\0\0\0\0\0\xff"
MOST_CHANCE = 100
"""Bytes of chance in the head of a packed answer, as Django adds them."""
TAKES_GZIP = re.compile(r"\bgzip\b")


class Packed(GZipMiddleware):
    """Middleware: words go out packed to those who take it so."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Pack pages, JSON and drawings; leave files as they are."""
        if not response.get("Content-Type", "").startswith(WORDS):
            return response
        return super().process_response(request, response)


def packed(page: bytes, level: int = KEPT_LEVEL) -> bytes:
    """A page packed by itself, of a length that tells nothing of it."""
    packing = zlib.compressobj(level, zlib.DEFLATED, RAW)
    foot = zlib.crc32(page).to_bytes(4, "little") + len(page).to_bytes(4, "little")
    chance = b"a" * secrets.randbelow(MOST_CHANCE) + b"\0"
    return b"".join((HEAD, chance, packing.compress(page), packing.flush(), foot))


def answer(
    request: HttpRequest, page: bytes, small: Callable[[], bytes], headers: Mapping[str, str]
) -> HttpResponse:
    """A page that was kept: as it is, or `small` for those who take it packed."""
    if TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(small(), headers=dict(headers))
        response.headers["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(page, headers=dict(headers))
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


PROGRESS = "text/x-progress"
"""What a page asks for where it shows how far the work is (parts/progress.js)."""
FILE = b"file\n"
"""The line after which everything is the file."""


def asks_for_progress(request: HttpRequest) -> bool:
    """Whether the page wants to be told; a plain link wants the file alone."""
    return request.headers.get("Accept") == PROGRESS


def step_line(number: int, total: int, words: str) -> bytes:
    """The line before a step: `3/7 Score cards`."""
    return f"{number}/{total} {words}\n".encode()


def done_line(words: str) -> bytes:
    """The last line of work that makes no file."""
    return f"done {words}\n".encode()


def refused_line(words: str) -> bytes:
    """The last line where nothing comes of it."""
    return f"refused {words}\n".encode()


def line_by_line(lines: Iterable[bytes]) -> StreamingHttpResponse:
    """The answer, sent line by line."""
    answer = StreamingHttpResponse(_streamed(lines), content_type=PROGRESS)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _streamed(lines: Iterable[bytes]) -> Iterator[bytes]:
    yield from lines
