"""Any browser is a wall at /screen; it belongs to no evening until an organiser picks it."""

from django.urls import path

from tournament.screens import views_wall

urlpatterns = [
    path("screen", views_wall.screen, name="screen"),
    path("screen/now", views_wall.screen_now, name="screen_now"),
]
