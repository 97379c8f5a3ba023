"""Addresses of leagues, which stand above events."""

from django.urls import path

from tournament.views import league_files, league_people, leagues

HELD = "league/<slug:league>/"

urlpatterns = [
    path("leagues/", leagues.leagues, name="leagues"),
    path(HELD, leagues.league, name="league"),
    path(f"{HELD}standing/", leagues.league_public, name="league_public"),
    path(f"{HELD}settings/", leagues.league_settings, name="league_settings"),
    path(f"{HELD}remove/", leagues.remove_league, name="remove_league"),
    path(f"{HELD}evenings/", leagues.league_evenings, name="league_evenings"),
    path(f"{HELD}evenings/<slug:evening>/remove/", leagues.remove_evening, name="remove_evening"),
    path(f"{HELD}organisers/", leagues.league_organisers, name="league_organisers"),
    path(f"{HELD}organisers/<int:pk>/remove/", leagues.remove_league_organiser, name="remove_league_organiser"),
    path(f"{HELD}people/", league_people.league_people, name="league_people"),
    path(f"{HELD}people/link/", league_people.link_guests, name="link_guests"),
    path(f"{HELD}people/split/", league_people.split_guest, name="split_guest"),
    path(f"{HELD}people/again/", league_people.propose_again, name="propose_again"),
    path(f"{HELD}paper/", league_files.league_paper, name="league_paper"),
    path(f"{HELD}paper.pdf", league_files.league_pdf, name="league_pdf"),
    path(f"{HELD}workbook.xlsx", league_files.league_workbook, name="league_workbook"),
]
