"""Taking in what came between the cut and the hand-over: through the real acts, before and after the play-off."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from scoring.board import digest
from tournament import archive_form as form
from tournament.actor import Actor
from tournament.acts.archive_games import IMPORTED, finished_at, take_game
from tournament.acts.cut import CutRefusedError
from tournament.acts.cut_of_cards import record_cut_of_cards
from tournament.acts.playoff import lay_extra_game
from tournament.acts.reserves import ReplyRefusedError, reply
from tournament.acts.reveal import RevealRefusedError, reveal_podium, show_playoff
from tournament.archive_form import refuse
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.finals import RESERVES
from tournament.models import Event, Seal, Stage

LAST_EDITION = 1000
TIMES = ("printed_at", "revealed_at")


def take_broken_seals(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """The editions that were sealed and given up again, as they stood; the results of then are theirs alone."""
    for index, given in enumerate(form.sequence(document.get("broken_seals", []), "broken_seals")):
        where = f"broken_seals[{index}]"
        row = form.mapping(given, where)
        edition, said = form.whole(row, "edition", where), form.mapping(row.get("snapshot"), f"{where}.snapshot")
        if not 1 <= edition <= LAST_EDITION or Seal.objects.filter(event=event, edition=edition).exists():
            refuse(f"{where}.edition", f"a number of its own from 1 to {LAST_EDITION} is wanted here.")
        try:
            _break_again(event, row, where, (edition, dict(said), digest(said)), now)
        except ValueError:
            refuse(f"{where}.snapshot", "this holds a number that no evening has.")


def _break_again(
    event: Event, row: Mapping[str, Any], where: str, sealed: tuple[int, dict[str, Any], str], now: datetime
) -> None:
    edition, said, head = sealed
    times = {name: finished_at({"finished_at": row.get(name)}, now) for name in TIMES if row.get(name) is not None}
    by, broken = _sign(row, "sealed", where, now), _sign(row, "broken", where, now)
    with writing(event) as held:
        entry = append(held, "seal", {"edition": edition, "digest": head, "snapshot": said}, by)
        append(held, "break_seal", {"edition": edition}, broken, reason=form.text(row, "reason", where, "")[:300])
        times |= {"sealed_at": by.at, "broken_at": broken.at}
        kept = {"edition": edition, "snapshot": said, "digest": head, "sealed_by": by.actor.name}
        Seal.objects.create(event=held, entry=entry, **kept, **times)


def take_answers(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """What finalists answered, and the cards that reserves cut."""
    for index, given in enumerate(form.sequence(document.get("replies", []), "replies")):
        where = f"replies[{index}]"
        row = form.mapping(given, where)
        said, by = form.truth(row, "declined", where), _sign(row, "answered", where, now)
        try:
            reply(event, [form.text(row, "player", where)], by, declined=said)
        except (ReplyRefusedError, CutRefusedError) as error:
            refuse(where, str(error))
    for index, given in enumerate(form.sequence(document.get("reserve_cards", []), "reserve_cards")):
        where = f"reserve_cards[{index}]"
        row = form.mapping(given, where)
        cards = form.mapping(row.get("cards"), f"{where}.cards")
        said_cards = {ref: form.text(cards, ref, f"{where}.cards") for ref in cards}
        try:
            record_cut_of_cards(event, said_cards, _sign(row, "recorded", where, now), stage=RESERVES)
        except CutRefusedError as error:
            refuse(where, str(error))


def take_extra_games(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """Extra games opened between the same guests and entered, then what the public may see of the end."""
    for index, given in enumerate(form.sequence(document.get("extra_games", []), "extra_games")):
        where = f"extra_games[{index}]"
        row = form.mapping(given, where)
        refs = [ref for ref in form.sequence(row.get("players"), f"{where}.players") if isinstance(ref, str)]
        strangers = set(refs) - set(event.guests.values_list("ref", flat=True))
        if strangers or len(set(refs)) < 2 or not event.rounds.filter(stage=Stage.PLAYOFF).exists():
            refuse(where, "two or more players of a play-off are wanted here, by their ids.")
        opened = lay_extra_game(event, refs, Signature(IMPORTED, now, f"import-extra-{uuid.uuid4()}"))
        if "game" in row:
            game = {**form.mapping(row["game"], f"{where}.game"), "stage": str(Stage.EXTRA), "round": opened.number}
            take_game(event, game, f"{where}.game", now)
    _take_public(event, form.mapping(document["event"], "event"), now)


def _take_public(event: Event, said: Mapping[str, Any], now: datetime) -> None:
    try:
        if form.truth(said, "playoff_live", "event"):
            show_playoff(event, Signature(IMPORTED, now, f"import-live-{uuid.uuid4()}"), live=True)
        if said.get("podium_revealed_at") is not None:
            reveal_podium(event, _sign(said, "podium_revealed", "event", now))
    except RevealRefusedError as error:
        refuse("event", str(error))


def _sign(row: Mapping[str, Any], done: str, where: str, now: datetime) -> Signature:
    by = form.text(row, f"{done}_by", where, IMPORTED.name)
    at = finished_at({"finished_at": row.get(f"{done}_at")}, now)
    return Signature(Actor(by[:120]), at, f"import-{done}-{uuid.uuid4()}")
