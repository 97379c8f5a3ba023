"""Addresses of the files of an evening."""

from django.urls import path

from tournament.archive import views

urlpatterns = [
    path("files/standings.xlsx", views.workbook, name="workbook"),
    path("files/standings.csv", views.standings_csv, name="standings_csv"),
    path("files/standings.json", views.standings_json, name="standings_json"),
    path("files/evening.json", views.archive, name="archive"),
    path("files/mails-<str:kind>.zip", views.mails, name="mails"),
    path("mails/<str:kind>/", views.mailing, name="mailing"),
    path("mails/<str:kind>/send/", views.send_mails, name="send_mails"),
    path("mails/<str:kind>/returned/", views.mail_returned, name="mail_returned"),
    path("files/closing-pack.zip", views.closing_pack, name="closing_pack"),
    path("hall-of-fame/", views.fame, name="fame"),
]
