"""Pages of the guest list."""

from django.urls import path

from tournament.guests import views, views_teams

urlpatterns = [
    path("find/", views.finder, name="finder"),
    path("guests/", views.guests, name="guests"),
    path("guests/add/", views.add_guest, name="add_guest"),
    path("guests/places/", views.hold_places, name="hold_places"),
    path("guests/teams/", views_teams.guest_teams, name="guest_teams"),
    path("guests/<int:badge>/", views.guest, name="guest"),
    path("guests/<int:badge>/data/", views.guest_data, name="guest_data"),
    path("guests/<int:badge>/remove/", views.remove_guest, name="remove_guest"),
    path("guests/<int:badge>/apart/", views.keep_apart, name="keep_apart"),
    path("guests/<int:badge>/apart/<int:pair>/", views.let_meet, name="let_meet"),
]
