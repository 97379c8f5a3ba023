"""From a pressed button to an act: one signature, one sentence back, and a second press that changes nothing."""

import uuid
from collections.abc import Callable

from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest
from django.utils import timezone

from scoring.pairing.values import PairingError
from tournament.actor import actor_of
from tournament.acts.cut import CutRefusedError
from tournament.acts.event import EventRefusedError
from tournament.acts.playoff import PlayoffRefusedError
from tournament.acts.reserves import ReplyRefusedError
from tournament.acts.reveal import RevealRefusedError
from tournament.acts.seating import SeatingRefusedError
from tournament.ledger.chain import Signature
from tournament.models import Event, LedgerEntry

REFUSALS = (
    CutRefusedError,
    EventRefusedError,
    PairingError,
    PlayoffRefusedError,
    ReplyRefusedError,
    RevealRefusedError,
    SeatingRefusedError,
)
LONGEST_KEY = 80
LONGEST_REASON = 300


def new_key() -> str:
    """A key for a form: the same form sent twice is one act."""
    return str(uuid.uuid4())


def reason_of(request: HttpRequest) -> str:
    """The reason as given, in one line and no longer than the ledger takes."""
    return one_line(request, "reason")[:LONGEST_REASON]


def one_line(request: HttpRequest, name: str) -> str:
    """What was sent under a name, as one line without control characters, which no database takes."""
    said = request.POST.get(name, "")
    return " ".join("".join(character if character.isprintable() else " " for character in said).split())


def perform(request: HttpRequest, event: Event, act: Callable[[Signature], object], done: str) -> bool:
    """Do an act once and say so, or say why it was refused. Whether it is done now, by this press or an earlier one."""
    key = one_line(request, "key")[:LONGEST_KEY] or new_key()
    if not _known(event, key):
        try:
            act(Signature(actor_of(request), timezone.now(), key))
        except REFUSALS as refused:
            # Of two presses at once the slower one finds the act done already.
            if not _known(event, key):
                messages.error(request, str(refused))
                return False
        except IntegrityError:
            if not _known(event, key):
                raise
    messages.success(request, done)
    return True


def _known(event: Event, key: str) -> bool:
    return LedgerEntry.objects.filter(event=event, key=key).exists()
