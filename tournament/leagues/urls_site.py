"""Addresses of leagues, which stand above events."""

from django.urls import path

from tournament.leagues import views, views_paper, views_people

LEAGUE = "league/<slug:league>/"

urlpatterns = [
    path("leagues/", views.leagues, name="leagues"),
    path(LEAGUE, views.league_page, name="league"),
    path(f"{LEAGUE}standing/", views.league_public, name="league_public"),
    path(f"{LEAGUE}settings/", views.league_settings, name="league_settings"),
    path(f"{LEAGUE}remove/", views.remove_league, name="remove_league"),
    path(f"{LEAGUE}evenings/", views.league_evenings, name="league_evenings"),
    path(f"{LEAGUE}evenings/<slug:evening>/remove/", views.remove_evening, name="remove_evening"),
    path(f"{LEAGUE}organisers/", views.league_organisers, name="league_organisers"),
    path(
        f"{LEAGUE}organisers/<int:pk>/remove/",
        views.remove_league_organiser,
        name="remove_league_organiser",
    ),
    path(f"{LEAGUE}people/", views_people.league_people, name="league_people"),
    path(f"{LEAGUE}people/link/", views_people.link_guests, name="link_guests"),
    path(f"{LEAGUE}people/split/", views_people.split_guest, name="split_guest"),
    path(f"{LEAGUE}people/again/", views_people.propose_again, name="propose_again"),
    path(f"{LEAGUE}paper/", views_paper.league_paper, name="league_paper"),
    path(f"{LEAGUE}paper.pdf", views_paper.league_pdf, name="league_pdf"),
    path(f"{LEAGUE}workbook.xlsx", views_paper.league_workbook, name="league_workbook"),
]
