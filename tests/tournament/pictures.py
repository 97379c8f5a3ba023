"""Pictures to send: a shield, a small PNG, and those that mean ill."""

import struct
import zlib

SHIELD = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">'
    b'<path fill="#123" d="M2 2h16v9a8 8 0 0 1-16 0z"/></svg>'
)
HEAD = b"\x89PNG\r\n\x1a\n"


def chunk(name: bytes, told: bytes) -> bytes:
    """A part of a PNG."""
    return struct.pack(">I", len(told)) + name + told + struct.pack(">I", zlib.crc32(name + told))


def png(width: int = 4, height: int = 3, *, dots: bytes | None = None, **said: int) -> bytes:
    """A grey PNG with words in it that are nobody's; `said` lies in its head."""
    head = [width, height, 8, 0, 0, 0, said.get("interlaced", 0)]
    drawn = b"".join(b"\0" + b"\x80" * width for _ in range(height)) if dots is None else dots
    parts = [(b"IHDR", struct.pack(">IIBBBBB", *head)), (b"tEXt", b"Comment\0secret")]
    parts += [(b"IDAT", zlib.compress(drawn)), (b"IEND", b"")]
    return HEAD + b"".join(chunk(name, told) for name, told in parts) + b"<script>"


def svg(inner: str, more: str = "") -> bytes:
    """A drawing that holds this."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"'
    return f"{head} {more}>{inner}</svg>".encode()
