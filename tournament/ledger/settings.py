"""How settings stand in the ledger: plain values, and the games of each round that has a number
of its own.
"""

import json
from collections.abc import Iterable
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from tournament.models import Event, Game, Round, Sheet

GAMES = "games_of_round_"
"""The name under which the games of one laid round are changed and logged."""


def plain(value: Any) -> Any:
    """A value as the ledger keeps it: days as text."""
    return json.loads(json.dumps(value, cls=DjangoJSONEncoder))


def as_logged(event: Event, names: Iterable[str]) -> dict[str, Any]:
    """How these settings stand now; the games of a round that is not laid any more are None."""
    targets = list(names)
    rounds = (
        dict(Round.objects.filter(event=event).values_list("number", "games"))
        if any(map(of_round, targets))
        else {}
    )
    return {
        name: rounds.get(of_round(name)) if of_round(name) else plain(getattr(event, name))
        for name in targets
    }


def of_round(name: str) -> int:
    """The round whose games a setting is about; 0 for every other one."""
    return int(name.removeprefix(GAMES)) if name.startswith(GAMES) else 0


def thaw(row: Event) -> None:
    """Let the options go again where no result is left that was counted by them."""
    if (
        not Sheet.objects.filter(event=row).exists()
        and not Game.objects.filter(event=row, not_played=True).exists()
    ):
        Event.objects.filter(pk=row.pk).update(frozen_at=None)
