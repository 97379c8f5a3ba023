"""Settings and officials of an event."""

from django.urls import path

from tournament.views import event, frozen, officials

urlpatterns = [
    path("settings/", event.event_settings, name="event_settings"),
    path("settings/rules/", event.event_rules, name="event_rules"),
    path("settings/together/", frozen.frozen, name="frozen"),
    path("officials/", officials.officials, name="officials"),
    path("officials/<int:pk>/password/", officials.renew_password, name="renew_password"),
    path("officials/<int:pk>/remove/", officials.remove_official, name="remove_official"),
]
