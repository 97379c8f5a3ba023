"""The walls of an evening, as the organiser steers them."""

from django.urls import path

from tournament.screens import views

urlpatterns = [
    path("screens/", views.screens, name="screens"),
    path("screens/now/", views.screens_now, name="screens_now"),
    path("screens/add/", views.add, name="add_screen"),
    path("screens/steer/", views.steer_walls, name="steer_walls"),
    path("screens/tell/", views.tell_walls, name="tell_walls"),
]
