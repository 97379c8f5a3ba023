"""What phones say of themselves beside their calls: how many games they keep unsent, and what
their clock shows.
"""

import re
from collections.abc import Mapping
from contextlib import suppress

from django.db import OperationalError
from django.utils import timezone

from tournament.ledger.pressing import only_a_visit
from tournament.models import Phone
from tournament.site.patience import OF_NOTE, waiting_at_most

MOST = 999
FAR = 120
"""Seconds between a phone's clock and ours that are worth a word."""
STEP = 30
"""A difference that has changed by less is not written again."""
LONGEST = 10 * 365 * 86_400
_NUMBER = re.compile(r"\d{1,12}", re.ASCII)


def note_what_it_says(phone: Phone, headers: Mapping[str, str]) -> None:
    """Keep it where it has changed; a phone that says nothing, or nonsense, is left as it was.

    `headers` have the names that they have in `request.META`.
    """
    unsent, clock = _number(headers.get("HTTP_X_UNSENT")), _number(headers.get("HTTP_X_CLOCK"))
    if unsent is None or clock is None:
        return
    unsent, ahead = (
        min(unsent, MOST),
        max(-LONGEST, min(LONGEST, clock - int(timezone.now().timestamp()))),
    )
    if (
        phone.unsent == unsent
        and phone.clock_ahead is not None
        and abs(phone.clock_ahead - ahead) < STEP
    ):
        return
    phone.unsent, phone.clock_ahead = unsent, ahead
    # No result depends on it: on a full disk the phone is served all the same.
    if phone.pk is None:
        return
    with suppress(OperationalError), waiting_at_most(OF_NOTE), only_a_visit():
        phone.save(update_fields=["unsent", "clock_ahead"])


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and _NUMBER.fullmatch(text) else None
