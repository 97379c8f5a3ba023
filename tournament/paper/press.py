"""The press: HTML and style sheets become a PDF. The renderer is loaded on the first print, not before."""

import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tournament.paper.fetcher import BASE, STATIC, shipped_fetcher

Finisher = Callable[[Any, Any], None]
INSTALL = (
    "PDFs cannot be made on this machine yet: install the libraries of WeasyPrint, on Debian or Ubuntu with "
    "“sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0”, and start the server again. "
    "Until then, print the same page from the browser."
)


class PaperUnavailable(RuntimeError):
    """The renderer or a native library of it is missing; the message says what to install."""

    def __init__(self) -> None:
        super().__init__(INSTALL)


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
                string=(STATIC / sheet).read_text(encoding="utf-8"),
                base_url=BASE + sheet,
                url_fetcher=self._fetcher,
                font_config=self._fonts,
            )
            for sheet in sheets
        ]

    def pdf(self, html: str, finisher: Finisher | None = None) -> bytes:
        """Print one document; the finisher may rearrange the finished pages."""
        page = self._html(string=html, base_url=BASE, url_fetcher=self._fetcher)
        document = page.render(font_config=self._fonts, stylesheets=self._styles)
        printed: bytes = document.write_pdf(finisher=finisher)
        return printed


def bound(parts: Sequence[bytes]) -> bytes:
    """Several PDFs as one, in their order."""
    if len(parts) == 1:
        return parts[0]
    from pypdf import PdfWriter  # noqa: PLC0415

    writer = PdfWriter()
    for part in parts:
        writer.append(io.BytesIO(part), import_outline=False)
    whole = io.BytesIO()
    writer.write(whole)
    return whole.getvalue()
