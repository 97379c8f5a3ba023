"""Asking the rules: the situations, one of them told in taps, its answer."""

from django.urls import path

from tournament.views import just_ask

urlpatterns = [
    path("ask/", just_ask.ask, name="just_ask"),
    path("ask/<slug:kind>/", just_ask.ask_about, name="ask_about"),
    path("ask/<slug:kind>/answer/", just_ask.ask_answer, name="ask_answer"),
]
