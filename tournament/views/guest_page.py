"""A guest's own page by the code on their score card, and the flag that something on it is wrong."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from tournament.access import GUEST
from tournament.acts.doubts import DoubtRefusedError, raise_doubt
from tournament.entrance import by_link, render_bare
from tournament.forms.phones import DoubtForm
from tournament.guest_page import GuestPage
from tournament.guest_page import guest_page as page_of
from tournament.models import Code, Doubt, Game, Guest
from tournament.paper.editions import SHORT, in_force


@by_link(GUEST)
def guest_page(request: HttpRequest, code: Code) -> HttpResponse:
    """The page; POST tells the umpires that a game is wrong."""
    assert code.guest is not None  # noqa: S101 -- a constraint of the table
    guest = code.guest
    guest.event = code.event
    if request.method == "POST":
        return _told(request, guest)
    return _page(page_of(guest), DoubtForm([]), stale=_stale(guest, request.GET.get("e", "")))


def _told(request: HttpRequest, guest: Guest) -> HttpResponse:
    page = page_of(guest)
    form = DoubtForm(page.games, request.POST)
    if not form.is_valid():
        return _page(page, form, 422)
    said = form.cleaned_data
    game = Game.objects.filter(event=guest.event, pk=said["game"]).first() if said["game"] else None
    try:
        raise_doubt(guest, game, said["words"], timezone.now())
    except DoubtRefusedError as refused:
        form.add_error(None, str(refused))
        return _page(page, form, 422)
    return HttpResponseRedirect(request.path)


def _stale(guest: Guest, printed: str) -> bool:
    """Whether the card that was scanned says something that no card of this guest says now."""
    event = guest.event
    if len(printed) != SHORT:
        return False
    keys = ("score-cards", *(f"score-cards-{number}" for number in range(3, event.playoff_round + 1)))
    cards = (in_force(event, key) for key in keys)
    return not any(says and says.get(str(guest.badge), "").startswith(printed) for says in cards)


def _page(page: GuestPage, form: DoubtForm, status: int = 200, *, stale: bool = False) -> HttpResponse:
    """The page; what was told and not yet looked at stays on it."""
    form = form if form.is_bound else DoubtForm(page.games)
    waiting = Doubt.objects.filter(guest=page.guest, seen_at=None).order_by("-at").first()
    context = {
        "page": page,
        "guest": page.guest,
        "event": page.guest.event,
        "form": form,
        "waiting": waiting,
        "stale": stale,
    }
    return HttpResponse(render_bare("guest_page.html", context), status=status)
