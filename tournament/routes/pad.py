"""The pad on the phone. Capitals, as QR codes hold them more tightly; docs/phone.md tells the codes apart."""

from django.urls import path

from tournament.views import pad, pad_ask

urlpatterns = [
    path("T/<str:code>", pad.pad_page, name="pad_page"),
    path("P/<str:code>", pad.pad_page, name="pad_carry_on"),
    path("A/<str:code>", pad_ask.ask_page, name="pad_ask"),
    path("pad/training/", pad.pad_training, name="pad_training"),
    path("pad/script/<str:entry>.js", pad.pad_script, name="pad_script"),
    path("pad/worker.js", pad.pad_worker, name="pad_worker"),
]
