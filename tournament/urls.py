"""Every address of the site; each view is marked with who may open it (tournament/access.py)."""

from django.urls import URLPattern, URLResolver, include, path

# Pages of an event live under its slug; `public` and `accounts` stand outside any event.
EVENT_PARTS: tuple[str, ...] = (
    "desk",
    "just_ask",
    "rules_at_hand",
    "replay",
    "why",
    "check_queue",
    "door",
    "entry",
    "event",
    "event_copy",
    "finals",
    "guests",
    "matches",
    "paper",
    "phones",
    "pending",
    "backup",
    "time_out",
    "public",
    "rulings",
    "seating",
    "standings",
    "status",
    "teams",
)
OUTER_PARTS: tuple[str, ...] = ("accounts", "health", "administration", "pad", "pad_calls", "by_code", "leagues")

urlpatterns: list[URLPattern | URLResolver] = [
    *(path("", include(f"tournament.routes.{part}")) for part in OUTER_PARTS),
    *(path("e/<slug:slug>/", include(f"tournament.routes.{part}")) for part in EVENT_PARTS),
]

# A full disk or a busy database is told as such, wherever it is noticed.
handler500 = "tournament.not_saved.broken"
