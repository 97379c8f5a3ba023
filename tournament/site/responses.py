"""How answers go out. Pages and JSON are packed.

A secret must not be packed together with what a stranger may put on the page, or the length of the
answer tells it letter by letter. So tokens are masked anew for each answer, the keys of forms are
new in each, and every answer has a length of chance besides.
"""

import re
import secrets
import zlib
from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
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
