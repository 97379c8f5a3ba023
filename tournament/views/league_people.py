"""Who is who across the evenings of a league: proposals side by side, links confirmed, told apart and split."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournament.acts import persons as acts
from tournament.league_access import LEAGUE, at_league
from tournament.league_people import MOST_SHOWN, history, known_persons, likenesses, told_apart
from tournament.models import League
from tournament.views.leagues import done, signed
from tournament.views.signing import new_key

LONGEST = 12


@at_league(LEAGUE)
def league_people(request: HttpRequest, held: League) -> HttpResponse:
    """Proposals with their reasons, the persons known, those told apart, and the log of all of it."""
    found = likenesses(held)
    context = {
        "league": held,
        "likenesses": found[:MOST_SHOWN],
        "further": max(0, len(found) - MOST_SHOWN),
        "persons": known_persons(held),
        "apart": told_apart(held),
        "history": history(held),
        "key": new_key(),
    }
    return render(request, "tournament/league_people.html", context)


@at_league(LEAGUE)
@require_POST
def link_guests(request: HttpRequest, held: League) -> HttpResponse:
    """Those ticked are the same person; or, by the button of one pair, two persons."""
    if "apart" in request.POST:
        one, other = _pair(request.POST["apart"])
        done(request, lambda: acts.tell_apart(held, one, other, signed(request)), "They are two persons.")
        return redirect("league_people", held.slug)
    pairs = [_pair(said) for said in request.POST.getlist("pair")]
    words = "The ticked pair is one person." if len(pairs) == 1 else f"{len(pairs)} pairs are one person each."
    done(request, lambda: acts.link_guests(held, pairs, signed(request)), words)
    return redirect("league_people", held.slug)


@at_league(LEAGUE)
@require_POST
def split_guest(request: HttpRequest, held: League) -> HttpResponse:
    """A wrong link is split."""
    guest = _row(request.POST.get("guest", ""))
    done(request, lambda: acts.split_guest(held, guest, signed(request)), "The link is split; it stays on record.")
    return redirect("league_people", held.slug)


@at_league(LEAGUE)
@require_POST
def propose_again(request: HttpRequest, held: League) -> HttpResponse:
    """Two told apart may be proposed again."""
    row = _row(request.POST.get("apart", ""))
    done(request, lambda: acts.take_telling_apart_back(held, row, signed(request)), "They may be proposed again.")
    return redirect("league_people", held.slug)


def _pair(said: str) -> tuple[int, int]:
    one, _dash, other = said.partition("-")
    return _row(one), _row(other)


def _row(said: str) -> int:
    """The number of a row; whatever is no number names none."""
    return int(said) if said.isascii() and said.isdigit() and len(said) <= LONGEST else 0
