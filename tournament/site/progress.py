"""Long work is told as it goes: the page asks for lines, and at the end of them for the file, or
for what came of it.
"""

from collections.abc import Generator, Iterable, Iterator
from datetime import tzinfo
from functools import partial
from tempfile import SpooledTemporaryFile

from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone

from tournament.refusal import Refused

Step = tuple[int, int, str]
"""So many of all, and of what or which: `(3, 7, "Score cards")`."""
Pieces = Iterator[bytes | Step]
"""A file as it is made: its bytes, and between them, where it is long, how far it is."""
PROGRESS = "text/x-progress"
"""What a page asks for where it shows how far the work is (parts/progress.js)."""
FILE = b"file\n"
"""The line after which everything is the file."""
IN_MEMORY, BLOCK = 8 << 20, 1 << 16
"""So many bytes of a file that is told of are held before they go to the disk, and sent at once."""


def whole(pieces: Pieces) -> bytes:
    """The file alone, once all of it is made."""
    return b"".join(piece for piece in pieces if isinstance(piece, bytes))


def gathered(pieces: Pieces) -> Generator[Step, None, bytes]:
    """The file alone, as what the generator returns; on the way how far it is."""
    blocks: list[bytes] = []
    for piece in pieces:
        if isinstance(piece, bytes):
            blocks.append(piece)
        else:
            yield piece
    return b"".join(blocks)


def part_of(number: int, total: int, name: str, pieces: Pieces) -> Pieces:
    """A file that is one of several, with what is told of it on the way where it is long."""
    for piece in pieces:
        if isinstance(piece, bytes):
            yield piece
        elif piece[0] < piece[1]:
            yield number, total, f"{name}, {piece[0]} of {piece[1]} {piece[2]}"


def asks_for_progress(request: HttpRequest) -> bool:
    """Whether the page wants to be told; a plain link wants the file alone."""
    return request.headers.get("Accept") == PROGRESS


def step_line(number: int, total: int, words: str) -> bytes:
    """The line before a step: `3/7 Score cards`."""
    return f"{number}/{total} {words}\n".encode()


def done_line(words: str) -> bytes:
    """The last line of work that makes no file."""
    return f"done {words}\n".encode()


def page_line(address: str) -> bytes:
    """The last line of work that goes on at another page."""
    return f"page {address}\n".encode()


def refused_line(words: str) -> bytes:
    """The last line of work that is not done."""
    return f"refused {words}\n".encode()


def lines_of_file(pieces: Pieces) -> Iterator[bytes]:
    """A line for each step, and the file once all of it is made; what is long lies on the disk."""
    with SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        for piece in pieces:
            if isinstance(piece, bytes):
                file.write(piece)
            else:
                yield step_line(*piece)
        file.seek(0)
        yield FILE
        yield from iter(partial(file.read, BLOCK), b"")


def line_by_line(lines: Iterable[bytes]) -> StreamingHttpResponse:
    """The answer, sent line by line; what is refused on the way is said in its last line."""
    zone = timezone.get_current_timezone()
    answer = StreamingHttpResponse(_streamed(lines, zone), content_type=PROGRESS)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _streamed(lines: Iterable[bytes], zone: tzinfo) -> Iterator[bytes]:
    """In the time of the evening, which the server has left when the lines go out."""
    try:
        with timezone.override(zone):
            yield from lines
    except Refused as refused:
        yield refused_line(str(refused))
