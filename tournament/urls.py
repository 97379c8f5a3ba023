"""Every address of the site; each view is marked with who may open it
(tournament/site/access.py).
"""

from django.urls import URLPattern, URLResolver, include, path

# Pages of an evening live under its slug; here and below those asked for all evening are looked for
# first.
EVENT: tuple[str, ...] = (
    "tournament.home.urls",
    "tournament.standings.urls",
    "tournament.entry.urls",
    "tournament.tickets.urls",
    "tournament.guests.urls",
    "tournament.seating.urls",
    "tournament.event.urls",
    "tournament.finals.urls",
    "tournament.rulings.urls",
    "tournament.screens.urls",
    "tournament.rehearsal.urls",
    "tournament.matches.urls",
    "tournament.phones.urls",
    "tournament.paper.urls",
    "tournament.archive.urls",
    "tournament.approvals.urls",
    "tournament.server.urls",
)
SITE: tuple[str, ...] = (
    "tournament.phones.urls_site",
    "tournament.home.urls_site",
    "tournament.leagues.urls_site",
    "tournament.screens.urls_site",
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/", include([path("", include(module)) for module in EVENT])),
    *(path("", include(module)) for module in SITE),
]

# A full disk or a busy database is told as such, wherever it is noticed.
handler500 = "tournament.site.not_saved.broken"
# What is too large is told by the keeper of forms.
handler400 = "tournament.site.keeper.cannot_read"
