"""Sheets entered, checked and corrected; the desk, which types paper cards; a round closed for want
of time.
"""

from django.urls import path

from tournament.entry import views_time_out
from tournament.entry.views import look, sheet, table, unplayed
from tournament.entry.views_asked import answer
from tournament.entry.views_cards import round_total, take_back_total
from tournament.entry.views_conflict import conflict, desk_again
from tournament.entry.views_corrections import correction, dealer, history
from tournament.entry.views_desk import desk_card, desk_look, desk_signed, desk_table, desk_totals
from tournament.entry.views_put_right import change_seats, move_hands, put_right
from tournament.entry.views_saved import check_sheet, dismiss
from tournament.entry.views_scores import scores, second_keying

GAME = "sheets/<int:round>/<int:table>/<int:game>/"

urlpatterns = [
    path("sheets/<int:round>/<int:table>/", table, name="table"),
    path(GAME, sheet, name="sheet"),
    path(f"{GAME}look/", look, name="look"),
    path(f"{GAME}check/", check_sheet, name="check"),
    path(f"{GAME}dismiss/", dismiss, name="dismiss"),
    path(f"{GAME}correct/", correction, name="correction"),
    path(f"{GAME}conflict/", conflict, name="conflict"),
    path(f"{GAME}unplayed/", unplayed, name="unplayed"),
    path(f"{GAME}history/", history, name="history"),
    path(f"{GAME}dealer/", dealer, name="dealer"),
    path("desk/", scores, name="desk"),
    path("desk/second-keying/", second_keying, name="second_keying"),
    path("desk/put-right/", put_right, name="put_right"),
    path("desk/put-right/sheet/", move_hands, name="move_hands"),
    path("desk/put-right/seats/", change_seats, name="change_seats"),
    path("desk/answer/", answer, name="answer"),
    path("desk/<int:round>/<int:table>/", desk_table, name="desk_table"),
    path("desk/<int:round>/<int:table>/look/", desk_look, name="desk_look"),
    path("desk/<int:round>/<int:table>/signed/", desk_signed, name="desk_signed"),
    path("desk/<int:round>/<int:table>/again/", desk_again, name="desk_again"),
    path("desk/<int:round>/<int:table>/totals/", desk_totals, name="desk_totals"),
    path("desk/<int:round>/cards/<int:badge>/", desk_card, name="desk_card"),
    path("desk/<int:round>/cards/<int:badge>/total/", round_total, name="round_total"),
    path(
        "desk/<int:round>/cards/<int:badge>/total/take-back/",
        take_back_total,
        name="take_back_total",
    ),
    path("rounds/<int:round>/time-out/", views_time_out.time_out, name="time_out"),
    path("rounds/<int:round>/play-on/", views_time_out.play_on, name="play_on"),
]
