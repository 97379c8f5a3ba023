"""Addresses of what waits for a second official."""

from django.urls import path

from tournament.views import pending

urlpatterns = [
    path("waiting/", pending.waiting, name="waiting"),
    path("waiting/<int:pk>/", pending.pending, name="pending"),
    path("waiting/<int:pk>/approve/", pending.approve_pending, name="approve_pending"),
    path("waiting/<int:pk>/decline/", pending.decline_pending, name="decline_pending"),
    path("waiting/<int:pk>/take-back/", pending.withdraw_pending, name="withdraw_pending"),
]
