"""Addresses of leagues, which stand above events."""

from django.urls import path

from tournament.leagues import views

HELD = "league/<slug:league>/"

urlpatterns = [
    path("leagues/", views.leagues, name="leagues"),
    path(HELD, views.league, name="league"),
    path(f"{HELD}standing/", views.league_public, name="league_public"),
    path(f"{HELD}settings/", views.league_settings, name="league_settings"),
    path(f"{HELD}remove/", views.remove_league, name="remove_league"),
    path(f"{HELD}evenings/", views.league_evenings, name="league_evenings"),
    path(f"{HELD}evenings/<slug:evening>/remove/", views.remove_evening, name="remove_evening"),
    path(f"{HELD}organisers/", views.league_organisers, name="league_organisers"),
    path(
        f"{HELD}organisers/<int:pk>/remove/",
        views.remove_league_organiser,
        name="remove_league_organiser",
    ),
    path(f"{HELD}people/", views.league_people, name="league_people"),
    path(f"{HELD}people/link/", views.link_guests, name="link_guests"),
    path(f"{HELD}people/split/", views.split_guest, name="split_guest"),
    path(f"{HELD}people/again/", views.propose_again, name="propose_again"),
    path(f"{HELD}paper/", views.league_paper, name="league_paper"),
    path(f"{HELD}paper.pdf", views.league_pdf, name="league_pdf"),
    path(f"{HELD}workbook.xlsx", views.league_workbook, name="league_workbook"),
]
