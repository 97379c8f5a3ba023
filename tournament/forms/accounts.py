"""Logging in, and the account of one who starts an evening of their own."""

from datetime import date
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from tournament.forms.rules import USUAL, games
from tournament.forms.text import NameField, WordsField
from tournament.log_in_limits import WAIT_A_LITTLE, may_try, right_password
from tournament.own_machine import DEMO_REFUSED, from_this_machine, is_demo_account

TOO_OFTEN = "too_often"
EARLIEST, LATEST = date(2000, 1, 1), date(2199, 12, 31)


class LogInForm(AuthenticationForm):
    """Name and password; a demo log-in is refused from anywhere but this machine."""

    error_messages = {  # noqa: RUF012 -- as Django declares it
        "invalid_login": "This name and password do not go together. Both are read with capitals and small letters.",
        "inactive": "This account is closed. Ask the organiser of the evening.",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name"

    def clean(self) -> dict[str, Any]:
        """Too many tries are refused before the password is looked at; the right one makes them forgotten."""
        name = self.cleaned_data.get("username")
        if name and self.request and not may_try(self.request, name):
            raise ValidationError(WAIT_A_LITTLE, code=TOO_OFTEN)
        fields: dict[str, Any] = super().clean()
        if name and self.request:
            right_password(self.request, name)
        return fields

    def confirm_login_allowed(self, user: User) -> None:
        """Refuse closed accounts, and demo accounts from outside."""
        super().confirm_login_allowed(user)
        if is_demo_account(user) and not (self.request and from_this_machine(self.request)):
            raise ValidationError(DEMO_REFUSED, code="demo")


class DayField(forms.DateField):
    """A day of an evening, within sensible years."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")

    def __init__(self, **kwargs: Any) -> None:
        words = "Give the day as year, month and day, such as 2027-02-11."
        super().__init__(error_messages={"invalid": words, "required": "Give the day of the evening."}, **kwargs)

    def clean(self, value: Any) -> Any:
        """A day between 2000 and 2199."""
        day = super().clean(value)
        if day is not None and not EARLIEST <= day <= LATEST:
            raise ValidationError(f"The year {day.year} cannot be right: give one from 2000 to 2199.")
        return day


class NewEventForm(forms.Form):
    """What a new evening needs; everything else has a good default."""

    name = WordsField(
        label="Evening", limit=120, error_messages={"required": "Give the evening a name, such as Inter-Livery 2027."}
    )
    date = DayField(label="Day")
    game = forms.ChoiceField(
        label="Game",
        choices=games,
        initial=USUAL,
        required=False,
        error_messages={"invalid_choice": "Choose one of the games."},
    )

    def clean_game(self) -> str:
        """The livery evening's game where none is chosen."""
        return str(self.cleaned_data["game"] or USUAL)


class OwnEveningForm(NewEventForm):
    """A new evening, and the account of its organiser."""

    your_name = NameField(
        label="Your name",
        limit=80,
        error_messages={"required": "Give your name: you log in with it."},
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        max_length=200,
        error_messages={"required": "Choose a password of at least twelve characters."},
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password", "placeholder": "twelve characters or more"}),
    )
    field_order = ("your_name", "password", "name", "date", "game")

    def clean_your_name(self) -> str:
        """A name that nobody logs in with yet."""
        name = str(self.cleaned_data["your_name"])
        if User.objects.filter(username__iexact=name).exists():
            raise ValidationError("There is an account of this name already. Log in with it, or add a word to yours.")
        return name

    def clean(self) -> dict[str, Any] | None:
        """A password that is not guessed at once."""
        fields = super().clean() or self.cleaned_data
        password = fields.get("password")
        if password:
            if len(password) < 12:
                self.add_error("password", f"Twelve characters or more, please; these are {len(password)}.")
            else:
                self._check_password(password, fields.get("your_name", ""))
        return fields

    def _check_password(self, password: str, name: str) -> None:
        try:
            validate_password(password, User(username=name))
        except ValidationError as error:
            self.add_error("password", error)
