"""Who may open a page, and whose rows it finds: every route carries a mark, and an unmarked one
fails the build; a row that an address names by its number is looked up among those of its
evening and nowhere else; and who acts is named as the ledger records it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import resolve, reverse
from django.utils import timezone

from tournament.models import (
    LARGEST_NUMBER,
    CodeKind,
    Event,
    Game,
    Guest,
    Official,
    Role,
    Round,
    Table,
    row_asked,
)
from tournament.site.freshness import event_at
from tournament.site.keeper import not_there, stopped_by_log_in, stopped_without_log_in
from tournament.site.keeping import EventView, keeping
from tournament.site.password import asked_again
from tournament.site.sessions import be_strict


@dataclass(frozen=True, slots=True)
class Mark:
    """What a route asks for: nothing, an account, one of some roles at the event, or a code of some
    kinds. `writers`: of those roles only these may send something; the page is there to read for
    the others.

    A code comes in a header or in the address of a page; such routes read no cookie
    (tournament/phones/entrance.py). `administrator`: administrators alone, or at an event besides
    its officials and only to read. `again`: whoever does this says the password once more, unless
    they did so within the last minutes (tournament/site/password.py).
    """

    name: str
    signed_in: bool = True
    roles: frozenset[str] = frozenset()
    writers: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    header: bool = True
    administrator: bool = False
    reads_only: bool = False
    again: bool = False


PUBLIC = Mark("public", signed_in=False)
SIGNED_IN = Mark("signed in")
OFFICIAL = Mark("official", roles=frozenset({Role.UMPIRE, Role.HEAD_UMPIRE, Role.ORGANISER}))
RECORD = replace(OFFICIAL, name="record", administrator=True)
DESK = Mark("desk", roles=frozenset({Role.HEAD_UMPIRE, Role.ORGANISER}))
ORGANISER_WRITES = frozenset({Role.ORGANISER})
DESK_READS = replace(DESK, name="desk, organiser writes", writers=ORGANISER_WRITES)
OFFICIAL_READS = replace(OFFICIAL, name="official, organiser writes", writers=ORGANISER_WRITES)
ANNOUNCER = Mark("announcer", roles=frozenset({Role.ANNOUNCER, Role.HEAD_UMPIRE, Role.ORGANISER}))
TWO = 2  # officials whom a grave act takes
GRAVE = replace(DESK, name="desk, password again", again=True)
ORGANISER = Mark("organiser", roles=frozenset({Role.ORGANISER}))
ORGANISER_GRAVE = replace(ORGANISER, name="organiser, password again", again=True)
ADMINISTRATOR = Mark("administrator", administrator=True, again=True)
ROWS = Mark("rows, to read", administrator=True, reads_only=True)
TABLE = Mark("table", signed_in=False, codes=frozenset({CodeKind.TABLE, CodeKind.PHONE}))
HAND_OVER = Mark("hand-over", signed_in=False, codes=frozenset({CodeKind.HAND_OVER}))
GUEST = Mark("guest", signed_in=False, codes=frozenset({CodeKind.GUEST}), header=False)
READS = ("GET", "HEAD")
NO_SUCH_PAGE = "There is no such page for this account."
# Written out, as it is asked at every page of an official: the query builder takes four times as
# long as the database. The last column moves with every change of a row of the evening, or of what
# belongs to none; changes get their numbers before they are seen, so it looks behind the last too.
OFFICE = """
    SELECT {event}, office.id, office.role, office.on_duty,
        COALESCE((SELECT SUM(late.id) FROM (
            SELECT id FROM tournament_change WHERE event_id = event.id ORDER BY id DESC LIMIT 32
        ) late), 0) + COALESCE((SELECT MAX(id) FROM tournament_change WHERE event_id IS NULL), 0)
    FROM tournament_event event
    LEFT JOIN tournament_official office ON office.event_id = event.id AND office.user_id = %s
    WHERE event.slug = %s
"""

View = Callable[..., HttpResponseBase]


class EventRequest(HttpRequest):
    """A request whose official is known (set by the mark)."""

    official: Official


def open_to(mark: Mark) -> Callable[[View], View]:
    """Mark a page that belongs to no event: public, for any account, or for administrators."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if mark.signed_in and (page := without_log_in(request, "start")):
                return page
            wrong_person = mark.administrator and not is_administrator(cast(User, request.user))
            if wrong_person or (mark.reads_only and request.method not in READS):
                raise Http404(NO_SUCH_PAGE)
            return (mark.again and asked_again(request)) or view(request, *args, **kwargs)

        return marked(guarded, mark)

    return decorate


def at_event(mark: Mark) -> Callable[[EventView], View]:
    """Mark a page of an event: it gets the event, and only those with the role see it; to others it
    is not there.
    """

    def decorate(view: EventView) -> View:
        shown = keeping(view)

        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not mark.signed_in:
                event = event_at(slug)
                with timezone.override(event.zone):
                    return view(request, event, *args, **kwargs)
            if page := without_log_in(request, "evening", slug):
                return page
            official = _official(request, slug, mark)
            cast(EventRequest, request).official = official
            if instead := _counterpart(request, official.event):
                return not_there(request) or redirect(instead, slug)
            with timezone.override(official.event.zone):
                return (mark.again and asked_again(request)) or shown(
                    request, official.event, *args, **kwargs
                )

        return marked(guarded, mark)

    return decorate


