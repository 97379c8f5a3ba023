"""Logging in: one form, wherever somebody says who they are."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from tournament.site import second_factor
from tournament.site.log_in_limits import may_try, right_password, wait_a_little
from tournament.site.secret import SecretField
from tournament.site.this_machine import DEMO_REFUSED, from_this_machine, is_demo_account

TOO_OFTEN = "too_often"


class LogInForm(AuthenticationForm):
    """Name and password; a demo log-in is refused from anywhere but this machine."""

    error_messages = {  # noqa: RUF012 -- as Django declares it
        "invalid_login": (
            "This name and password do not go together. Both are read with capitals and small"
            " letters."
        ),
        "inactive": "This account is closed. Ask the organiser.",
    }

    password = SecretField(
        "password",
        label="Password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    second = SecretField(
        "second",
        label="Second factor",
        required=False,
        max_length=40,
        help_text="Six figures from your phone, or a recovery code; empty if you have none.",
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "text"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name"
        if not second_factor.anybody_has_one():
            del self.fields["second"]

    def clean(self) -> dict[str, Any]:
        """Too many tries are refused before the password is looked at; the right one makes them
        forgotten.
        """
        name = self.cleaned_data.get("username")
        if name and self.request and not may_try(self.request, name):
            raise ValidationError(wait_a_little(self.request), code=TOO_OFTEN)
        fields: dict[str, Any] = super().clean()
        if name and self.request:
            right_password(self.request, name)
        return fields

    def confirm_login_allowed(self, user: User) -> None:
        """Refuse closed accounts, and demo accounts from outside."""
        super().confirm_login_allowed(user)
        if is_demo_account(user) and not (self.request and from_this_machine(self.request)):
            raise ValidationError(DEMO_REFUSED, code="demo")
        fault = self.request and second_factor.fault_at_log_in(
            self.request, user, self.cleaned_data.get("second", "")
        )
        if fault:
            raise ValidationError(fault, code="second_factor")
