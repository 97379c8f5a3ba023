"""Where a phone calls; it bears its code in a header."""

from django.urls import path

from tournament.views import pad_calls, pad_umpire

urlpatterns = [
    path("pad/state", pad_calls.state, name="pad_state"),
    path("pad/sheet", pad_calls.sheet, name="pad_sheet"),
    path("pad/order", pad_calls.order, name="pad_order"),
    path("pad/name", pad_calls.name, name="pad_name"),
    path("pad/call", pad_umpire.call, name="pad_call"),
    path("pad/called", pad_umpire.called, name="pad_called"),
    path("phone/carry-on", pad_calls.take_over, name="phone_carry_on"),
]
