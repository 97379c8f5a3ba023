"""The first screen, logging in, and starting an evening."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.access import PUBLIC, SIGNED_IN, is_administrator, marked, open_to
from tournament.acts.demo import ACCOUNTS, PASSWORD
from tournament.acts.event import appoint, create_event
from tournament.acts.officials import create_organiser
from tournament.forms.accounts import TOO_OFTEN, LogInForm, NewEventForm, OwnEveningForm
from tournament.forms.rules import new_columns
from tournament.ledger.chain import all_or_nothing
from tournament.ledger.formats import event_format
from tournament.log_in_limits import know_again
from tournament.models import Event, Official, Role
from tournament.own_machine import DEMO_REFUSED, from_this_machine, is_demo_account

BACKEND = "django.contrib.auth.backends.ModelBackend"
CLOSED = "An organiser is registered here. Log in, or ask them to add you as an official."


@open_to(PUBLIC)
def start(request: HttpRequest) -> HttpResponse:
    """The demo, an evening of one's own, and for those logged in their evenings."""
    return render(request, "tournament/start.html", _doors(request, OwnEveningForm()))


@open_to(PUBLIC)
def icon(request: HttpRequest) -> HttpResponse:
    """The mark, for readers that ask for an icon at the usual place, such as the one for PDFs."""
    return redirect(static("tournament/mark.svg"))


@open_to(PUBLIC)
@require_POST
def own_evening(request: HttpRequest) -> HttpResponse:
    """Make the organiser's account and the event, log in, open it."""
    form = OwnEveningForm(request.POST)
    if not _may_register(request):
        messages.error(request, CLOSED)
        return redirect("login")
    if not form.is_valid():
        return render(request, "tournament/start.html", _doors(request, form))
    with all_or_nothing():
        user = create_organiser(form.cleaned_data["your_name"], form.cleaned_data["password"])
        event = _create(form, user)
    login(request, user, BACKEND)
    return redirect(_first(event), event.slug)


@open_to(SIGNED_IN)
def new_event(request: HttpRequest) -> HttpResponse:
    """A further evening of someone who has an account."""
    user = cast(User, request.user)
    if is_demo_account(user):
        messages.error(request, "The demo's log-ins start no evening. Log out, then start one under your own name.")
        return redirect("start")
    form = NewEventForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with all_or_nothing():
            event = _create(form, user)
        return redirect(_first(event), event.slug)
    return render(request, "tournament/start_event.html", {"form": form})


@open_to(PUBLIC)
@require_POST
def demo(request: HttpRequest) -> HttpResponse:
    """Log the one at this machine in as the organiser of the demo."""
    if not from_this_machine(request):
        messages.error(request, DEMO_REFUSED)
        return redirect("login")
    official = _demo_organiser()
    if official is None:
        messages.error(request, "There is no demo evening here: “make run” lays one.")
        return redirect("start")
    login(request, official.user, BACKEND)
    return redirect("evening", official.event.slug)


def demo_log_ins(request: HttpRequest) -> list[tuple[str, str, str]]:
    """Role, name and password of the demo's accounts, for one who sits at this machine."""
    if not from_this_machine(request) or not Event.objects.filter(is_demo=True).exists():
        return []
    return [(str(role.label), name, PASSWORD) for name, role in ACCOUNTS.items()]


class LogIn(LoginView):
    """The log-in page."""

    authentication_form = LogInForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The demo's log-ins are shown where they work."""
        return super().get_context_data(**kwargs) | {"demo_log_ins": demo_log_ins(self.request)}

    def form_valid(self, form: LogInForm) -> HttpResponse:  # type: ignore[override]
        """In, and known again the next time."""
        answer = super().form_valid(form)
        know_again(self.request, answer, form.get_user().get_username())
        return answer

    def form_invalid(self, form: LogInForm) -> HttpResponse:  # type: ignore[override]
        """The page again; too many tries are called so to programs too."""
        answer = super().form_invalid(form)
        answer.status_code = 429 if form.has_error("__all__", TOO_OFTEN) else answer.status_code
        return answer


log_in = marked(LogIn.as_view(), PUBLIC)
log_out = marked(LogoutView.as_view(), PUBLIC)


def _create(form: NewEventForm, user: User) -> Event:
    said = form.cleaned_data
    event = create_event({"name": said["name"], "date": said["date"]} | new_columns(said["game"]))
    appoint(event, user, Role.ORGANISER)
    return event


def _first(event: Event) -> str:
    """Where a new evening goes on: to the choices of its game where there are any, else to its guests."""
    return "event_rules" if event_format(event).choices else "guests"


def _may_register(request: HttpRequest) -> bool:
    """Whether a stranger may make an account: at this machine, or while no evening has an organiser."""
    registered = Official.objects.filter(role=Role.ORGANISER, event__is_demo=False)
    return from_this_machine(request) or not registered.exists()


def _demo_organiser() -> Official | None:
    offices = Official.objects.select_related("event", "user").filter(event__is_demo=True, role=Role.ORGANISER)
    return offices.order_by("event__pk").first()


def _doors(request: HttpRequest, form: OwnEveningForm) -> dict[str, Any]:
    user = request.user
    offices = Official.objects.filter(user=user.pk).select_related("event").order_by("-event__date", "event__name")
    demo_event = Event.objects.filter(is_demo=True).order_by("pk").first()
    events = [(reverse("evening", args=[held.event.slug]), held.event, held.get_role_display()) for held in offices]
    administrator = user.is_authenticated and is_administrator(user)
    if administrator:
        others = Event.objects.exclude(pk__in=[office.event_id for office in offices])
        events += [(reverse("standings", args=[event.slug]), event, "Administrator") for event in others]
    return {
        "form": form,
        "events": events,
        "administrator": administrator,
        "may_register": _may_register(request),
        "demo": demo_event,
        "demo_here": from_this_machine(request),
        "demo_guests": demo_event.guests.count() if demo_event else 0,
        "demo_log_ins": demo_log_ins(request),
        "demo_account": user.is_authenticated and is_demo_account(user),
    }
