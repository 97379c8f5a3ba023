"""Addresses of the door, of a walk-in evening, and of the plan of the hall."""

from django.urls import path

from tournament.views import door, door_close, further, halls, sign_in, walk_in

urlpatterns = [
    path("door/", door.door, name="door"),
    path("door/now/", door.door_now, name="door_now"),
    path("door/in/", door.check_in, name="check_in"),
    path("door/out/", door.undo_check_in, name="undo_check_in"),
    path("door/close/", door_close.close_door, name="close_door"),
    path("door/closed/", door_close.door_closed, name="door_closed"),
    path("door/reopen/", door_close.reopen_door, name="reopen_door"),
    path("door/sit-in/<int:badge>/", door_close.sit_in, name="sit_in"),
    path("walk-in/", walk_in.walk_in, name="walk_in"),
    path("walk-in/add/", walk_in.add_walk_in, name="add_walk_in"),
    path("walk-in/accept/", walk_in.accept, name="accept_sign_in"),
    path("walk-in/turn-away/", walk_in.turn_away, name="turn_away"),
    path("walk-in/code/", walk_in.wall_code, name="wall_code"),
    path("walk-in/wall/", walk_in.wall, name="wall"),
    path("walk-in/table/", walk_in.open_table, name="open_table"),
    path("walk-in/table/<int:round>/<int:table>/back/", walk_in.close_table, name="close_table"),
    path("walk-in/next-round/", further.next_round, name="next_round"),
    path("walk-in/next-round/<int:round>/back/", further.undo_next_round, name="undo_next_round"),
    path("sign-in/<str:secret>/", sign_in.sign_in, name="sign_in"),
    path("hall/", halls.hall_plan, name="hall_plan"),
]
