"""How answers go out packed (gzip), without their length telling a secret. Where a secret is packed
together with what a stranger may put on the page, the length tells it letter by letter (the attack
called BREACH). So tokens are masked anew for each answer, the keys of forms are new in each, and
every answer gets some bytes of chance.
"""

import re
import secrets
import zlib
from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from tournament.site.progress import PROGRESS

WORDS = ("text/", "application/json", "application/javascript", "image/svg")
"""The types worth packing; PDFs, workbooks and pictures are packed already."""
KEPT_LEVEL, SHARED_LEVEL = 1, 9
"""How hard zlib works on a page for one person, and on one that is drawn once for many."""
RAW = -15
"""A stream for zlib without its own head: gzip brings another."""
HEAD = b"\x1f\x8b\x08\x08\0\0\0\0\0\xff"
"""The head of a gzip file without a time, with a file name to come: that name is the chance."""
MOST_CHANCE = 100
"""So many bytes of chance at most, as Django adds them."""
TAKES_GZIP = re.compile(r"\bgzip\b")


class Packed(GZipMiddleware):
    """Django's middleware for gzip, for the types worth it alone."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Pack pages, JSON and drawings for browsers that take it; leave files as they are, and
        lines that are read as they come: packing holds them back until there are thousands.
        """
        kind = response.get("Content-Type", "")
        if not kind.startswith(WORDS) or kind == PROGRESS:
            return response
        return super().process_response(request, response)


def packed(page: bytes, level: int = KEPT_LEVEL) -> bytes:
    """A page as a gzip file, longer by some bytes of chance."""
    compressor = zlib.compressobj(level, zlib.DEFLATED, RAW)
    body = compressor.compress(page) + compressor.flush()
    chance = b"a" * secrets.randbelow(MOST_CHANCE) + b"\0"
    foot = zlib.crc32(page).to_bytes(4, "little") + len(page).to_bytes(4, "little")
    return HEAD + chance + body + foot


def answer(
    request: HttpRequest, page: bytes, small: Callable[[], bytes], headers: Mapping[str, str]
) -> HttpResponse:
    """The answer with a page that was kept: what `small` gives, the page packed, for browsers that
    take it, else the page as it is.
    """
    if TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(small(), headers=dict(headers))
        response.headers["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(page, headers=dict(headers))
    patch_vary_headers(response, ("Accept-Encoding",))
    return response
