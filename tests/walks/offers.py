"""What a page offers and how it is taken: the choices of a list, the reason asked for, the second
official.
"""

from typing import TYPE_CHECKING

from tests.walks.pages import Form, Page
from tests.walks.people import Person

if TYPE_CHECKING:
    from tests.walks.walk import Walk

REASON = "So it happened"


def name_of(label: str) -> str:
    """Who is meant by `Ann Oak, badge 3, table 1 D`."""
    return label.rsplit(", badge", 1)[0]


def reasoned(form: Form, **values: str) -> dict[str, str]:
    """The same with a reason and a witness where the form asks for them."""
    asked = {
        field.name: REASON
        for field in form.fields
        if field.name.endswith("reason") and field.kind != "hidden"
    }
    witness = {"witness": "Walter Witness"} if form.named("witness") else {}
    return asked | witness | values


def offered(form: Form | None, name: str) -> list[tuple[str, str]]:
    """What a list offers to be chosen: values and labels."""
    found = form.named(name) if form else None
    return [option for option in found.options if option[0]] if found else []


def agreed(walk: "Walk", who: Person, answer: Page) -> Page | None:
    """The answer where the act was done; what waits for a second official is approved or declined
    by the other one.
    """
    if answer.refused or answer.status >= 400:
        return None
    other = walk.people["head umpire" if who is walk.organiser else "organiser"]
    page = other.open(walk.at("waiting/"))
    address = next((one for one, words in page.links if "decide" in words), "")
    if not address:
        return answer
    page = other.open(address)
    if (form := page.form("approve/$")) and walk.plan.dice("agrees", address).random() < 0.8:
        answer = other.press(form)
        return None if answer.refused else answer
    if form := page.form("decline/$"):
        walk.did(other.send(form, reasoned(form)))
    return None
