"""What a watchman asks: does the process live, and can it take sheets. Neither reads a cookie."""

from django.http import HttpRequest, JsonResponse

from tournament.access import PUBLIC, open_to
from tournament.health.readiness import readiness


@open_to(PUBLIC)
def healthz(request: HttpRequest) -> JsonResponse:
    """The process lives; nothing else is asked, so that a slow database restarts no server."""
    return _said({"alive": True})


@open_to(PUBLIC)
def readyz(request: HttpRequest) -> JsonResponse:
    """Sheets can be taken; else 503, and what to mend. Figures of the machine are for its keeper, not for everybody."""
    wrong = [finding.mend for finding in readiness() if finding.wrong]
    return _said({"ready": not wrong, "wrong": wrong}, status=503 if wrong else 200)


def _said(told: dict[str, object], status: int = 200) -> JsonResponse:
    answer = JsonResponse(told, status=status)
    answer.headers["Cache-Control"] = "no-store"
    return answer
