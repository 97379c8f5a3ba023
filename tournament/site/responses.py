"""How answers go out: pages and JSON are packed, and what is kept between requests is packed
once, when it is drawn.

A secret must not be packed together with what a stranger may put on the page, or the length of the
answer tells it letter by letter. Pages drawn for one request hold tokens masked anew each time, and
Django adds a length of chance. A kept page has gaps where the tokens stand: they are put in as they
are, packed with nothing.
"""

import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

WORDS = ("text/", "application/json", "application/javascript", "image/svg")
"""Everything else is packed by its own form: PDFs, workbooks, pictures."""


LEVEL = 6


RAW = -15


HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"


END = b"\x03\0"


LONGEST_GAP = 65_535


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


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a kept answer: its bytes, and the same packed by itself."""

    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, plain: bytes) -> "Piece":
        """Pack a part so that it may stand before and after others."""
        packing = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW)
        return cls(plain, packing.compress(plain) + packing.flush(zlib.Z_FULL_FLUSH))

    @classmethod
    def unpacked(cls, plain: bytes) -> "Piece":
        """A part that is packed with nothing, not even with itself: a token."""
        size = len(plain)
        if size > LONGEST_GAP:
            raise ValueError(f"A gap of {size} bytes is no token.")
        both = size.to_bytes(2, "little") + (size ^ LONGEST_GAP).to_bytes(2, "little")
        return cls(plain, b"\0" + both + plain)


def answer(
    request: HttpRequest, pieces: Sequence[Piece], headers: Iterable[tuple[str, str]]
) -> HttpResponse:
    """One answer of several pieces, packed for those who take it so."""
    plain = b"".join(piece.plain for piece in pieces)
    if not TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")):
        response = HttpResponse(plain, headers=dict(headers))
    else:
        foot = zlib.crc32(plain).to_bytes(4, "little") + len(plain).to_bytes(4, "little")
        packed = b"".join((HEAD, *(piece.packed for piece in pieces), END, foot))
        response = HttpResponse(packed, headers=dict(headers))
        response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ("Accept-Encoding",))
    return response
