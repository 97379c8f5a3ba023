"""The text of a game as an address carries it, so that every step can be reloaded and shared without a record."""

import base64
import binascii
import zlib

from django.urls import reverse

LONGEST_TEXT = 20_000
LONGEST_PACKED = 3_000


class TranscriptRefusedError(ValueError):
    """A text that is no transcript to be replayed here; the message says what would do."""


def packed(text: str) -> str:
    """The text made short enough for an address. Raises TranscriptRefusedError where it is longer than any game."""
    if len(text) > LONGEST_TEXT:
        raise TranscriptRefusedError(
            f"The transcript has {len(text):,} characters; a game has at most {LONGEST_TEXT:,}. Paste one game alone."
        )
    # Forms and files end their lines each in their own way: the address is the same whichever way a text came.
    text = "\n".join(text.splitlines())
    short = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(short) > LONGEST_PACKED:
        raise TranscriptRefusedError("The transcript is longer than any game. Paste one game, without other notes.")
    return short


def unpacked(short: str) -> str:
    """The text of an address. Raises TranscriptRefusedError where the address is not whole."""
    try:
        held = base64.urlsafe_b64decode(short[:LONGEST_PACKED].encode() + b"==")
        text = zlib.decompressobj().decompress(held, 4 * LONGEST_TEXT).decode()
    except (binascii.Error, zlib.error, ValueError):
        raise TranscriptRefusedError("The address of this replay is not whole: paste the transcript again.") from None
    if not text:
        raise TranscriptRefusedError("The address of this replay is not whole: paste the transcript again.")
    return text


def replay_address(slug: str, text: str) -> str:
    """Where a transcript can be stepped through. Raises TranscriptRefusedError."""
    return f"{reverse('replay', args=[slug])}?t={packed(text)}"
