"""Pages that are reached by a code or to get one, and how a phone reaches the server at all."""

from django.urls import path

from tournament.views import guest_page, hall, short_address

urlpatterns = [
    path("t/", short_address.short_address, name="short_address"),
    path("G/<str:code>", guest_page.guest_page, name="guest_page"),
    path("hall/", hall.hall, name="hall"),
    path("hall/reached/", hall.reached, name="hall_reached"),
]
