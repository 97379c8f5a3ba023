"""Addresses of the cut, the play-off, the reading of both lists, and the prizes."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from tournament.counting.finals import CUT, PODIUM
from tournament.finals import (
    views,
    views_cards,
    views_finalists,
    views_playoff,
    views_prizes,
    views_reveal,
)


class StageConverter(StringConverter):
    """The two lists that are read out."""

    regex = f"{CUT}|{PODIUM}"


register_converter(StageConverter, "stage")
STEPS = (
    ("next", views_reveal.read_next, "read_next"),
    ("back", views_reveal.read_back, "read_back"),
)

urlpatterns = [
    path("cut/", views.cut, name="cut"),
    path("cut/seal/", views.seal_cut, name="seal_cut"),
    path("cut/break-seal/", views.break_seal, name="break_seal"),
    path("cut/printed/", views.mark_printed, name="mark_printed"),
    path("cut/not-printed/", views.unmark_printed, name="unmark_printed"),
    path("cut/reveal/", views.reveal_cut, name="reveal_cut"),
    path("cut/withdraw/", views.withdraw_announcement, name="withdraw_announcement"),
    path("cut/hold-board/", views.hold_board, name="hold_board"),
    path("cut/release-board/", views.release_board, name="release_board"),
    path("cut/board-by-itself/", views.board_by_itself, name="board_by_itself"),
    path("cut/list-on-board/", views.list_on_board, name="list_on_board"),
    path("cut/cards/", views_cards.record_cut_of_cards, name="record_cut_of_cards"),
    path("cut/cards/take-back/", views_cards.take_back_cut_of_cards, name="take_back_cut_of_cards"),
    path("reveal/", views_reveal.reveal, name="reveal"),
    path("play-off/", views_playoff.playoff, name="playoff"),
    path("play-off/unseat/", views_playoff.unseat_playoff, name="unseat_playoff"),
    path("prizes/", views.prizes, name="prizes"),
    path("play-off/reply/", views_finalists.reply_finalist, name="reply_finalist"),
    path("play-off/reply/take-back/", views_finalists.take_reply_back, name="take_reply_back"),
    path("play-off/reserves/", views_cards.cut_for_reserves, name="cut_for_reserves"),
    path("play-off/extra/", views_finalists.open_extra_game, name="open_extra_game"),
    path(
        "play-off/extra/<int:round>/take-back/",
        views_finalists.drop_extra_game,
        name="drop_extra_game",
    ),
    path("play-off/board/", views_reveal.show_playoff, name="show_playoff"),
    path("prizes/list/", views_prizes.prize_settings, name="prize_settings"),
    path("half-time/", views_reveal.hold_half_time, name="hold_half_time"),
    path("podium/", views_reveal.podium, name="podium"),
    path("podium/reveal/", views_reveal.reveal_podium, name="reveal_podium"),
    path("podium/withdraw/", views_reveal.withdraw_podium, name="withdraw_podium"),
    *(path(f"reveal/{step}/<stage:stage>/", view, name=name) for step, view, name in STEPS),
]
