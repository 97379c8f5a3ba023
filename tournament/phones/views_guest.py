"""A guest's own page by the code on their score card, the part of it that follows by itself, and
what it tells: that something on it is wrong, or that the guest is here.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response

from tournament.counting.chances import BEING_WORKED_OUT
from tournament.ledger.signing import new_key, once, pressed_before, sign
from tournament.models import Code, Doubt, Event, Game, Guest
from tournament.paper.editions import SHORT, in_force
from tournament.phones.acts_doubts import raise_doubt
from tournament.phones.entrance import by_link, render_bare
from tournament.phones.forms import DoubtForm
from tournament.phones.guest_page import GuestPage
from tournament.phones.guest_page import guest_page as page_of
from tournament.refusal import Refused
from tournament.seating.acts_door import check_in
from tournament.site.access import GUEST, Actor
from tournament.site.cache import KeptQuery
from tournament.site.drawings import Drawn, DrawnPages
from tournament.standings.public import chance_of

AT_OWN_PAGE = Actor("The guest's own page")
OF_CODE = KeptQuery(lambda guest: Guest.objects.filter(pk=guest).select_related("livery"))
_pages = DrawnPages()


@by_link(GUEST)
def guest_page(request: HttpRequest, code: Code) -> HttpResponseBase:
    """The page; with `now` behind its address the part that follows; POST tells the umpires that a
    game is wrong.
    """
    if request.method == "GET" and "now" in request.GET:
        return _guest_now(request, code)
    guest = _guest(code)
    if request.method == "POST":
        return _came(request, guest) if "here" in request.POST else _doubt_answer(request, guest)
    return _guest_page(page_of(guest), DoubtForm([]), stale=_stale(guest, request.GET.get("e", "")))


def _guest(code: Code) -> Guest:
    (guest,) = OF_CODE.of(code.guest_id or 0)
    guest.event = code.event
    return guest


def _guest_now(request: HttpRequest, code: Code) -> HttpResponseBase:
    """What the page asks for again and again: one question while nothing changed."""
    page = _shown(code.event, code.guest_id or 0, code.doubt, lambda: _guest(code))
    answer = get_conditional_response(request, etag=page.tag) or HttpResponse(page.body)
    answer.headers["ETag"] = page.tag
    return answer


def _shown(event: Event, key: int, doubt: int, guest: Callable[[], Guest]) -> Drawn:
    """The part that follows, drawn for its guest and what they told the umpires (`doubt`)."""

    def draw() -> Drawn:
        reader = guest()
        page, chance = page_of(reader), chance_of(reader)
        context = {"page": page, "guest": reader, "event": event, "waiting": doubt}
        body = render_bare("phones/_guest_now.html", context | {"chance": chance})
        return Drawn(event.version, body, whole=chance != BEING_WORKED_OUT)

    return _pages.of((event.uid, key, doubt), event.version, draw)


def _waiting(guest: Guest) -> int:
    """What was told and nobody has looked at yet, by its key; 0 for nothing."""
    latest = Doubt.objects.filter(guest=guest, seen_at=None).order_by("-at").first()
    return latest.pk if latest else 0


def _doubt_answer(request: HttpRequest, guest: Guest) -> HttpResponse:
    page = page_of(guest)
    if pressed_before(request, guest.event):
        return HttpResponseRedirect(request.path)
    form = DoubtForm(page.games, request.POST)
    if not form.is_valid():
        return _guest_page(page, form, 422)
    answers = form.cleaned_data
    game = (
        Game.objects.filter(event=guest.event, pk=answers["game"]).first()
        if answers["game"]
        else None
    )
    try:
        act = partial(raise_doubt, guest, game, answers["words"])
        once(request, guest.event, lambda signature: act(signature.at), actor=Actor(guest.name))
    except Refused as refused:
        form.add_error(None, str(refused))
        return _guest_page(page, form, 422)
    except IntegrityError:
        # Of two presses at once the slower one finds the umpires told already.
        if not pressed_before(request, guest.event):
            raise
    return HttpResponseRedirect(request.path)


def _came(request: HttpRequest, guest: Guest) -> HttpResponse:
    """The guest says that they are here, where the organiser lets them: the act of the door, once
    whoever does it.
    """
    if guest.event.guests_check_in and guest.arrived_at is None:
        signature = sign(AT_OWN_PAGE, new_key())
        with suppress(Refused):
            check_in(guest.event, guest.ref, signature)
    return HttpResponseRedirect(request.path)


def _stale(guest: Guest, printed: str) -> bool:
    """Whether the card that was scanned says something that no card of this guest says now."""
    event = guest.event
    if len(printed) != SHORT:
        return False
    keys = (
        "score-cards",
        *(f"score-cards-{number}" for number in range(3, event.playoff_round + 1)),
    )
    cards = (in_force(event, key) for key in keys)
    return not any(says and says.get(str(guest.badge), "").startswith(printed) for says in cards)


def _guest_page(
    page: GuestPage, form: DoubtForm, status: int = 200, *, stale: bool = False
) -> HttpResponse:
    """The page; what was told and not yet looked at stays on it."""
    form = form if form.is_bound else DoubtForm(page.games)
    guest = page.guest
    part = _shown(guest.event, guest.pk, _waiting(guest), lambda: guest)
    context = {
        "page": page,
        "guest": guest,
        "event": guest.event,
        "form": form,
        "part": part.body.decode(),
        "stale": stale,
        "etag": part.tag,
        "key": new_key(),
    }
    return HttpResponse(render_bare("phones/guest_page.html", context), status=status)
