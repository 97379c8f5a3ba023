"""Who does an act, as the ledger records it."""

from dataclasses import dataclass
from typing import cast

from django.contrib.auth.models import User
from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Actor:
    """A name for the record, and the account behind it where there is one."""

    name: str
    user_id: int | None = None


def actor_of(request: HttpRequest) -> Actor:
    """The official behind a request."""
    user = cast(User, request.user)
    return Actor(name=user.get_full_name() or user.get_username(), user_id=user.pk)