_AT_TABLES = """
match_results: standings cut reveal playoff podium chances prizes prize_settings why_total why_of
pairings: seating seating_balance check_queue put_right publish_seating unpublish_seating draw_file
pairings: round_seating change_seat swap_seats small_table close_table moved_back sit_in
pairings: table sheet correction conflict history close reopen time_out
pairings: desk_table desk_again desk_card desk_totals
evening: desk pace
phones: rescue
"""
_OF_MATCHES = """
seating: pairings match_act
standings: match_results
evening: match_won match_result
"""


def _counterparts(table: str) -> dict[str, str]:
    rows = (line.split(": ") for line in table.strip().splitlines())
    return {route: instead for instead, routes in rows for route in routes.split()}


COUNTERPARTS = {True: _counterparts(_AT_TABLES), False: _counterparts(_OF_MATCHES)}
"""By whether guests are paired: routes of the other kind of evening, each with what stands in its
place here: people keep the addresses of the evening before.
"""
OTHERWISE = {
    True: "Guests are paired at this evening: this page stands in place of that one.",
    False: "Guests sit at tables at this evening: this page stands in place of that one.",
}


def _counterpart(request: HttpRequest, event: Event) -> str:
    """The page to look at instead, with a sentence, where the one asked for belongs to the other
    kind of evening.
    """
    match = request.resolver_match
    instead = COUNTERPARTS[event.paired].get(match.url_name or "", "") if match else ""
    if instead:
        messages.info(request, OTHERWISE[event.paired])
    return instead


def marked(view: View, mark: Mark) -> View:
    """Put the mark on a view (also on one from a library)."""
    view.access = mark  # type: ignore[attr-defined]
    return view


def mark_of(view: View) -> Mark | None:
    """The mark of a view, or None when it has none."""
    return getattr(view, "access", None)


def may(request: HttpRequest, roles: frozenset[str]) -> bool:
    """Whether the official who asks has one of these roles."""
    official = getattr(request, "official", None)
    return official is not None and official.role in roles


def at_desk(request: HttpRequest) -> bool:
    """Whether a head umpire or organiser asks."""
    return may(request, DESK.roles)


def is_there(request: HttpRequest, address: str) -> bool:
    """Whether the page of an event at this address is there for the official who asks."""
    mark = mark_of(resolve(address.partition("?")[0]).func)
    return mark is None or not mark.roles or may(request, mark.roles)


def is_administrator(user: User) -> bool:
    """Whether an account manages accounts and the server; at an evening it may read, and write only
    with an office.
    """
    return user.is_active and user.is_staff and user.is_superuser


def without_log_in(request: HttpRequest, home: str, *slugs: str) -> HttpResponseBase | None:
    """What stops one who is not logged in: the log-in, which keeps a form that was sent. None where
    somebody is, or has just logged in with such a form.

    The log-in leads back to the page asked for, or, where it was an act that cannot be repeated, to
    the route `home`.
    """
    if page := stopped_by_log_in(request):
        return page
    if request.user.is_authenticated:
        return None
    if page := stopped_without_log_in(request):
        return page
    reads = request.method in READS
    return redirect_to_login(request.get_full_path() if reads else reverse(home, args=slugs))


def office(slug: str, user: User) -> Official | None:
    """What this account is at an event, with the event itself: an office without a role where it
    is nothing there, and None where there is no such event.
    """
    row = row_asked(Event, "event", OFFICE, [user.pk, slug])
    if row is None:
        return None
    event, (pk, role, on_duty, moved) = row
    official = Official(pk=pk, event=event, user=user, role=role or "", on_duty=bool(on_duty))
    official.moved = moved
    return official


def _official(request: HttpRequest, slug: str, mark: Mark) -> Official:
    user = cast(User, request.user)
    official = office(slug, user)
    roles = mark.roles if request.method in READS else mark.writers or mark.roles
    if official is not None and official.role not in roles:
        reads = mark.administrator and request.method in READS
        if not (reads and is_administrator(user)):
            raise Http404(NO_SUCH_PAGE)
        official.pk, official.role = None, "administrator"
    if official is None:
        raise Http404(NO_SUCH_PAGE)
    if official.role == Role.ORGANISER:
        be_strict(request)
    return official


def of_event(model: type[Model], event: Event, pk: int) -> None:
    """404 for a row of another evening as for one that is nobody's, so that no answer tells which
    exist.
    """
    _there(model._default_manager.filter(event=event), pk=pk)


def round_of(event: Event, round: int) -> None:
    """404 where the evening has no such round."""
    _there(Round.objects.filter(event=event), number=round)


def table_of(event: Event, round: int, table: int) -> None:
    """404 where the round has no such table."""
    _there(Table.objects.filter(event=event), round__number=round, number=table)


def game_of(event: Event, round: int, table: int, game: int) -> None:
    """404 where the table plays no such game."""
    _there(
        Game.objects.filter(event=event),
        table__round__number=round,
        table__number=table,
        number=game,
    )


def guest_of(event: Event, badge: int) -> None:
    """404 where nobody of the evening has this badge."""
    _there(Guest.objects.filter(event=event), badge=badge)


def _there(rows: QuerySet[Model], **lookup: int) -> None:
    if max(lookup.values()) > LARGEST_NUMBER or not rows.filter(**lookup).exists():
        raise Http404("This evening has no such thing.")


@dataclass(frozen=True, slots=True)
class Actor:
    """A name for the record, the account behind it where there is one, and what the log may call
    them.
    """

    name: str
    user_id: int | None = None
    account: str = ""


def actor_of(request: HttpRequest) -> Actor:
    """The official behind a request."""
    user = cast(User, request.user)
    account = user.get_username()
    return Actor(name=user.get_full_name() or account, user_id=user.pk, account=account)
