"""Addresses of the seating, the door, a table opened there, and the plan of the hall."""

from django.urls import path

from tournament.seating import (
    views,
    views_arrivals,
    views_certificate,
    views_changes,
    views_check_in,
    views_door,
    views_hall,
    views_tablet,
)

urlpatterns = [
    path("seating/", views.seating, name="seating"),
    path("seating/draw/", views.draw_seating, name="draw_seating"),
    path("seating/digest/", views_certificate.show_digest, name="show_digest"),
    path("seating/digest/down/", views_certificate.take_digest_down, name="take_digest_down"),
    path("seating/draw.json", views_certificate.draw_file, name="draw_file"),
    path("seating/publish/", views.publish_seating, name="publish_seating"),
    path("seating/unpublish/", views.unpublish_seating, name="unpublish_seating"),
    path("seating/balance/", views_certificate.seating_balance, name="seating_balance"),
    path("seating/<int:round>/", views.round_seating, name="round_seating"),
    path(
        "seating/<int:round>/swap/",
        views_changes.change_seat,
        {"asks": "other"},
        name="swap_seats",
    ),
    path(
        "seating/<int:round>/tables/<int:table>/",
        views_changes.change_seat,
        name="small_table",
    ),
    path("seating/moves/<int:number>/back/", views_changes.moved_back, name="moved_back"),
    path("seating/<int:round>/change/", views_changes.change_seat, name="change_seat"),
    path("door/", views_check_in.door, name="door"),
    path("door/now/", views_check_in.door_now, name="door_now"),
    path("door/in/", views_check_in.check_in, name="check_in"),
    path("door/out/", views_check_in.undo_check_in, name="undo_check_in"),
    path("door/add/", views_check_in.add_here, name="add_here"),
    path("door/again/<int:badge>/", views_check_in.expected_again, name="expected_again"),
    path("door/close/", views_door.close_door, name="close_door"),
    path("door/closed/", views_door.door_closed, name="door_closed"),
    path("door/reopen/", views_door.reopen_door, name="reopen_door"),
    path("door/sit-in/<int:badge>/", views_changes.sit_in, name="sit_in"),
    path("door/self/", views_tablet.self_check_in, name="self_check_in"),
    path("tablet/<str:secret>/", views_tablet.tablet, name="tablet"),
    path("walk-in/", views_arrivals.walk_in, name="walk_in"),
    path("walk-in/accept/", views_arrivals.accept, name="accept_sign_in"),
    path("walk-in/turn-away/", views_arrivals.turn_away, name="turn_away"),
    path("walk-in/code/", views_arrivals.wall_code, name="wall_code"),
    path("walk-in/wall/", views_arrivals.wall, name="wall"),
    path("walk-in/table/", views_arrivals.open_table, name="open_table"),
    path(
        "walk-in/table/<int:round>/<int:table>/back/",
        views_arrivals.close_table,
        name="close_table",
    ),
    path("walk-in/next-round/", views_changes.next_round, name="next_round"),
    path(
        "walk-in/next-round/<int:round>/back/", views_door.undo_next_round, name="undo_next_round"
    ),
    path("sign-in/<str:secret>/", views_arrivals.sign_in, name="sign_in"),
    path("hall/", views_hall.hall_plan, name="hall_plan"),
]
