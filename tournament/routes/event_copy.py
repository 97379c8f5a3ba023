"""Addresses of the copy of an event, and of those who are asked again."""

from django.urls import path

from tournament.views import event_copy

urlpatterns = [
    path("copy/", event_copy.copy_event, name="copy_event"),
    path("guests/again/", event_copy.invited, name="invited"),
    path("guests/again/answer/", event_copy.answer_invited, name="answer_invited"),
]
