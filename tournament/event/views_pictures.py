"""The arms and the sponsor's picture: chosen, looked at, taken away; and shown to anybody."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from tournament.event.acts_pictures import USES, set_picture
from tournament.event.pictures import LARGEST
from tournament.ledger.signing import signature
from tournament.models import Event, Picture
from tournament.refusal import Refused
from tournament.site.access import ORGANISER, PUBLIC, at_event, open_to


@at_event(ORGANISER)
def pictures(request: HttpRequest, event: Event) -> HttpResponse:
    """Both as they are, each with a file to choose and a button that takes it away."""
    if request.method == "POST":
        use, upload = request.POST.get("use", ""), request.FILES.get("picture")
        submission = upload.read(LARGEST + 1) if upload else b""
        try:
            set_picture(
                event, use, None if "away" in request.POST else submission, signature(request)
            )
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            outcome = (
                f"{USES[use]}: the picture is taken away from now on."
                if "away" in request.POST
                else f"{USES[use]}: the picture is shown from now on."
            )
            messages.success(request, outcome)
        return redirect("pictures", event.slug)
    rows = [(use, words, getattr(event, use)) for use, words in USES.items()]
    return render(request, "event/pictures.html", {"rows": rows})


@open_to(PUBLIC)
def picture(request: HttpRequest, digest: str) -> HttpResponse:
    """A picture by its digest, which never changes."""
    stored = get_object_or_404(Picture, digest=digest)
    kind = "image/svg+xml" if stored.svg else "image/png"
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable",
        "Content-Security-Policy": ALONE,
        "X-Content-Type-Options": "nosniff",
    }
    return HttpResponse(bytes(stored.content), content_type=kind, headers=headers)


ALONE = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture opened by its own address runs nothing and asks for nothing."""
