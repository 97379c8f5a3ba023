"""A draft of a Swiss changed by hand: two players in each other's place."""

from collections.abc import Mapping
from typing import Any

from scoring.pairing.by_hand import Both, places_of, swapped
from scoring.pairing.course import Course
from scoring.pairing.steps import STEPS, match_body, match_from
from tournament.ledger.chain import Signature
from tournament.matches.acts import Body, guest_ref, step
from tournament.models import Event, LedgerEntry


def swap_opponents(
    event: Event, number: int, name: str, counterpart: str, signature: Signature
) -> None:
    """Let two players of the draft of a round change places: each meets whom the other was to meet.

    Reverse act: the same swap again, which brings the reasons of the draft back. Raises
    MatchRefusedError.
    """

    def body(row: Event, now: Course) -> Body:
        first, second = sorted((guest_ref(row, name), guest_ref(row, counterpart)))
        here = places_of(now, number, first, second)
        swap = {"round": number, "one": first, "other": second}
        then = _as_before(row, swap) or swapped(now, number, first, second)
        return swap | {
            "was": [match_body(match) for match in here],
            "matches": [match_body(match) for match in then],
        }

    step(event, "swap_pairs", body, signature)


def _as_before(row: Event, swap: Mapping[str, Any]) -> Both | None:
    """The matches before the last step, where that was the very same swap; else None."""
    last = LedgerEntry.standing.filter(event=row, kind__in=STEPS).order_by("-number").first()
    if (
        last is None
        or last.kind != "swap_pairs"
        or any(last.body[name] != value for name, value in swap.items())
    ):
        return None
    # The first of the two stands in the match of the second now.
    first, second = map(match_from, last.body["was"])
    return second, first
