"""Settings and officials of an evening, its copy, and the end of its names."""

from django.urls import path

from tournament.event import (
    views,
    views_frozen,
    views_next,
    views_officials,
    views_pictures,
    views_wiping,
)

urlpatterns = [
    path("settings/", views.event_settings, name="event_settings"),
    path("settings/rules/", views.event_rules, name="event_rules"),
    path("settings/remove/", views.remove_evening_here, name="remove_event"),
    path("settings/together/", views_frozen.frozen, name="frozen"),
    path("settings/pictures/", views_pictures.pictures, name="pictures"),
    path("officials/", views_officials.officials, name="officials"),
    path("officials/<int:pk>/password/", views_officials.renew_password, name="renew_password"),
    path("officials/<int:pk>/remove/", views_officials.remove_official, name="remove_official"),
    path(
        "officials/asked/<int:pk>/",
        views_officials.take_back_appointment,
        name="take_back_appointment",
    ),
    path("officials/let-in/", views_officials.let_browser_in, name="let_browser_in"),
    path("officials/log-ins/", views_officials.log_ins, name="log_ins"),
    path("names/", views_wiping.wipe_names, name="wipe_names"),
    path("names/<int:badge>/", views_wiping.erase, name="erase_guest"),
    path("copy/", views_next.copy_event, name="copy_event"),
    path("guests/again/", views_next.invited, name="invited"),
    path("guests/again/answer/", views_next.answer_invited, name="answer_invited"),
]
