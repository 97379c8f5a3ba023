"""Only reading and posting: any other way of calling an address ends here, whoever calls and whatever is there."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

KNOWN = ("GET", "HEAD", "POST")
Answer = Callable[[HttpRequest], HttpResponse]


def known_methods(answer: Answer) -> Answer:
    """Middleware: 405 to everything but GET, HEAD and POST, so that no view has to think of it."""

    def answered(request: HttpRequest) -> HttpResponse:
        return answer(request) if request.method in KNOWN else HttpResponseNotAllowed(KNOWN)

    return answered
