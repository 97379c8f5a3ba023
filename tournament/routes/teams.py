"""The address of the teams of an event."""

from django.urls import path

from tournament.views import teams

urlpatterns = [path("teams/", teams.teams, name="teams")]
