"""Addresses of matches of two: the pairings, the result of one."""

from django.urls import path

from tournament.matches import views

urlpatterns = [
    path("pairings/", views.pairings, name="pairings"),
    path("pairings/do/<slug:act>/", views.match_act, name="match_act"),
    path("pairings/<int:round>/<int:table>/", views.match_result, name="match_result"),
]
