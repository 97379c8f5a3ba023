"""The press: HTML and style sheets become a PDF, by a renderer that is loaded on the first print
and may open nothing but the typefaces shipped with the program and data written into the page. A
template is told whether it is drawn for the press or for a browser.
"""

import io
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.templatetags.static import static

from tournament.paper import typefaces
from tournament.refusal import Refused
from tournament.site.sheets import whole

if TYPE_CHECKING:
    from weasyprint import Document
    from weasyprint.urls import URLFetcher, URLFetcherResponse

STATIC = Path(__file__).resolve().parent.parent / "static" / "tournament"
BASE = "https://shipped.invalid/tournament/"
"""Style sheets are read as if from here, so a typeface has one address; the reserved name leads
nowhere.
"""


@cache
def shipped() -> dict[str, Path]:
    """The exact addresses that are answered, each with its file; no address is ever turned into a
    path.
    """
    return {f"{BASE}fonts/{font.name}": font for font in typefaces.shipped()}


@cache
def shipped_fetcher() -> "URLFetcher":
    """A fetcher that knows the shipped files and `data:`; made here because importing the renderer
    takes a second.
    """
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415

    class ShippedFetcher(URLFetcher):
        """Opens nothing outside the program: no network, no other file, no redirect (see
        CVE-2025-68616).
        """

        def __init__(self) -> None:
            super().__init__(allowed_protocols=["data"], allow_redirects=False)  # type: ignore[no-untyped-call]

        def fetch(self, url: str, headers: dict[str, Any] | None = None) -> "URLFetcherResponse":
            if file := shipped().get(url):
                return URLFetcherResponse(
                    url, typefaces.unpacked(file), {"Content-Type": "font/ttf"}
                )
            answer: URLFetcherResponse = super().fetch(url, headers)  # type: ignore[no-untyped-call]
            return answer

    return ShippedFetcher()


def _read(sheet: str) -> str:
    return (STATIC / sheet).read_text(encoding="utf-8")


INSTALL = (
    "PDFs cannot be made on this computer yet: install the libraries of WeasyPrint, on Debian or"
    " Ubuntu with “sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0”, and"
    " start the server again. Until then, print the same page from the browser."
)


class PaperUnavailable(Refused):
    """The renderer or a native library of it is missing, or it has too much to do; the message says
    what to do.
    """

    def __init__(self, words: str = INSTALL) -> None:
        super().__init__(words)


class Press:
    """One printing run: style sheets and typefaces are read once and serve every document of it."""

    def __init__(self, sheets: Iterable[str]) -> None:
        """`sheets` name style sheets of the program. Raises PaperUnavailable."""
        try:
            from weasyprint import CSS, HTML  # noqa: PLC0415
            from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415
        except (ImportError, OSError) as missing:
            raise PaperUnavailable from missing
        self._html: Any = HTML
        self._fetcher = shipped_fetcher()
        self._fonts = FontConfiguration()
        self._styles = [
            CSS(
                string=whole(sheet, _read),
                base_url=BASE + sheet,
                url_fetcher=self._fetcher,
                font_config=self._fonts,
            )
            for sheet in sheets
        ]

    def laid_out(self, html: str) -> "Document":
        """One document on its pages."""
        page = self._html(string=html, base_url=BASE, url_fetcher=self._fetcher)
        document: Document = page.render(font_config=self._fonts, stylesheets=self._styles)
        return document

    def pdf(self, html: str) -> bytes:
        """Print one document."""
        return self.laid_out(html).write_pdf() or b""


class Binder:
    """Several PDFs as one, in their order. Each is taken in as it comes, which is most of the work,
    so that nobody waits long after the last.
    """

    def __init__(self) -> None:
        self.parts = 0
        self._first = b""
        self._writer: Any = None

    def add(self, part: bytes) -> None:
        """Take in one more; a first that stays alone is not read."""
        self.parts += 1
        if self.parts == 1:
            self._first = part
            return
        if self._writer is None:
            from pypdf import PdfWriter  # noqa: PLC0415 -- only where there are several

            self._writer = PdfWriter()
            self._append(self._first)
        self._append(part)

    def _append(self, part: bytes) -> None:
        self._writer.append(io.BytesIO(part), import_outline=False)

    def content(self) -> bytes:
        """All of them."""
        if self._writer is None:
            return self._first
        buffer = io.BytesIO()
        self._writer.write(buffer)
        return buffer.getvalue()


COMMON = ("paper/page.css",)


def on_screen(sheets: Iterable[str], *, screen: bool) -> dict[str, Any]:
    """The part of a template's context that differs between the two."""
    addresses = [static(f"tournament/{sheet}") for sheet in sheets] if screen else []
    return {"on_screen": screen, "sheets": addresses}
