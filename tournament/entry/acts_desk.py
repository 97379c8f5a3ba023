"""What the desk types from paper before it is a result: hands kept for their game, and what the
cards say.

A sheet keyed a second time, blind, by somebody else: equal means checked, and both keyings stay on
record.
"""

from collections.abc import Mapping
from dataclasses import replace

from tournament.counting.formats import event_format, whole
from tournament.counting.submission import Submission, body_of, same_result
from tournament.entry.place import find
from tournament.ledger.chain import Signature, append, durable, known, writing
from tournament.models import CardTotal, Event, Game, Guest, Round, SecondKeying, Sheet, TypedHand
from tournament.models.seating import RoundState
from tournament.refusal import Refused

LONGEST_LINE = 240
HIGHEST = 9_999
Hands = Mapping[tuple[int, str], str]


def keep_typed(event: Event, number: int, table: int, hands: Hands, signature: Signature) -> None:
    """Keep hands of games that are not whole, by game and guest; an empty text forgets one. No
    result, no entry.

    Reverse act: keeping an empty text. Games and guests that are not there are passed over.
    """
    if not hands:
        return
    hands = {
        (game, ref.replace("\0", "")): text.replace("\0", "") for (game, ref), text in hands.items()
    }
    with durable():
        games = dict(
            Game.objects.filter(
                event=event, table__round__number=number, table__number=table
            ).values_list("number", "pk")
        )
        refs = {ref for _game, ref in hands}
        guests = dict(Guest.objects.filter(event=event, ref__in=refs).values_list("ref", "pk"))
        rows = [
            TypedHand(
                event=event,
                game_id=games[game],
                guest_id=guests[ref],
                text=text.strip()[:LONGEST_LINE],
                typed_by=signature.actor.name,
                typed_at=signature.at,
            )
            for (game, ref), text in hands.items()
            if game in games and ref in guests
        ]
        filled = [row for row in rows if row.text]
        emptied = {(row.game_id, row.guest_id) for row in rows if not row.text}
        _forget(event, emptied)
        TypedHand.objects.bulk_create(
            filled,
            update_conflicts=True,
            unique_fields=("event", "game", "guest"),
            update_fields=("text", "typed_by", "typed_at"),
        )


def _forget(event: Event, emptied: set[tuple[int, int]]) -> None:
    games = {game for game, _guest in emptied}
    stored = (
        TypedHand.objects.filter(event=event, game__in=games).values_list(
            "pk", "game_id", "guest_id"
        )
        if games
        else ()
    )
    TypedHand.objects.filter(
        pk__in=[pk for pk, game, guest in stored if (game, guest) in emptied]
    ).delete()


def record_card_totals(
    event: Event, number: int, totals: Mapping[str, int], signature: Signature
) -> None:
    """Record what the paper cards of some guests say of a round, in the unit of the format.

    Reverse act: recording them again.
    Raises Refused where there is no such round or guest, or a total no card can bear.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        round_ = (
            Round.objects.filter(event=row, number=number).exclude(state=RoundState.DRAFT).first()
        )
        if round_ is None:
            raise Refused(f"Round {number} is not published: there are no cards of it yet.")
        guests = dict(Guest.objects.filter(event=row, ref__in=totals).values_list("ref", "pk"))
        if not totals or len(guests) < len(totals):
            raise Refused("Type the total of at least one guest of this evening.")
        form = event_format(row)
        if not all(0 <= points <= whole(form, HIGHEST) for points in totals.values()):
            raise Refused(f"A card has a number from 0 to {HIGHEST}.")
        points_of = {ref: int(points) for ref, points in sorted(totals.items())}
        body = {"round": number, "totals": points_of} | ({"halves": True} if form.halves else {})
        entry = append(row, "cards", body, signature)
        CardTotal.objects.bulk_create(
            CardTotal(event=row, entry=entry, round=round_, guest_id=guests[ref], points=points)
            for ref, points in points_of.items()
        )


def set_second_keying(event: Event, signature: Signature, *, enabled: bool) -> None:
    """Have paper keyed a second time by somebody else, or no longer.

    Reverse act: the other of the two.
    """
    with writing(event) as row:
        if known(row, signature) or row.second_keying == enabled:
            return
        append(row, "second_keying", {"wanted": enabled}, signature)
        row.second_keying = enabled
        row.save(update_fields=["second_keying"])


LONGEST = 120


def key_again(event: Event, submission: Submission, signature: Signature) -> SecondKeying:
    """Compare a second keying with the sheet that counts; where they agree the sheet is checked.

    Reverse act: `mark_unchecked` (tournament/entry/acts_checking.py). Raises Refused where
    there is no sheet, where it changed meanwhile, or where the same person keyed it first.
    """
    with writing(event) as row:
        if known(row, signature):
            return SecondKeying.objects.get(event=row, entry__key=signature.key)
        sheet = _first_keying(row, submission, signature)
        facts = find(row, submission.place, signature.key)
        refs = facts.refs if facts else {}
        moved = any(refs.get(seat) != ref for seat, ref in submission.people.items())
        if moved or {entry.seat for entry in submission.entries} != set(refs):
            raise Refused("The seats have changed since: load the page again.")
        entries = tuple(sorted(submission.entries, key=lambda entry: entry.seat))
        body = body_of(replace(submission, entries=entries), refs)
        agrees = same_result(body, sheet.entry.body)
        body |= {"version": sheet.version, "agrees": agrees, "checked": agrees}
        entry = append(row, "second_key", body, signature)
        if agrees:
            sheet.checked, sheet.checker = True, keyed_twice(sheet, signature.actor.name)
            sheet.save(update_fields=["checked", "checker"])
        return SecondKeying.objects.create(
            event=row,
            entry=entry,
            sheet=sheet,
            agrees=agrees,
            keyed_by=signature.actor.name[:LONGEST],
        )


def keyed_twice(sheet: Sheet, second: str) -> str:
    """What the sheet says of who checked it."""
    return f"{sheet.entered_by} and {second}, typed twice"[-LONGEST:]


def _first_keying(row: Event, submission: Submission, signature: Signature) -> Sheet:
    place = submission.place
    sheets = Sheet.objects.select_related("entry").filter(
        event=row, accepted=True, game__number=place.game
    )
    sheet = sheets.filter(
        game__table__number=place.table, game__table__round__number=place.round
    ).first()
    if sheet is None:
        raise Refused(
            f"Game {place.game} of table {place.table} has not been typed yet: type it first."
        )
    if sheet.version != submission.seen:
        raise Refused(f"Game {place.game} has changed since: load the page again, then type it.")
    if sheet.entry.user_id is not None and sheet.entry.user_id == signature.actor.user_id:
        raise Refused(
            f"You typed game {place.game} yourself: somebody else types it the second time."
        )
    return sheet
