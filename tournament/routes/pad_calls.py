"""Where a phone calls; it bears its code in a header."""

from django.urls import path

from tournament.views import pad_ask, pad_calls, pad_match, pad_umpire

urlpatterns = [
    path("pad/state", pad_calls.state, name="pad_state"),
    path("pad/sheet", pad_calls.sheet, name="pad_sheet"),
    path("pad/match", pad_match.match, name="pad_match"),
    path("pad/order", pad_calls.order, name="pad_order"),
    path("pad/name", pad_calls.name, name="pad_name"),
    path("pad/call", pad_umpire.call, name="pad_call"),
    path("pad/called", pad_umpire.called, name="pad_called"),
    path("pad/ask/", pad_ask.ask, name="pad_just_ask"),
    path("pad/ask/<slug:kind>/", pad_ask.ask_about, name="pad_ask_about"),
    path("pad/ask/<slug:kind>/answer/", pad_ask.ask_answer, name="pad_ask_answer"),
    path("pad/ruling", pad_ask.rule, name="pad_make_ruling"),
    path("phone/carry-on", pad_calls.take_over, name="phone_carry_on"),
]
