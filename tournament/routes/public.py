"""Addresses of an event that need no log-in: its board, and where a guest sits."""

from django.urls import path

from tournament.views import board, finder

urlpatterns = [
    path("board/", board.board, name="board"),
    path("board/now/", board.board_now, name="board_now"),
    path("find/", finder.finder, name="finder"),
]
