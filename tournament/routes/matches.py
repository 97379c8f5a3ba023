"""Addresses of matches of two: the pairings, the result of one, the public page."""

from django.urls import path

from tournament.views import board, match_acts, match_result, pairings

urlpatterns = [
    path("matches/", board.matches, name="matches"),
    path("pairings/", pairings.pairings, name="pairings"),
    path("pairings/do/<slug:act>/", match_acts.match_act, name="match_act"),
    path("pairings/<int:round>/<int:table>/", match_result.match_result, name="match_result"),
]
