"""When a round has to close, as it is typed beside the pace of its tables."""

from django import forms


class CloseForm(forms.Form):
    """A time on the clock, or nothing."""

    close = forms.TimeField(
        label="The round has to close at",
        required=False,
        input_formats=["%H:%M", "%H.%M", "%H%M"],
        error_messages={"invalid": "Give the time in hours and minutes, such as 21:30."},
        widget=forms.TimeInput(format="%H:%M", attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 5}),
    )
