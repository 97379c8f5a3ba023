"""Addresses of matches of two: the kind of evening, the pairings, the result of one."""

from django.urls import path

from tournament.matches import views, views_acts, views_kind, views_result

urlpatterns = [
    path("settings/kind/", views_kind.event_kind, name="event_kind"),
    path("results/", views.match_results, name="match_results"),
    path("pairings/", views.pairings, name="pairings"),
    path("pairings/do/<slug:act>/", views_acts.match_act, name="match_act"),
    path("pairings/won/", views_result.match_won, name="match_won"),
    path("pairings/<int:round>/<int:table>/", views_result.match_result, name="match_result"),
]
