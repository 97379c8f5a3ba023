"""The address under which a whole evening is taken in."""

from django.urls import path

from tournament.archive import views_take_in

urlpatterns = [path("take-in/", views_take_in.take_in, name="take_in")]
