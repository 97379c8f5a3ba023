"""Pages outside any event: the first screen, log-in, a new evening."""

from django.urls import path

from tournament.views import start

urlpatterns = [
    path("", start.start, name="start"),
    path("favicon.ico", start.icon, name="icon"),
    path("login/", start.log_in, name="login"),
    path("logout/", start.log_out, name="logout"),
    path("demo/", start.demo, name="demo"),
    path("own/", start.own_evening, name="own_evening"),
    path("new/", start.new_event, name="new_event"),
]
