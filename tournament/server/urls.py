"""Addresses of what follows when a copy of the database was put back."""

from django.urls import path

from tournament.server import recovery

urlpatterns = [
    path("to-key-again/", recovery.to_key_again, name="to_key_again"),
]
