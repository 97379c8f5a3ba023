"""Addresses of the copies of the database, and of what follows when one was put back."""

from django.urls import path

from tournament.server import recovery, views, views_phones

urlpatterns = [
    path("to-key-again/", recovery.to_key_again, name="to_key_again"),
    path("copies/", views.copies_page, name="copies"),
    path("copies/now/", views.copy_now, name="copy_now"),
    path("copies/seal/", views.seal_copies, name="seal_copies"),
    path("copies/back/", views.put_back, name="put_back"),
    path("phones/in/", views_phones.let_phones_in, name="let_phones_in"),
]
