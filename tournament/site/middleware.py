"""What every request passes: only reading and posting are answered, and what is not public is
kept by no browser and no proxy.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from tournament.site.access import PUBLIC, mark_of

Answer = Callable[[HttpRequest], HttpResponse]


KNOWN = ("GET", "HEAD", "POST")


def known_methods(answer: Answer) -> Answer:
    """Middleware: 405 to everything but GET, HEAD and POST, so that no view has to think of it."""

    def answered(request: HttpRequest) -> HttpResponse:
        return answer(request) if request.method in KNOWN else HttpResponseNotAllowed(KNOWN)

    return answered


NOBODY, ONE_BROWSER = "private, no-store", "private, no-cache"


UNUSED = ("geolocation", "microphone", "midi", "payment", "serial", "usb")


POLICY = ", ".join(f"{name}=()" for name in UNUSED)
"""What no page of ours asks a browser for, so that nothing slipped into one can either."""


CLEARED = '"cache"'
"""Never the storage: a phone keeps there what it has not sent yet."""


def kept_by_nobody(answer: Answer) -> Answer:
    """Middleware: what is not public is kept by no browser and no proxy. A page opened by a code
    may be asked for again with what the browser has, as a phone does every few seconds.
    """

    def answered(request: HttpRequest) -> HttpResponse:
        response = answer(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        match = request.resolver_match
        mark = mark_of(match.func) if match else None
        if mark is None:
            return response
        own = response.headers.get("Cache-Control", "")
        if mark != PUBLIC and "no-store" not in own:
            again = mark.codes and own == "no-cache"
            response.headers["Cache-Control"] = ONE_BROWSER if again else NOBODY
        if match and match.url_name == "logout":
            response.headers["Clear-Site-Data"] = CLEARED
        return response

    return answered
