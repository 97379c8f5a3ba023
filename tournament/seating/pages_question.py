"""A grave question on the seating: what is asked, what follows, and the reason with which it is
done.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournament.ledger.signing import new_key, perform
from tournament.models import Event
from tournament.seating.forms import ReasonForm


def done_for_a_reason(
    request: HttpRequest,
    event: Event,
    words: tuple[str, str, str],
    act: Callable[..., object],
    outcome: str,
    *,
    back: str = "door",
    heading: str = "",
) -> HttpResponse:
    """Ask on the page of this very address, then do the act and lead `back`.

    `words` are question, consequence and button; `act` takes a signature and the `reason`, and
    `outcome` says that it is done. The page is headed by the question unless another `heading` is
    given.
    """
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        perform(request, event, lambda signature: act(signature, reason=reason), outcome)
        return redirect(back, event.slug)
    question, consequence, button = words
    context = {
        "question": question,
        "consequence": consequence,
        "button": button,
        "grave": True,
        "form": form,
        "action": request.path,
        "hidden": [("key", new_key())],
        "cancel_url": reverse(back, args=[event.slug]),
        "back": back,
        "heading": heading,
    }
    return render(request, "seating/question.html", context)
