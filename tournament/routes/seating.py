"""Addresses of the seating."""

from django.urls import path

from tournament.views import seating, seating_balance, seating_change, seating_swap

urlpatterns = [
    path("seating/", seating.seating, name="seating"),
    path("seating/draw/", seating.draw_seating, name="draw_seating"),
    path("seating/publish/", seating.publish_seating, name="publish_seating"),
    path("seating/unpublish/", seating.unpublish_seating, name="unpublish_seating"),
    path("seating/balance/", seating_balance.seating_balance, name="seating_balance"),
    path("seating/<int:round>/", seating.round_seating, name="round_seating"),
    path("seating/<int:round>/swap/", seating_swap.swap_seats, name="swap_seats"),
    path("seating/<int:round>/change/", seating_change.change_seat, name="change_seat"),
]
