"""The account that a command names."""

from django.contrib.auth.models import User
from django.core.management.base import CommandError


def account_named(name: str) -> User:
    """The account of this name; raises CommandError where nobody has it."""
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"Nobody logs in as {name}: mind capitals and spaces.")
    return user
