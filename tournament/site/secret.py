"""Fields whose text is nobody's to see: known by their kind, each under the name it is sent by.

A page that carries a form on asks for them again and never holds them.
"""

from typing import Any

from django import forms

NAMES: dict[str, str] = {}
"""The name of every such field, and what it is called where it is asked for again."""


class SecretField(forms.CharField):
    """A password, or figures that stand for one; whoever makes one says under which name."""

    def __init__(self, name: str, *, label: str, **more: Any) -> None:
        more.setdefault("widget", forms.PasswordInput(attrs={"autocomplete": "off"}))
        super().__init__(label=label, **more)
        NAMES.setdefault(name, label)


def is_secret(name: str) -> bool:
    """Whether what is sent under this name is a secret, also in a form with a prefix."""
    return name.rpartition("-")[2] in NAMES or "password" in name
