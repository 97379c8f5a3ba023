"""The rules of the evening for everybody, without a log-in."""

from django.urls import path

from tournament.views import rules_at_hand

urlpatterns = [
    path("rules/", rules_at_hand.rules_at_hand, name="rules_at_hand"),
    path("rules/worker.js", rules_at_hand.rules_worker, name="rules_worker"),
    path("rules/games/", rules_at_hand.games_compared, name="games_compared"),
]
