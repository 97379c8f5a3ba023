"""Replaying a game that was written down."""

from django.urls import path

from tournament.views import replay_game

urlpatterns = [path("replay/", replay_game.replay, name="replay")]
