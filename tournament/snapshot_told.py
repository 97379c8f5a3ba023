"""Tells the official who acted when no copy of the database could be made before it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from tournament.snapshot import fault_told

Answer = Callable[[HttpRequest], HttpResponse]


def snapshot_told(answer: Answer) -> Answer:
    """Middleware: the fault of a copy, if there was one, as a message on the page that follows."""

    def answered(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        if fault := fault_told():
            messages.warning(request, fault)
        return response

    return answered
