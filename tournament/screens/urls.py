"""The walls of an evening, as the organiser steers them."""

from django.urls import path

from tournament.screens import views, views_announcer, views_clock, views_wall

urlpatterns = [
    path("screens/", views.screens, name="screens"),
    path("screens/now/", views.screens_now, name="screens_now"),
    path("screens/add/", views.add, name="add_screen"),
    path("screens/steer/", views.steer_walls, name="steer_walls"),
    path("screens/tell/", views.tell_walls, name="tell_walls"),
    path("clock/", views_clock.set_clock, name="set_clock"),
    path("clock/now/", views_clock.round_call, name="round_call"),
    path("board/overlay/", views_wall.overlay, name="overlay"),
    path("board/overlay.json", views_wall.overlay_json, name="overlay_json"),
    path("announcer/", views_announcer.announcer, name="announcer"),
    path("announcer/now/", views_announcer.announcer_now, name="announcer_now"),
    path("announcer/paper/", views_announcer.announcer_paper, name="announcer_paper"),
    path("announcer/next/", views_announcer.read_on, name="announcer_next"),
    path("announcer/back/", views_announcer.take_back, name="announcer_back"),
]
