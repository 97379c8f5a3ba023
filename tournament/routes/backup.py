"""Addresses of what follows when a copy of the database was put back."""

from django.urls import path

from tournament.views import to_key_again

urlpatterns = [
    path("to-key-again/", to_key_again.to_key_again, name="to_key_again"),
]
