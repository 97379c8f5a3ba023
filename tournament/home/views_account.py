"""An account in its owner's hands: the password, where it is logged in, and what it is asked to
serve as.
"""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournament.event import acts_officials
from tournament.home.forms import FiguresForm, PasswordForm
from tournament.home.log_ins import end_log_ins, lasting_log_ins
from tournament.models import LARGEST_NUMBER, Appointment, LogInEntry
from tournament.refusal import Refused
from tournament.site import second_factor as factor
from tournament.site.access import SIGNED_IN, open_to
from tournament.site.codes import code_image
from tournament.site.log_in import TOO_OFTEN
from tournament.site.password import asked_again
from tournament.site.this_machine import is_demo_account

MOST_ENTRIES = 30
OF_THE_DEMO = "The demo’s log-ins keep their passwords, which everybody knows."


@open_to(SIGNED_IN)
def account(request: HttpRequest) -> HttpResponse:
    """The page, and a password of one's own choice; all other log-ins end with the old one."""
    user = cast(User, request.user)
    form = PasswordForm(request, request.POST or None)
    if request.method == "POST" and is_demo_account(user):
        messages.error(request, OF_THE_DEMO)
        return redirect("start")
    if request.method == "POST" and form.is_valid():
        acts_officials.change_password(user, form.cleaned_data["password"])
        update_session_auth_hash(request, user)
        messages.success(request, "Your password is changed. Your other log-ins have ended.")
        return redirect("account")
    context = {
        "form": form,
        "log_ins": lasting_log_ins(request, user),
        "has_second_factor": factor.has_one(user),
        "entries": LogInEntry.objects.filter(user=user).order_by("-pk")[:MOST_ENTRIES],
    }
    return render(
        request,
        "home/account.html",
        context,
        status=429 if form.has_error("__all__", TOO_OFTEN) else 200,
    )


@open_to(SIGNED_IN)
@require_POST
def end_log_in(request: HttpRequest) -> HttpResponse:
    """End one log-in of one's own by its mark, or all but this one."""
    user = cast(User, request.user)
    ended = end_log_ins(request, user, request.POST.get("mark", ""))
    words = {0: "That log-in has already ended.", 1: "1 log-in has ended."}.get(
        ended, f"{ended} log-ins have ended."
    )
    messages.success(request, words)
    return redirect("account")


@open_to(SIGNED_IN)
def second_factor(request: HttpRequest) -> HttpResponse:
    """Set up a second factor for one's log-ins, or turn it off: the password is asked again."""
    user = cast(User, request.user)
    if is_demo_account(user):
        messages.error(request, OF_THE_DEMO)
        return redirect("start")
    if question := asked_again(request):
        return question
    if request.method == "POST" and "off" in request.POST:
        factor.turn_off(user)
        messages.success(request, "Your log-ins ask for the password alone again.")
        return redirect("account")
    return _second_factor_page(request, user)


def _second_factor_page(request: HttpRequest, user: User) -> HttpResponse:
    form = FiguresForm(request.POST or None)
    codes: list[str] = []
    has_one = factor.has_one(user)
    if request.method == "POST" and not has_one and form.is_valid():
        codes = factor.turn_on(user, request.POST.get("seed", ""), form.cleaned_data["figures"])
        if not codes:
            form.add_error("figures", factor.WRONG_FIGURES)
    context: dict[str, Any] = {"form": form, "codes": codes}
    if codes or has_one:
        context["left"] = factor.recovery_codes_left(user)
    else:
        device = factor.proposed(user, request.POST.get("seed", ""))
        context |= {
            "image": code_image(factor.config_url(device)),
            "secret": factor.typed_secret(device),
            "seed": device.key,
        }
    return render(request, "home/second_factor.html", context)


@open_to(SIGNED_IN)
@require_POST
def answer_appointment(request: HttpRequest) -> HttpResponse:
    """Accept an office one is asked to take, or decline it."""
    appointment = _appointment(cast(User, request.user), request.POST.get("appointment", ""))
    if appointment is None:
        messages.error(request, acts_officials.NO_LONGER_ASKED)
        return redirect("start")
    try:
        if request.POST.get("answer") != "yes":
            acts_officials.decline_appointment(appointment)
            messages.success(request, f"You declined to serve at {appointment.event.name}.")
            return redirect("start")
        acts_officials.accept_appointment(appointment)
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("start")
    return redirect("evening", appointment.event.slug)


def _appointment(user: User, number: str) -> Appointment | None:
    """The appointment of this number, where it is this account's to answer."""
    if not number.isascii() or not number.isdigit() or int(number) > LARGEST_NUMBER:
        return None
    return Appointment.objects.select_related("event").filter(user=user, pk=int(number)).first()
