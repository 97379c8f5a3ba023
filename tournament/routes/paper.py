"""Addresses of papers and files."""

from django.urls import path

from tournament.views import files, paper

urlpatterns = [
    path("paper/", paper.paper, name="paper"),
    path("paper/<slug:kind>.pdf", paper.paper_pdf, name="paper_pdf"),
    path("paper/<slug:kind>/", paper.paper_page, name="paper_page"),
    path("files/standings.xlsx", files.workbook, name="workbook"),
    path("files/standings.csv", files.standings_csv, name="standings_csv"),
    path("files/standings.json", files.standings_json, name="standings_json"),
    path("files/evening.json", files.archive, name="archive"),
]
