"""From a pressed button to an act: one signature, one sentence back, and a second press that
changes nothing.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import TypeVar

from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.timezone import localtime

from tournament.ledger.chain import Signature
from tournament.ledger.pressing import press_now, pressing, record_named, undone_by
from tournament.models import Event, League, LeagueEntry, LedgerEntry, Press
from tournament.refusal import Refused
from tournament.site.access import Actor, actor_of
from tournament.site.keeping import by_lot

Act = Callable[[Signature], object]
Done = TypeVar("Done")
LONGEST_KEY = 80
LONGEST_REASON = 300
NOT_DIGESTED = frozenset({"csrfmiddlewaretoken", "password"})
"""A digest made so quickly would let a password be guessed by whoever has the database."""


def new_key() -> str:
    """A key for a form: the same form sent twice is one act."""
    return by_lot()


def key_of(request: HttpRequest) -> str:
    """The key of the form as it was sent; a request without one is its own."""
    return _sent_key(request) or new_key()


def signature(request: HttpRequest, key: str = "") -> Signature:
    """Who acts now, under the key of the form, or under this one where one form is several acts."""
    return sign(actor_of(request), _tidy(key)[:LONGEST_KEY] or key_of(request))


def sign(actor: Actor, key: str) -> Signature:
    """Somebody who may have no account acts now: the press is theirs too."""
    pressed = press_now()
    if pressed is not None:
        pressed.signed(actor)
    return Signature(actor, timezone.now(), key)


@contextmanager
def sent(event: Event, signature: Signature) -> Iterator[Signature]:
    """Around an act that no form asks for: a press of its own, so that it is taken back as others
    are.
    """
    by, named = signature.actor, {"record": record_named(event), "key": signature.key}
    with pressing(Press(**named, at=signature.at, actor=by.name, user_id=by.user_id)):
        yield signature


def reason_of(request: HttpRequest) -> str:
    """The reason as given, in one line and no longer than the ledger takes."""
    return one_line(request, "reason")[:LONGEST_REASON]


def one_line(request: HttpRequest, name: str) -> str:
    """What was sent under a name, as one line without control characters, which
    no database takes.
    """
    return _tidy(request.POST.get(name, ""))


def pressed_before(request: HttpRequest, record: Event | League | None) -> bool:
    """Whether this form was sent before: what it changed is changed, and the second press is
    answered like the first.

    `record`: the evening or the league in whose log the act is; None for what makes one.
    """
    key = _press_key(request)
    if not key:
        return False
    if Press.objects.filter(record=record_named(record), key=key).exists():
        return True
    if record is None:
        return False
    if isinstance(record, League):
        return LeagueEntry.objects.filter(league=record, key=key).exists()
    return LedgerEntry.objects.filter(event=record, key=key).exists()


AGAIN = "{} took this back at {}. Load the page, then do it once more."


def taken_back_since(request: HttpRequest, record: Event | League | None) -> str:
    """That what this form did was taken back since; nothing where it stands."""
    form = {"record": record_named(record), "key": _press_key(request)}
    press = Press.objects.filter(**form).first()
    gone = undone_by(press) if press else None
    if gone is None:
        return ""
    return AGAIN.format(gone.actor or "Somebody", localtime(gone.at).strftime("%H:%M"))


def perform(request: HttpRequest, record: Event | League | None, act: Act, words: str) -> bool:
    """Do an act once and say so, or say why it was refused. Whether it is done now, by this press
    or an earlier one.

    Nothing is said of what the page shows by itself: `words` is empty there.
    """
    if not pressed_before(request, record):
        try:
            once(request, record, act)
        except Refused as refused:
            # Of two presses at once the slower one finds the act done already.
            if not pressed_before(request, record):
                messages.error(request, str(refused))
                return False
        except IntegrityError:
            if not pressed_before(request, record):
                raise
    elif gone := taken_back_since(request, record):
        messages.error(request, gone)
        return False
    if words:
        messages.success(request, words)
    return True


def once(
    request: HttpRequest,
    record: Event | League | None,
    act: Callable[[Signature], Done],
    *,
    actor: Actor | None = None,
) -> Done:
    """Do an act under the key of the form, noted with it; IntegrityError where it was done before.

    `actor` acts where the page is open to those without an account.
    """
    with only_once(request, record, actor=actor) as signer:
        return act(signer)


@contextmanager
def only_once(
    request: HttpRequest, record: Event | League | None, *, actor: Actor | None = None
) -> Iterator[Signature]:
    """The same around an act of several steps."""
    signer = sign(actor or actor_of(request), _press_key(request) or key_of(request))
    pressed = press_now()
    if pressed is None or not _sent_key(request):
        yield signer
        return
    with pressed.about(record_named(record), signer.key):
        yield signer


def _press_key(request: HttpRequest) -> str:
    """The key of the form with a digest of what it sent: a page gone back to and filled in anew is
    another press.
    """
    key = _sent_key(request)
    if not key:
        return ""
    submission = sorted(
        (name, *values) for name, values in request.POST.lists() if name not in NOT_DIGESTED
    )
    digest = sha256(repr((request.path, submission)).encode()).hexdigest()
    return f"{key[: LONGEST_KEY - 13]} {digest[:12]}"


def _sent_key(request: HttpRequest) -> str:
    return one_line(request, "key")[:LONGEST_KEY]


def _tidy(text: str) -> str:
    if not text.isprintable():
        text = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(text.split())
