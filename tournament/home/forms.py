"""Logging in, and the account of one who starts an evening of their own."""

from typing import Any, cast

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from tournament.event.acts_names import USUAL_DAYS
from tournament.event.forms_kind import KindForm
from tournament.site.log_in import TOO_OFTEN
from tournament.site.log_in_limits import may_try, right_password, wait_a_little
from tournament.site.registration import is_code
from tournament.site.secret import SecretField
from tournament.site.text import DayField, NameField, WordsField

SHORTEST = 12
BEGINS = ("kind", "game", "groups", "own_group")
"""What is asked first."""
KEPT: dict[str, tuple[str, dict[str, object]]] = {
    "remind": (
        f"Kept {USUAL_DAYS} days: remind me then",
        {"names_kept_days": USUAL_DAYS},
    ),
    "alone": (
        f"Wiped by itself after {USUAL_DAYS} days",
        {"names_kept_days": USUAL_DAYS, "names_wiped_alone": True},
    ),
    "keep": ("Kept until I wipe them", {"names_kept_days": None}),
}
"""What becomes of the guests' names, as the form asks, with the columns of the event."""


class NewEventForm(KindForm):
    """What a new evening needs; everything else has a good default."""

    name = WordsField(
        label="Evening",
        limit=120,
        error_messages={"required": "Give the evening a name, such as Inter-Livery 2027."},
    )
    date = DayField(label="Day")

    kept = forms.ChoiceField(
        label="The guests’ names",
        choices=[(key, words) for key, (words, _columns) in KEPT.items()],
        required=False,
    )
    field_order: tuple[str, ...] = (*BEGINS, "name", "date", "size", "kept")

    @property
    def term(self) -> dict[str, object]:
        """How long names are kept, as columns of the event; the usual term where nothing was
        chosen.
        """
        _words, columns = KEPT[self.cleaned_data.get("kept") or "remind"]
        return columns


class OwnEveningForm(NewEventForm):
    """A new evening, and the account of its organiser."""

    your_name = NameField(
        label="Your name",
        limit=80,
        error_messages={"required": "Give your name: you log in with it."},
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
    )
    password = SecretField(
        "password",
        label="Password",
        strip=False,
        max_length=200,
        error_messages={"required": "Choose a password of at least twelve characters."},
        widget=forms.PasswordInput(
            attrs={"autocomplete": "new-password", "placeholder": "twelve characters or more"}
        ),
    )
    code = forms.CharField(
        label="Code in the window of the server",
        max_length=40,
        help_text="Twelve letters and figures: only who runs the server may register first.",
        error_messages={
            "required": "Give the code that stands in the window in which the server was started."
        },
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    field_order = (*BEGINS, "your_name", "password", "name", "date", "size", "kept", "code")

    def __init__(self, *args: Any, asks_code: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_code:
            del self.fields["code"]

    def clean_code(self) -> str:
        """The very code."""
        if not is_code(self.cleaned_data["code"]):
            raise ValidationError("This is not the code in the window of the server: look again.")
        return str(self.cleaned_data["code"])

    def clean_your_name(self) -> str:
        """A name that nobody logs in with yet."""
        name = str(self.cleaned_data["your_name"])
        if User.objects.filter(username__iexact=name).exists():
            raise ValidationError(
                "There is already an account with this name. Log in with it, or choose another"
                " name."
            )
        return name

    def clean(self) -> dict[str, Any] | None:
        """A password that is not guessed at once."""
        fields = super().clean() or self.cleaned_data
        password = fields.get("password")
        if password:
            refuse_easy(self, password, User(username=fields.get("your_name", "")))
        return fields


class FiguresForm(forms.Form):
    """What the phone shows, to prove that it shows it."""

    figures = SecretField(
        "figures",
        label="Figures that your phone shows",
        max_length=40,
        error_messages={"required": "Type the six figures that your phone shows."},
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )


class PasswordForm(forms.Form):
    """Another password for the account that asks, which says its old one first."""

    before = SecretField(
        "before",
        label="Old password",
        strip=False,
        max_length=200,
        error_messages={"required": "Type the password you log in with now."},
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    password = SecretField(
        "password",
        label="New password",
        strip=False,
        max_length=200,
        error_messages={"required": "Choose a password of at least twelve characters."},
        widget=forms.PasswordInput(
            attrs={"autocomplete": "new-password", "placeholder": "twelve characters or more"}
        ),
    )

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean(self) -> dict[str, Any] | None:
        """The old one is tried as at a log-in, so that nobody at an open browser guesses it."""
        fields = super().clean() or self.cleaned_data
        user = cast(User, self.request.user)
        if not {"before", "password"} <= set(fields):
            return fields
        if not may_try(self.request, user.username):
            raise ValidationError(wait_a_little(self.request), code=TOO_OFTEN)
        if authenticate(self.request, username=user.username, password=fields["before"]) is None:
            self.add_error("before", "That is not your password. Nothing was changed.")
            return fields
        right_password(self.request, user.username)
        refuse_easy(self, fields["password"], user)
        return fields


def refuse_easy(form: forms.Form, password: str, user: User) -> None:
    """A fault of the field `password` where it is short, common or like the name."""
    if len(password) < SHORTEST:
        form.add_error("password", f"Twelve characters or more, please; these are {len(password)}.")
        return
    try:
        validate_password(password, user)
    except ValidationError as error:
        form.add_error("password", error)
