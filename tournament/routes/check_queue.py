"""Addresses of what matters first: which card to compare next, who can still make it, how fast the tables play."""

from django.urls import path

from tournament.views.chances import chances_page, switch_chances
from tournament.views.check_queue import check_queue_page, compare_card
from tournament.views.pace import pace_page

urlpatterns = [
    path("cut/check-queue/", check_queue_page, name="check_queue"),
    path("cut/check-queue/compare/", compare_card, name="compare_card"),
    path("pace/", pace_page, name="pace"),
    path("standings/chances/", chances_page, name="chances"),
    path("standings/chances/show/", switch_chances, name="switch_chances"),
]
