"""Who does an act, as the ledger records it."""

from dataclasses import dataclass
from typing import cast

from django.contrib.auth.models import User
from django.http import HttpRequest


@dataclass(frozen=True, slots=True)
class Actor:
    """A name for the record, the account behind it where there is one, and what the log may call them."""

    name: str
    user_id: int | None = None
    account: str = ""


def actor_of(request: HttpRequest) -> Actor:
    """The official behind a request."""
    user = cast(User, request.user)
    account = user.get_username()
    return Actor(name=user.get_full_name() or account, user_id=user.pk, account=account)
