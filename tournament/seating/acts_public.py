"""A draw in public: the digest of list and secret is shown, or taken down, before the cards are
cut.
"""

from dataclasses import replace
from secrets import token_hex

from scoring.seating import movement_sentence
from scoring.seating.public_draw import PublicDraw, commitment, seed
from tournament.counting.seats import Hall, hall
from tournament.ledger.chain import Signature, all_or_nothing, append, known, writing
from tournament.models import Event
from tournament.seating.acts import SeatingRefusedError
from tournament.seating.acts_draw import Draft, plan_of
from tournament.seating.commitment import DOWN, SHOWN, mark_of, secret_of, standing
from tournament.seating.words import entries
from tournament.server.snapshot import after_snapshot

ANOTHER = "take it down and show another."


def show_digest(event: Event, by: Signature) -> None:
    """Show the digest of the guest list and of a secret, before the room cuts cards for the draw.

    Reverse act: `take_digest_down`. Raises SeatingRefusedError where nothing can be drawn.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, by):
            return
        found = hall(row)
        if found.published:
            raise SeatingRefusedError("The seating is published: nothing is to be drawn.")
        if standing(entries(row)):
            raise SeatingRefusedError("A digest is shown already: draw with it, or take it down.")
        plan_of(found, None)
        nonce = token_hex(16)
        digest = commitment(found.wishes, secret_of(nonce))
        append(row, SHOWN, {"nonce": nonce, "digest": digest, "server": mark_of(nonce)}, by)


@after_snapshot
def take_digest_down(event: Event, by: Signature) -> None:
    """Nothing is drawn with the digest that is shown; that it was shown stays on record.

    Reverse act: `show_digest`.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, by):
            return
        shown = standing(entries(row))
        if shown is None:
            raise SeatingRefusedError("No digest is shown.")
        append(row, DOWN, {"digest": shown.body["digest"]}, by)


def drawn_in_public(found: Hall, cards: str, tables: int | None = None) -> Draft:
    """Draw from the secret of the digest that is shown and the cards that were cut. Writes nothing.

    Raises SeatingRefusedError where no digest stands, or the list is another than when it was
    shown.
    """
    shown = standing(entries(found.event))
    if shown is None:
        raise SeatingRefusedError("No digest is shown: show one, then let the room cut the cards.")
    nonce = shown.body["nonce"]
    if shown.body.get("server", mark_of(nonce)) != mark_of(nonce):
        raise SeatingRefusedError(
            "This digest was shown by another server, which alone knows its secret: draw there, or"
            f" {ANOTHER}"
        )
    secret = secret_of(nonce)
    if commitment(found.wishes, secret) != shown.body["digest"]:
        raise SeatingRefusedError(
            f"The guest list or the hall changed since the digest was shown: {ANOTHER}"
        )
    plan = plan_of(found, tables)
    rounds = found.event.qualifying_rounds
    public = PublicDraw(found.wishes, plan.sizes, rounds, shown.body["digest"], secret, cards)
    seating = public.drawn()
    made = Draft(seating.rounds, movement_sentence(seating), seed(secret, cards))
    return replace(made, public=public)
