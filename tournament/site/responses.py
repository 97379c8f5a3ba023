"""How answers go out. Pages and JSON are packed; what is kept between requests is packed once, when
it is drawn.

A secret must not be packed together with what a stranger may put on the page, or the length of the
answer tells it letter by letter. Pages drawn for one request hold tokens masked anew each time, and
Django adds a length of chance. A kept page has gaps where the tokens stand: they are put in as they
are, packed with nothing.

Long work is told as it goes: the page asks for lines, and at the end of them for the file, or for
what came of it.
"""

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
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
