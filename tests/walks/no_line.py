"""Where no line can be drawn, the page of the cut says why and leads to what lets one be drawn."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.walks.offers import agreed, reasoned
from tests.walks.pages import Page
from tests.walks.people import WallError

if TYPE_CHECKING:
    from tests.walks.walk import Walk


def let_a_line_be_drawn(walk: "Walk", page: Page) -> bool:
    """Take the way that the page of the cut offers; whether it offers one."""
    if together := page.link(r"/together/$"):
        _others_count(walk, together)
        return True
    return _fewer_through(walk, page)


def _others_count(walk: "Walk", address: str) -> None:
    """Games of every round were not played by one table, and so nobody has a result: head umpire
    and organiser let the others count.
    """
    olive = walk.organiser
    form = olive.open(address).form(r"/together/$", holding="unplayed_policy")
    assert form, f"{address} does not offer what a game counts that one table did not play"
    seen = olive.press(form, unplayed_policy="mean_of_others")
    form = seen.form(r"/together/$", holding="step")
    if form is None:
        raise WallError("not changed together", seen.words[:600])
    answer = agreed(walk, olive, olive.send(form, reasoned(form)))
    if answer is not None:
        walk.counted.rules = replace(walk.counted.rules, unplayed="mean_of_others")
    walk.did(answer or seen)


def _fewer_through(walk: "Walk", page: Page) -> bool:
    """Fewer have a result than go through: the page leads to where that number is chosen."""
    ranked = re.search(r"and there are (\d+): choose a smaller cut", page.words)
    chosen = next((one for one, words in page.links if words == "Choose a smaller cut"), "")
    if not (ranked and chosen and int(ranked[1])):
        return False
    form = walk.organiser.open(chosen).form(r"/settings/$", holding="cut_size")
    assert form, f"{chosen} does not offer how many go through"
    answer = walk.organiser.press(form, cut_size=ranked[1])
    if why := answer.form(r"/settings/$", holding="reason"):
        answer = walk.organiser.send(why, reasoned(why))
    if answer.refused:
        raise WallError("no smaller cut", answer.refused)
    walk.counted.rules = replace(walk.counted.rules, through=int(ranked[1]))
    walk.did(answer)
    return True
