"""The home of an evening, its board and its sheets, and how the server is."""

from django.urls import path

from tournament.home import views, views_back, views_board, views_status

urlpatterns = [
    path("", views.evening, name="evening"),
    path("play-off/seat/", views.seat_playoff, name="seat_playoff"),
    path("close/", views.close_evening, name="close_evening"),
    path("open-again/", views.reopen_evening, name="reopen_evening"),
    path("rounds/<int:round>/close/", views.close, name="close"),
    path("rounds/<int:round>/reopen/", views.reopen, name="reopen"),
    path("status/", views_status.status, name="status"),
    path("acts/", views_back.acts, name="last_acts"),
    path("acts/back/", views_back.take_back_press, name="take_back_press"),
    path("as-of/", views_board.as_of_page, name="as_of"),
    # These two need no log-in.
    path("board/", views_board.board, name="board"),
    path("board/now/", views_board.board_now, name="board_now"),
    path("matches/", views_board.matches, name="matches"),
]
