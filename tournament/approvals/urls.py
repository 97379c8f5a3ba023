"""Addresses of what waits for a second official."""

from django.urls import path

from tournament.approvals import views

urlpatterns = [
    path("waiting/", views.waiting, name="waiting"),
    path("waiting/<int:pk>/", views.pending, name="pending"),
    path("waiting/<int:pk>/approve/", views.approve_pending, name="approve_pending"),
    path("waiting/<int:pk>/decline/", views.decline_pending, name="decline_pending"),
    path("waiting/<int:pk>/take-back/", views.withdraw_pending, name="withdraw_pending"),
]
