"""Who is who across the evenings of a league: proposals side by side, links confirmed, told
apart and split.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from tournament.leagues import acts
from tournament.leagues.access import LEAGUE, at_league
from tournament.leagues.people import MOST_SHOWN, history, known_persons, likenesses, told_apart
from tournament.ledger.signing import new_key, perform
from tournament.models import League
from tournament.site.text import whole_number

LONGEST = 12


@at_league(LEAGUE)
def league_people(request: HttpRequest, league: League) -> HttpResponse:
    """Proposals with their reasons, the persons known, those told apart, and
    the log of all of it.
    """
    pairs = likenesses(league)
    context = {
        "league": league,
        "likenesses": pairs[:MOST_SHOWN],
        "further": max(0, len(pairs) - MOST_SHOWN),
        "persons": known_persons(league),
        "apart": told_apart(league),
        "history": history(league),
        "key": new_key(),
    }
    return render(request, "leagues/people.html", context)


@at_league(LEAGUE)
@require_POST
def link_guests(request: HttpRequest, league: League) -> HttpResponse:
    """Those ticked are the same person; or, by the button of one pair, two persons."""
    if "apart" in request.POST:
        first, second = _pair(request.POST["apart"])
        perform(
            request,
            league,
            lambda signer: acts.tell_apart(league, first, second, signer),
            "They are two persons.",
        )
        return redirect("league_people", league.slug)
    pairs = [_pair(text) for text in request.POST.getlist("pair")]
    words = (
        "The ticked pair is one person."
        if len(pairs) == 1
        else f"{len(pairs)} pairs are one person each."
    )
    perform(request, league, lambda signer: acts.link_guests(league, pairs, signer), words)
    return redirect("league_people", league.slug)


@at_league(LEAGUE)
@require_POST
def split_guest(request: HttpRequest, league: League) -> HttpResponse:
    """A wrong link is split."""
    guest = _row(request.POST.get("guest", ""))
    perform(
        request,
        league,
        lambda signer: acts.split_guest(league, guest, signer),
        "The link is split; it stays on record.",
    )
    return redirect("league_people", league.slug)


@at_league(LEAGUE)
@require_POST
def propose_again(request: HttpRequest, league: League) -> HttpResponse:
    """Two told apart may be proposed again."""
    row = _row(request.POST.get("apart", ""))
    perform(
        request,
        league,
        lambda signer: acts.take_telling_apart_back(league, row, signer),
        "They may be proposed again.",
    )
    return redirect("league_people", league.slug)


def _pair(text: str) -> tuple[int, int]:
    first, _dash, second = text.partition("-")
    return _row(first), _row(second)


def _row(text: str) -> int:
    """The number of a row; whatever is no number names none."""
    return whole_number(text, LONGEST) or 0
