"""A draft of a Swiss changed by hand: two players in each other's place."""

from collections.abc import Mapping
from typing import Any

from scoring.pairing.by_hand import Pair, places_of, swapped
from scoring.pairing.course import Course
from scoring.pairing.steps import STEPS, match_body, match_from
from tournament.acts.matches import Body, guest_ref, step
from tournament.ledger.chain import Signature
from tournament.models import Event, LedgerEntry


def swap_opponents(event: Event, number: int, one: str, other: str, by: Signature) -> None:
    """Let two players of the draft of a round change places: each meets whom the other was to meet.

    Reverse act: the same swap again, which brings the reasons of the draft back. Raises PairingError.
    """

    def body(row: Event, now: Course) -> Body:
        first, second = sorted((guest_ref(row, one), guest_ref(row, other)))
        here = places_of(now, number, first, second)
        said = {"round": number, "one": first, "other": second}
        then = _as_before(row, said) or swapped(now, number, first, second)
        return said | {"was": [match_body(match) for match in here], "matches": [match_body(match) for match in then]}

    step(event, "swap_pairs", body, by)


def _as_before(row: Event, said: Mapping[str, Any]) -> Pair | None:
    """The matches before the last step, where that was the very same swap; else None."""
    last = LedgerEntry.objects.filter(event=row, kind__in=STEPS).order_by("-number").first()
    if last is None or last.kind != "swap_pairs" or any(last.body[name] != value for name, value in said.items()):
        return None
    # The first of the two stands in the match of the second now.
    one, other = map(match_from, last.body["was"])
    return other, one
