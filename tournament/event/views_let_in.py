"""A browser is let in whose owner has to wait because somebody else guessed at their name."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournament.event.forms_officials import LetInForm
from tournament.models import Event
from tournament.site.access import DESK, at_event
from tournament.site.limits import let_in


@at_event(DESK)
def let_browser_in(request: HttpRequest, event: Event) -> HttpResponse:
    """Others have used up the tries at a name: its owner's new browser gets some of its own."""
    form = LetInForm(event, request.POST or None)
    if request.method == "POST" and form.is_valid():
        who = form.cleaned_data["who"]
        let_in(form.cleaned_data["number"], who)
        messages.success(request, f"{who} can log in there now, within a quarter of an hour.")
        return redirect("let_browser_in", event.slug)
    return render(request, "event/let_in.html", {"form": form})
