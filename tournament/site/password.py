"""Whoever does something grave says their password once more, unless they said it a short while
ago.

An unattended laptop with a logged-in browser is the likeliest intruder of an evening. The question
carries along everything that was sent, so that the right password does at once what was asked for,
and nothing is typed twice.
"""

from typing import Any, cast

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.site import clock
from tournament.site.keeper import Hindrance, kept_page, status_alone
from tournament.site.log_in_limits import may_try, right_password, wait_a_little

SAID_AT = "password_said_at"
VALID = 20 * 60  # seconds
FIELD = "password_again"
KEPT = (
    "This step needs your password. What you typed is kept and done at once; you are not asked"
    " again for {minutes} minutes."
)
WRONG = "This is not the password of {name}. Nothing was done."


@receiver(user_logged_in)
def _said_now(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """A log-in is the password said."""
    request.session[SAID_AT] = int(clock.now())


def asked_again(request: HttpRequest) -> HttpResponse | None:
    """The question for the password, or None where it may be done now.

    Reading a page never asks.
    """
    if request.method != "POST" or _fresh(request):
        return None
    password = request.POST.get(FIELD)
    if password is None:
        return _question(request, "")
    user = cast(User, request.user)
    if not may_try(request, user.get_username()):
        return _question(request, wait_a_little(request), status=429)
    if not user.check_password(password):
        user_login_failed.send(
            __name__, credentials={"username": user.get_username()}, request=request
        )
        return _question(request, WRONG.format(name=user.get_username()), status=422)
    right_password(request, user.get_username())
    # As after a log-in: a key that somebody else holds opens nothing any more.
    request.session.cycle_key()
    request.session[SAID_AT] = int(clock.now())
    return None


def _fresh(request: HttpRequest) -> bool:
    return 0 <= clock.now() - int(request.session.get(SAID_AT, 0)) < VALID


def _back(request: HttpRequest) -> str:
    """The evening's home, or the first screen for what belongs to no evening."""
    official = getattr(request, "official", None)
    return reverse("evening", args=[official.event.slug]) if official else reverse("start")


def _question(request: HttpRequest, fault: str, *, status: int = 403) -> HttpResponse:
    """The question; what was sent goes along in hidden fields, which no browser keeps."""
    name = cast(User, request.user).get_username()
    why = Hindrance(
        "Your password once more",
        (f"Is it still you, {name}?", KEPT.format(minutes=VALID // 60)),
        "Go on",
        status,
        fault,
        again=FIELD,
        leave=_back(request),
    )
    return status_alone(request, status) or kept_page(request, why)
