"""Addresses between the cut and the hand-over: who plays, the extra game."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from tournament.ledger.reading import CUT, PODIUM
from tournament.views import finalists, paper, paper_made, prize_settings, reveal


class StageConverter(StringConverter):
    """The two lists that are read out."""

    regex = f"{CUT}|{PODIUM}"


register_converter(StageConverter, "stage")
STEPS = (("next", reveal.read_next, "read_next"), ("back", reveal.read_back, "read_back"))

urlpatterns = [
    path("play-off/reply/", finalists.reply_finalist, name="reply_finalist"),
    path("play-off/reply/take-back/", finalists.take_reply_back, name="take_reply_back"),
    path("play-off/reserves/", finalists.cut_for_reserves, name="cut_for_reserves"),
    path("play-off/extra/", finalists.open_extra_game, name="open_extra_game"),
    path("play-off/extra/<int:round>/take-back/", finalists.drop_extra_game, name="drop_extra_game"),
    path("play-off/board/", reveal.show_playoff, name="show_playoff"),
    path("prizes/list/", prize_settings.prize_settings, name="prize_settings"),
    path("paper/changed/", paper.paper_changed, name="paper_changed"),
    path("edition/<slug:kind>/<str:item>/<str:digest>/", paper_made.edition, name="edition"),
    path("half-time/", reveal.hold_half_time, name="hold_half_time"),
    path("podium/", reveal.podium, name="podium"),
    path("podium/reveal/", reveal.reveal_podium, name="reveal_podium"),
    path("podium/withdraw/", reveal.withdraw_podium, name="withdraw_podium"),
    *(path(f"reveal/{step}/<stage:stage>/", view, name=name) for step, view, name in STEPS),
]
