"""An official to be added."""

from django import forms

from tournament.forms.text import NameField
from tournament.models import Role


class OfficialForm(forms.Form):
    """Name and office; the password is made here and shown once."""

    name = NameField(limit=80, error_messages={"required": "Give their name: they log in with it."})
    role = forms.ChoiceField(label="Office", choices=Role.choices, initial=Role.UMPIRE, widget=forms.RadioSelect)
