"""Addresses of closing a round for want of time."""

from django.urls import path

from tournament.views import time_out

urlpatterns = [
    path("rounds/<int:round>/time-out/", time_out.time_out, name="time_out"),
    path("rounds/<int:round>/play-on/", time_out.play_on, name="play_on"),
]
