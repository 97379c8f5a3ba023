"""Templates are laid out for who reads them, and sent as if each stood on one line."""

import re

import pytest
from django.test import Client

from tests.test_house import ROOT
from tournament.site.template_source import folded

LAID_OUT = {
    "<ul>\n  <li>\n    One\n  </li>\n  <li>Two</li>\n</ul>": "<ul><li>One</li><li>Two</li></ul>",
    '<a class="button"\n    href="/">Home</a>': '<a class="button" href="/">Home</a>',
    '<input name="a"\n  {% if b %} checked{% endif %}\n>': (
        '<input name="a" {% if b %} checked{% endif %}>'
    ),
    "<a{% if b %}\n  hidden{% endif %}>": "<a{% if b %} hidden{% endif %}>",
    "<p>Up to\n  {{ count }}\n  guests</p>": "<p>Up to {{ count }} guests</p>",
    "<p>\n  <b>Ann</b>\n  <i>is here</i>\n</p>": "<p><b>Ann</b>\n<i>is here</i></p>",
    "<p>Ann {% if late %}\n  is late\n{% endif %}</p>": (
        "<p>Ann {% if late %}is late {% endif %}</p>"
    ),
    "<label><input>\n  Ann</label>": "<label><input> Ann</label>",
    '<p title="\n  long\n  words\n">': '<p title="long words">',
    "{% for a in b %}\n  <b>{{ a }}</b>\n{% endfor %}": (
        "{% for a in b %}<b>{{ a }}</b>\n{% endfor %}"
    ),
    "<p>1 {{ '<' }} 2</p>\n<!-- a\n  b -->": "<p>1 {{ '<' }} 2</p><!-- a\n  b -->",
}


@pytest.mark.parametrize(("source", "sent"), LAID_OUT.items())
def test_a_new_line_is_sent_as_the_blank_that_a_browser_would_show(source: str, sent: str) -> None:
    assert folded(source) == sent


def test_what_is_folded_stays_so() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
    assert len(sources) > 300
    assert [source for source in sources if folded(folded(source)) != folded(source)] == []


def test_no_words_or_tags_are_lost_or_joined_by_it() -> None:
    """Read by another hand: blanks aside all is there, and no two words have become one."""
    for path in (ROOT / "templates").rglob("*.html"):
        source = path.read_text(encoding="utf-8")
        assert re.sub(r"\s", "", folded(source)) == re.sub(r"\s", "", source)
        words = re.compile(r"(?:(?<=[\w.,:;!?])|(?<=\}\}))\s+(?=[\w{])(?!\{[%#])")
        assert len(words.findall(folded(source))) == len(words.findall(source)), path


@pytest.mark.django_db
def test_pages_are_sent_without_indentation(client: Client) -> None:
    page = client.get("/nowhere/").content.decode()
    assert "</html>" in page
    assert not re.search(r"\n[ \t]", page)
