"""Pages of a list of guests that is taken in."""

from django.urls import path

from tournament.tickets import views

urlpatterns = [
    path("guests/import/", views.import_guests, name="import_guests"),
    path("guests/tickets/", views.tickets, name="tickets"),
    path("guests/import/take-in/", views.take_guests_in, name="take_guests_in"),
]
