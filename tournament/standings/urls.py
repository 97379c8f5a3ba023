"""Standings and why a total is what it is; what to compare next, who can still make it, the pace;
the teams.
"""

from django.urls import path

from tournament.standings import views, views_foresight

urlpatterns = [
    path("standings/", views.standings, name="standings"),
    path("cut/check-queue/", views_foresight.check_queue_page, name="check_queue"),
    path("cut/check-queue/compare/", views_foresight.compare_card, name="compare_card"),
    path("pace/", views_foresight.pace_page, name="pace"),
    path("standings/chances/", views_foresight.chances_page, name="chances"),
    path(
        "standings/chances/moved/<slug:key>/",
        views_foresight.moved_chances,
        name="moved_chances",
    ),
    path("standings/chances/show/", views_foresight.switch_chances, name="switch_chances"),
    path("guests/<int:badge>/why/", views.why_total, name="why_total"),
    path("standings/why/", views.why_of, name="why_of"),
    path("teams/", views.teams, name="teams"),
]
