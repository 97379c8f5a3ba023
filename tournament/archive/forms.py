"""Where the mails of an evening are handed in, and what is sent, as forms."""

import re
from typing import Any

from django import forms
from django.conf import settings

from tournament.archive.mails import AGAIN, BROKEN, CHANGED, REFUSED
from tournament.models import MailSecurity, MailServer
from tournament.site.text import WordsField, seen_text

HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.:-]{0,198}[A-Za-z0-9])?")
FIELDS = ("host", "port", "security", "user", "sender", "sender_name")
LONGEST_PASTED = 200_000


class MailServerForm(forms.Form):
    """The mail server, who logs in there, and who the mails come from; never a password."""

    sender = forms.EmailField(
        label="Your e-mail address",
        max_length=254,
        help_text="The mails come from it, and answers go to it.",
        error_messages={"required": "Give the address that the mails come from."},
    )
    sender_name = WordsField(label="Your name as guests read it", limit=80, required=False)
    host = forms.CharField(
        label="Mail server (SMTP)",
        max_length=200,
        help_text="Your mail service says it, such as smtp.example.org.",
        error_messages={"required": "Give the name of the mail server, such as smtp.example.org."},
    )
    security = forms.ChoiceField(label="Encryption", choices=MailSecurity.choices)
    port = forms.TypedChoiceField(label="Port", coerce=int)
    user = forms.CharField(
        label="User name there",
        max_length=200,
        required=False,
        validators=[seen_text],
        help_text="Often your address. Empty where the server asks for none.",
    )

    def __init__(self, server: MailServer | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        port: Any = self.fields["port"]
        port.choices = [(str(one), str(one)) for one in settings.MAIL_PORTS]
        self.initial = {"security": MailSecurity.STARTTLS, "port": 587}
        if server:
            self.initial = {name: getattr(server, name) for name in FIELDS}

    def clean_host(self) -> str:
        """A name or an address and nothing else."""
        said = str(self.cleaned_data["host"])
        if not HOST.fullmatch(said):
            raise forms.ValidationError(
                "Give the name alone, such as smtp.example.org, without http:// or a port."
            )
        return said

    def clean_sender(self) -> str:
        """Plain letters, which every mail server takes."""
        said = str(self.cleaned_data["sender"])
        if not said.isascii():
            raise forms.ValidationError("Give an address in plain letters, without accents.")
        return said


WORDS = {
    CHANGED: "whose mail says something new: {}",
    BROKEN: "whose mail broke off on the way, and who may have it already: {}",
    REFUSED: "whose address was refused or came back: {}",
}


class SendForm(forms.Form):
    """The password of the mail server, and who gets a mail once more."""

    password = forms.CharField(
        label="Mail password",
        required=False,
        max_length=200,
        strip=False,
        help_text="Asked each time and never kept.",
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
    again = forms.MultipleChoiceField(
        required=False, label="Also to guests", widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, numbers: dict[str, int], *args: Any, **kwargs: Any) -> None:
        """`numbers`: how many guests each group has."""
        super().__init__(*args, **kwargs)
        again: Any = self.fields["again"]
        again.choices = [
            (group, WORDS[group].format(numbers[group])) for group in AGAIN if numbers.get(group)
        ]
        if not again.choices:
            del self.fields["again"]
