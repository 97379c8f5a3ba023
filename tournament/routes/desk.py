"""The desk: typing from paper cards, comparing their totals, and putting right what was entered in a wrong place."""

from django.urls import path

from tournament.views.desk import desk, second_keying
from tournament.views.desk_again import desk_again
from tournament.views.desk_answers import answer
from tournament.views.desk_card import desk_card
from tournament.views.desk_grid import desk_look, desk_table
from tournament.views.desk_totals import desk_totals, round_total, take_back_total
from tournament.views.put_right import change_seats, move_hands, put_right

urlpatterns = [
    path("desk/", desk, name="desk"),
    path("desk/second-keying/", second_keying, name="second_keying"),
    path("desk/put-right/", put_right, name="put_right"),
    path("desk/put-right/sheet/", move_hands, name="move_hands"),
    path("desk/put-right/seats/", change_seats, name="change_seats"),
    path("desk/answer/", answer, name="answer"),
    path("desk/<int:round>/<int:table>/", desk_table, name="desk_table"),
    path("desk/<int:round>/<int:table>/look/", desk_look, name="desk_look"),
    path("desk/<int:round>/<int:table>/again/", desk_again, name="desk_again"),
    path("desk/<int:round>/<int:table>/totals/", desk_totals, name="desk_totals"),
    path("desk/<int:round>/cards/<int:badge>/", desk_card, name="desk_card"),
    path("desk/<int:round>/cards/<int:badge>/total/", round_total, name="round_total"),
    path("desk/<int:round>/cards/<int:badge>/total/take-back/", take_back_total, name="take_back_total"),
]
