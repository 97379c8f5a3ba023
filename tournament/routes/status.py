"""The organiser's look at the server, and the end of an evening's names."""

from django.urls import path

from tournament.views import names_wiped, status

urlpatterns = [
    path("status/", status.status, name="status"),
    path("names/", names_wiped.wipe_names, name="wipe_names"),
]
