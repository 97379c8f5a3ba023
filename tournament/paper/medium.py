"""What a template needs to know of its medium: a browser asks for style sheets, the press has them already."""

from collections.abc import Iterable
from typing import Any

from django.templatetags.static import static

COMMON = ("typeface.css", "paper/page.css")


def on_screen(sheets: Iterable[str], *, screen: bool) -> dict[str, Any]:
    """The part of a template's context that differs between the two."""
    addresses = [static(f"tournament/{sheet}") for sheet in sheets] if screen else []
    return {"on_screen": screen, "sheets": addresses}
