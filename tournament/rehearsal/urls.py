"""The rehearsal of an evening."""

from django.urls import path

from tournament.rehearsal import views

urlpatterns = [
    path("rehearsal/", views.rehearsal, name="rehearsal"),
    path("rehearsal/begin/", views.rehearse, name="rehearse"),
    path("rehearsal/now/", views.rehearsal_now, name="rehearsal_now"),
    path("rehearsal/pace/", views.rehearsal_pace, name="rehearsal_pace"),
    path("rehearsal/wipe/", views.wipe_rehearsal, name="wipe_rehearsal"),
]
