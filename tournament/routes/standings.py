"""Addresses of standings, cut, play-off and prizes."""

from django.urls import path

from tournament.views import as_of, cut, playoff, prizes, reveal, standings

urlpatterns = [
    path("standings/", standings.standings, name="standings"),
    path("as-of/", as_of.as_of_page, name="as_of"),
    path("cut/", cut.cut, name="cut"),
    path("cut/seal/", cut.seal_cut, name="seal_cut"),
    path("cut/break-seal/", cut.break_seal, name="break_seal"),
    path("cut/printed/", cut.mark_printed, name="mark_printed"),
    path("cut/not-printed/", cut.unmark_printed, name="unmark_printed"),
    path("cut/reveal/", cut.reveal_cut, name="reveal_cut"),
    path("cut/withdraw/", cut.withdraw_announcement, name="withdraw_announcement"),
    path("cut/hold-board/", cut.hold_board, name="hold_board"),
    path("cut/release-board/", cut.release_board, name="release_board"),
    path("cut/list-on-board/", cut.list_on_board, name="list_on_board"),
    path("cut/cards/", cut.record_cut_of_cards, name="record_cut_of_cards"),
    path("cut/cards/take-back/", cut.take_back_cut_of_cards, name="take_back_cut_of_cards"),
    path("reveal/", reveal.reveal, name="reveal"),
    path("play-off/", playoff.playoff, name="playoff"),
    path("play-off/seat/", playoff.seat_playoff, name="seat_playoff"),
    path("play-off/unseat/", playoff.unseat_playoff, name="unseat_playoff"),
    path("prizes/", prizes.prizes, name="prizes"),
]
