"""The looks: letters in the shipped typeface, contrast of the colours, shapes that exist."""

import re
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "tournament" / "static" / "tournament"
TEMPLATES = ROOT / "templates"
PAD_FACE = STATIC / "fonts" / "last-card-serif-600-pad.woff2"
"""The Western letters of one face alone: what a phone needs first."""
FONTS = sorted(path for path in (STATIC / "fonts").glob("*.woff2") if path != PAD_FACE)

# Names as they come to a livery evening, and the signs of a printed page.
LETTERS = (
    "Łukasz Ćwikła, Gül Şahin, Győző Őry, Siân Ŵyn, Zoë, François, Núñez, Ștefan"
    "Žofia, Þór, Åse, Æthelred, Œdipe’s “10” – £½×·"
)

TEXT = 4.5
EDGE = 3.0
PAIRS = [
    ("ink", "page", TEXT),
    ("ink", "surface", TEXT),
    ("ink", "tied", TEXT),
    ("ink-soft", "page", TEXT),
    ("ink-soft", "surface", TEXT),
    ("ink-soft", "tied", TEXT),
    ("ink-soft", "amber-tint", TEXT),
    ("ink-soft", "baize-tint", TEXT),
    ("ink-soft", "crimson-tint", TEXT),
    ("on-baize", "baize", TEXT),
    ("on-baize", "baize-deep", TEXT),
    ("baize", "page", TEXT),
    ("baize", "surface", TEXT),
    ("baize", "baize-tint", TEXT),
    ("crimson", "surface", TEXT),
    ("crimson", "crimson-tint", TEXT),
    ("amber", "amber-tint", TEXT),
    ("blue", "page", TEXT),
    ("blue", "surface", TEXT),
    ("card-ink", "card-paper", TEXT),
    ("card-soft", "card-paper", TEXT),
    ("card-crimson", "card-paper", TEXT),
    ("edge", "page", EDGE),
    ("edge", "surface", EDGE),
    ("gold", "page", EDGE),
    ("gold", "surface", EDGE),
]


def tokens(block: str) -> dict[str, str]:
    """The colours a part of tokens.css sets."""
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


def schemes() -> dict[str, dict[str, str]]:
    """The colours of each scheme, the narrow screens' own edge included; paper is left out."""
    text = (STATIC / "parts" / "tokens.css").read_text()
    blocks = dict(re.findall(r"(?:^|\n)(@media [^{]+|:root) \{(.*?)\n\}", text, re.DOTALL))
    light = tokens(blocks[":root"])
    dark = light | tokens(blocks["@media (prefers-color-scheme: dark)"])
    return {
        "light": light,
        "light, narrow": light | tokens(blocks["@media (max-width: 640px)"]),
        "dark": dark,
        "dark, narrow": dark
        | tokens(blocks["@media (prefers-color-scheme: dark) and (max-width: 640px)"]),
    }


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it, from 0 to 1."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio as WCAG 2 defines it, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_of_black_on_white_is_twenty_one() -> None:
    assert (round(contrast("#000000", "#ffffff"), 2), contrast("#777777", "#777777")) == (21, 1)


@pytest.mark.parametrize("scheme", ["light", "light, narrow", "dark", "dark, narrow"])
def test_text_and_edges_stand_out_from_their_grounds(scheme: str) -> None:
    colours = schemes()[scheme]
    faint = [
        (front, ground, round(contrast(colours[front], colours[ground]), 2))
        for front, ground, least in PAIRS
        if contrast(colours[front], colours[ground]) < least
    ]
    assert faint == []


def test_gold_would_not_do_for_text() -> None:
    light = schemes()["light"]
    assert contrast(light["gold"], light["page"]) < TEXT


def test_gold_is_never_a_colour_of_text() -> None:
    users = [
        sheet.name + selector
        for sheet in STATIC.rglob("*.css")
        for selector in re.findall(
            r"\n([^\n{}]+) \{[^}]*[{;]\s+color: var\(--gold\)", sheet.read_text()
        )
    ]
    assert users == ["panels.css.seal"]


