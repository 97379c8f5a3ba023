"""Pages of the guest list."""

from django.urls import path

from tournament.views import guest_import, guests

urlpatterns = [
    path("guests/", guests.guests, name="guests"),
    path("guests/add/", guests.add_guest, name="add_guest"),
    path("guests/places/", guests.hold_places, name="hold_places"),
    path("guests/import/", guest_import.import_guests, name="import_guests"),
    path("guests/import/take-in/", guest_import.take_guests_in, name="take_guests_in"),
    path("guests/<int:badge>/", guests.guest, name="guest"),
    path("guests/<int:badge>/remove/", guests.remove_guest, name="remove_guest"),
    path("guests/<int:badge>/apart/", guests.keep_apart, name="keep_apart"),
    path("guests/<int:badge>/apart/<int:pair>/", guests.let_meet, name="let_meet"),
]
