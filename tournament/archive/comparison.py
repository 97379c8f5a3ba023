"""Whether an evening that was taken in says all that its file says: the file is held against the
archive of what came of it, so that nothing in it is dropped or reckoned otherwise without a word.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from scoring.cards import CardError
from scoring.counting.hand import agree, parse_hand
from tournament.archive.kinds import key_place
from tournament.archive.settings import SETTINGS
from tournament.archive.shape import archived_time, moment, refuse

LONGEST_SAID = 60
RECKONED = frozenset({"event.options", "event.choices", "event.table_par"})
"""Lines that an evening keeps in its own spelling; what reads them refuses what it cannot read."""
TOLD_OTHERWISE = frozenset({"rounds", "snapshot"})
"""Left out again where the games, or the digest of what was sealed, tell as much."""


def refuse_what_is_lost(document: Mapping[str, Any], kept: Mapping[str, Any]) -> None:
    """Raises ArchiveError with the first place of the document that the archive does not keep."""
    event = SETTINGS.usual | kept["event"]
    for place, sentence in _lost(document, {**kept, "event": event}, ""):
        refuse(place, sentence)


def _lost(sent: Any, kept: Any, place: str) -> Iterator[tuple[str, str]]:
    if place in RECKONED or _alike(sent, kept):
        return
    if isinstance(sent, dict) and isinstance(kept, dict):
        for key, value in sent.items():
            if key in kept or key not in TOLD_OTHERWISE:
                yield from _lost(value, kept.get(key), key_place(place, key))
    elif isinstance(sent, list) and isinstance(kept, list) and len(sent) == len(kept):
        yield from _lost_rows(sent, kept, place)
    elif kept is None or isinstance(sent, list):
        yield (
            place,
            "nothing in the evening came of this. Take it out, or correct what it is about.",
        )
    else:
        yield (
            place,
            f"the file says {_short(sent)} here, and what else it says makes it {_short(kept)}."
            " Correct the one that is wrong.",
        )


def _lost_rows(sent: list[Any], kept: list[Any], place: str) -> Iterator[tuple[str, str]]:
    """Rows may come out in another order, once each; the values of a list may not."""
    missing = [index for index, row in enumerate(sent) if _any_lost(row, kept[index], place)]
    others = [kept[index] for index in missing]
    for index in missing:
        row, location = sent[index], f"{place}[{index}]"
        twin = isinstance(row, dict) and next(
            (other for other in others if not _any_lost(row, other, location)), None
        )
        if twin:
            others.remove(twin)
        else:
            yield from _lost(row, kept[index], location)


def _any_lost(sent: Any, kept: Any, place: str) -> bool:
    return next(_lost(sent, kept, place), None) is not None


def _alike(sent: Any, kept: Any) -> bool:
    """Whether both say the same: what is empty may be left out, a moment may be written otherwise,
    and the cards of a hand in another order.
    """
    if sent == kept or (not sent and not kept):
        return True
    if isinstance(sent, str) and isinstance(kept, str):
        return _same_moment(sent, kept)
    return isinstance(sent, list) and isinstance(kept, list) and _same_hand(sent, kept)


def _same_moment(sent: str, kept: str) -> bool:
    try:
        datetime.fromisoformat(kept)
        return archived_time(moment(sent)) == kept
    except ValueError:
        return False


def _same_hand(sent: list[Any], kept: list[Any]) -> bool:
    try:
        return agree(parse_hand(" ".join(sent)), parse_hand(" ".join(kept)))
    except (CardError, TypeError):
        return False


def _short(value: Any) -> str:
    text = f"“{value}”" if isinstance(value, str) else str(value)
    return text if len(text) <= LONGEST_SAID else f"{text[:LONGEST_SAID]}…"
