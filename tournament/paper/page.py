"""Papers whose pages are laid out by their template alone: drawn for the browser or sent to the press."""

from collections.abc import Iterable
from typing import Any

from django.templatetags.static import static

COMMON = ("typeface.css", "paper/page.css")


def on_screen(sheets: Iterable[str], *, screen: bool) -> dict[str, Any]:
    """What a template needs to know of its medium: a browser asks for style sheets, the press has them already."""
    addresses = [static(f"tournament/{sheet}") for sheet in sheets] if screen else []
    return {"on_screen": screen, "sheets": addresses}
