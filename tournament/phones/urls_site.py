"""The pad on the phone and where it calls; pages reached by a code. docs/phone.md tells the codes
apart. What phones ask every few seconds comes first.

Capitals, as QR codes hold them more tightly.
"""

from django.urls import path

from tournament.phones import (
    views_ask,
    views_calls,
    views_guest,
    views_match,
    views_pad,
    views_public,
    views_state,
)

urlpatterns = [
    path("pad/state", views_state.state, name="pad_state"),
    path("G/<str:code>", views_guest.guest_page, name="guest_page"),
    path("T/<str:code>", views_pad.pad_page, name="pad_page"),
    path("P/<str:code>", views_pad.pad_page, name="pad_carry_on"),
    path("A/<str:code>", views_ask.ask_page, name="pad_ask"),
    path("pad/training/", views_pad.pad_training, name="pad_training"),
    path("pad/script/<str:entry>.js", views_pad.pad_script, name="pad_script"),
    path("pad/worker.js", views_pad.pad_worker, name="pad_worker"),
    path("pad/sheet", views_state.sheet, name="pad_sheet"),
    path("pad/match", views_match.match, name="pad_match"),
    path("pad/agreed", views_match.agreed, name="pad_agreed"),
    path("pad/order", views_state.order, name="pad_order"),
    path("pad/dealer", views_state.dealer, name="pad_dealer"),
    path("pad/name", views_state.name, name="pad_name"),
    path("pad/call", views_calls.call, name="pad_call"),
    path("pad/called", views_calls.called, name="pad_called"),
    path("pad/ask/", views_ask.ask, name="pad_just_ask"),
    path("pad/ask/<slug:kind>/", views_ask.ask_about, name="pad_ask_about"),
    path("pad/ask/<slug:kind>/answer/", views_ask.ask_answer, name="pad_ask_answer"),
    path("pad/ruling", views_ask.rule, name="pad_make_ruling"),
    path("phone/carry-on", views_state.take_over, name="phone_carry_on"),
    path("t/", views_public.short_address, name="short_address"),
    path("hall/", views_public.hall, name="hall"),
    path("hall/reached/", views_public.reached, name="hall_reached"),
]
