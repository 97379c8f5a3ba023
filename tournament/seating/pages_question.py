"""A grave question on the seating with its reason: what is asked, what follows, and the address
that does it.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournament.ledger.signing import new_key
from tournament.models import Event
from tournament.seating.forms import ReasonForm


def ask(
    request: HttpRequest,
    event: Event,
    words: tuple[str, str, str],
    form: ReasonForm,
    address: tuple[str | int, ...],
    *,
    back: str = "door",
) -> HttpResponse:
    """A grave question with its reason: question, consequence and button, and the address that does
    it.
    """
    question, consequence, button = words
    name, *args = address
    context = {
        "question": question,
        "consequence": consequence,
        "button": button,
        "grave": True,
        "form": form,
    }
    context |= {"action": reverse(str(name), args=[event.slug, *args])}
    context |= {
        "hidden": [("key", new_key())],
        "cancel_url": reverse(back, args=[event.slug]),
        "back": back,
    }
    return render(request, "seating/door_question.html", context)