def _face(path: Path) -> Any:
    """A typeface opened; its tables have no types of their own."""
    return TTFont(path)


def test_eight_faces_are_shipped_with_their_licence() -> None:
    assert [font.stem.removeprefix("last-card-") for font in FONTS] == [
        "sans-400",
        "sans-600",
        "serif-400-italic",
        "serif-400",
        "serif-600",
        "serif-700",
        "serif-display-400",
        "serif-display-600",
    ]
    assert "SIL OPEN FONT LICENSE Version 1.1" in (STATIC / "fonts" / "OFL.txt").read_text()


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.stem)
def test_one_file_holds_every_letter_of_a_name(path: Path) -> None:
    letters = _face(path).getBestCmap()
    assert [letter for letter in LETTERS if ord(letter) not in letters] == []
    assert ord("漢") not in letters


def test_a_phone_takes_the_western_letters_first_and_the_others_from_the_whole_face() -> None:
    first = set(_face(PAD_FACE).getBestCmap())
    said = re.findall(r"unicode-range: ([^;]+);", (STATIC / "phones" / "pad-hand.css").read_text())
    rest, western = ({code for span in one.split(", ") for code in _span(span)} for one in said)
    assert {ord(letter) for letter in LETTERS if ord(letter) in western} <= first
    assert {ord(letter) for letter in LETTERS} <= western | rest
    assert western & rest == set()


def _span(said: str) -> range:
    first, last = said.removeprefix("U+").split("-")
    return range(int(first, 16), int(last, 16) + 1)


@pytest.mark.parametrize("path", [*FONTS, PAD_FACE], ids=lambda path: path.stem)
def test_figures_are_of_one_width_and_height(path: Path) -> None:
    font = _face(path)
    names = [font.getBestCmap()[ord(figure)] for figure in "0123456789"]
    assert len({font["hmtx"][name][0] for name in names}) == 1
    # Lining: no figure hangs below the line as an old-style 3 or 9 does.
    assert min(font["glyf"][name].yMin for name in names) > -0.03 * font["head"].unitsPerEm


@pytest.mark.parametrize("path", [*FONTS, PAD_FACE], ids=lambda path: path.stem)
def test_the_reserved_name_is_not_carried_on(path: Path) -> None:
    names = _face(path)["name"]
    family = {names.getDebugName(number) for number in (1, 4, 6, 16)} - {None}
    assert [name for name in family if "Source" in name or "Inter" in name] == []
    maker = "Inter Project Authors" if "sans" in path.stem else "Adobe"
    assert maker in str(names.getDebugName(0))
    licence = path.with_name("OFL-sans.txt" if "sans" in path.stem else "OFL.txt").read_text()
    assert maker in licence
    assert "SIL OPEN FONT LICENSE" in licence


def test_every_face_declared_is_a_file() -> None:
    declared = re.findall(
        r'url\("../fonts/([^"]+)"\)', (STATIC / "parts" / "typeface.css").read_text()
    )
    assert sorted(declared) == sorted(font.name for font in FONTS)


def signs(path: Path) -> set[str]:
    """The signs that a template draws."""
    return set(re.findall(r'symbol id="shape-([a-z]+)"', path.read_text()))


def test_every_shape_named_in_a_template_is_drawn() -> None:
    drawn = signs(TEMPLATES / "parts" / "_shapes.html")
    for path in TEMPLATES.rglob("*.html"):
        text = path.read_text()
        named = re.findall(r'(?:shape|state)="([a-z]+)"|#shape-([a-z]+)"', text)
        # The pad and its neighbours bring signs of their own along.
        brought = [signs(TEMPLATES / one) for one in re.findall(r'include "(.+?)"', text)]
        assert {first or second for first, second in named} - drawn.union(*brought) == set(), path
    assert len(drawn) >= 16


def test_every_custom_property_used_is_set() -> None:
    sheets = "".join(sheet.read_text() for sheet in STATIC.rglob("*.css"))
    assert (
        set(re.findall(r"var\(--([a-z-]+)", sheets)) - set(re.findall(r"--([a-z-]+):", sheets))
        == set()
    )
