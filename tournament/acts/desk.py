"""What the desk types from paper before it is a result: hands kept for their game, and what the cards say."""

from collections.abc import Mapping

from tournament.acts.seating import known
from tournament.ledger.chain import Signature, append, durable, writing
from tournament.ledger.formats import event_format, whole
from tournament.models import CardTotal, Event, Game, Guest, Round, TypedHand
from tournament.models.seating import RoundState

LONGEST = 240
HIGHEST = 9_999
Hands = Mapping[tuple[int, str], str]


class DeskRefusedError(ValueError):
    """The desk cannot do this so: the sentence says why and what to do instead."""


def keep_typed(event: Event, number: int, table: int, hands: Hands, by: Signature) -> None:
    """Keep hands of games that are not whole, by game and guest; an empty text forgets one. No result, no entry.

    Reverse act: keeping an empty text. Games and guests that are not there are passed over.
    """
    if not hands:
        return
    hands = {(game, ref.replace("\0", "")): text.replace("\0", "") for (game, ref), text in hands.items()}
    with durable():
        games = dict(
            Game.objects.filter(event=event, table__round__number=number, table__number=table).values_list(
                "number", "pk"
            )
        )
        refs = {ref for _game, ref in hands}
        guests = dict(Guest.objects.filter(event=event, ref__in=refs).values_list("ref", "pk"))
        rows = [
            TypedHand(
                event=event,
                game_id=games[game],
                guest_id=guests[ref],
                text=text.strip()[:LONGEST],
                typed_by=by.actor.name,
                typed_at=by.at,
            )
            for (game, ref), text in hands.items()
            if game in games and ref in guests
        ]
        kept = [row for row in rows if row.text]
        gone = {(row.game_id, row.guest_id) for row in rows if not row.text}
        _forget(event, gone)
        TypedHand.objects.bulk_create(
            kept,
            update_conflicts=True,
            unique_fields=("event", "game", "guest"),
            update_fields=("text", "typed_by", "typed_at"),
        )


def _forget(event: Event, gone: set[tuple[int, int]]) -> None:
    games = {game for game, _guest in gone}
    held = (
        TypedHand.objects.filter(event=event, game__in=games).values_list("pk", "game_id", "guest_id") if games else ()
    )
    TypedHand.objects.filter(pk__in=[pk for pk, game, guest in held if (game, guest) in gone]).delete()


def record_card_totals(event: Event, number: int, totals: Mapping[str, int], by: Signature) -> None:
    """Record what the paper cards of some guests say of a round, in the unit of the format.

    Reverse act: recording them again.
    Raises DeskRefusedError where there is no such round or guest, or a total no card can bear.
    """
    with writing(event) as row:
        if known(row, by):
            return
        held = Round.objects.filter(event=row, number=number).exclude(state=RoundState.DRAFT).first()
        if held is None:
            raise DeskRefusedError(f"Round {number} is not published: there are no cards of it yet.")
        guests = dict(Guest.objects.filter(event=row, ref__in=totals).values_list("ref", "pk"))
        if not totals or len(guests) < len(totals):
            raise DeskRefusedError("Type the total of at least one guest of this event.")
        form = event_format(row)
        if not all(0 <= points <= whole(form, HIGHEST) for points in totals.values()):
            raise DeskRefusedError(f"A card bears a number from 0 to {HIGHEST}.")
        said = {ref: int(points) for ref, points in sorted(totals.items())}
        body = {"round": number, "totals": said} | ({"halves": True} if form.halves else {})
        entry = append(row, "cards", body, by)
        CardTotal.objects.bulk_create(
            CardTotal(event=row, entry=entry, round=held, guest_id=guests[ref], points=points)
            for ref, points in said.items()
        )


def set_second_keying(event: Event, by: Signature, *, wanted: bool) -> None:
    """Have paper keyed a second time by somebody else, or no longer. Reverse act: the other of the two."""
    with writing(event) as row:
        if known(row, by) or row.second_keying == wanted:
            return
        append(row, "second_keying", {"wanted": wanted}, by)
        row.second_keying = wanted
        row.save(update_fields=["second_keying"])
