"""Addresses of the administrator's pages."""

from django.urls import path

from tournament.administration import administration

urlpatterns = [path("administration/", administration.urls)]
