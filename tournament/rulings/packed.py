"""The text of a game as an address carries it, so that every step can be reloaded and shared
without a record.
"""

import base64
import binascii
import zlib

from django.urls import reverse

from tournament.refusal import Refused

LONGEST_TEXT = 20_000


LONGEST_PACKED = 3_000


def packed(text: str) -> str:
    """The text made short enough for an address.

    Raises Refused where it is longer than any game.
    """
    if len(text) > LONGEST_TEXT:
        raise Refused(
            f"The transcript has {len(text):,} characters; a game has at most {LONGEST_TEXT:,}."
            " Paste one game alone."
        )
    # Forms and files end their lines each in their own way: the address is the same whichever way a
    # text came.
    text = "\n".join(text.splitlines())
    short = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(short) > LONGEST_PACKED:
        raise Refused(
            "The transcript is longer than any game. Paste one game, without other notes."
        )
    return short


def unpacked(short: str) -> str:
    """The text of an address. Raises Refused where the address is not whole."""
    try:
        raw = base64.urlsafe_b64decode(short[:LONGEST_PACKED].encode() + b"==")
        text = zlib.decompressobj().decompress(raw, 4 * LONGEST_TEXT).decode()
    except (binascii.Error, zlib.error, ValueError):
        raise Refused(
            "The address of this replay is not whole: paste the transcript again."
        ) from None
    if not text:
        raise Refused("The address of this replay is not whole: paste the transcript again.")
    return text


def replay_address(slug: str, text: str) -> str:
    """Where a transcript can be stepped through. Raises Refused."""
    return f"{reverse('replay', args=[slug])}?t={packed(text)}"
