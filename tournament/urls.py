"""Every address of the site; each view is marked with who may open it (tournament/access.py)."""

from django.urls import URLPattern, URLResolver, include, path

# Pages of an event live under its slug; `public` and `accounts` stand outside any event.
EVENT_PARTS: tuple[str, ...] = (
    "entry",
    "event",
    "guests",
    "paper",
    "public",
    "seating",
    "standings",
)
OUTER_PARTS: tuple[str, ...] = ("accounts",)

urlpatterns: list[URLPattern | URLResolver] = [
    *(path("", include(f"tournament.routes.{part}")) for part in OUTER_PARTS),
    *(path("e/<slug:slug>/", include(f"tournament.routes.{part}")) for part in EVENT_PARTS),
]
