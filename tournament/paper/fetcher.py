"""What the PDF renderer may open: the typefaces shipped with the program, and data written into the page itself."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

STATIC = Path(__file__).resolve().parent.parent / "static" / "tournament"
BASE = "https://shipped.invalid/tournament/"
"""Style sheets are read as if from here, so a typeface has one address; the reserved name leads nowhere."""


@cache
def shipped() -> dict[str, Path]:
    """The exact addresses that are answered, each with its file; no address is ever turned into a path."""
    return {f"{BASE}fonts/{font.name}": font for font in sorted((STATIC / "fonts").glob("*.woff2"))}


@cache
def shipped_fetcher() -> "URLFetcher":
    """A fetcher that knows the shipped files and `data:`; made here because importing the renderer takes a second."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415

    class ShippedFetcher(URLFetcher):
        """Opens nothing outside the program: no network, no other file, no redirect (see CVE-2025-68616)."""

        def __init__(self) -> None:
            super().__init__(allowed_protocols=["data"], allow_redirects=False)  # type: ignore[no-untyped-call]

        def fetch(self, url: str, headers: dict[str, Any] | None = None) -> "URLFetcherResponse":
            if file := shipped().get(url):
                return URLFetcherResponse(url, file.read_bytes(), {"Content-Type": "font/woff2"})
            answer: URLFetcherResponse = super().fetch(url, headers)  # type: ignore[no-untyped-call]
            return answer

    return ShippedFetcher()
