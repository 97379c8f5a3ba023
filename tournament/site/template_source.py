"""Templates are laid out for who reads them, and sent without that: a new line with the indentation
after it says nothing in a page, so it goes where a browser would not show it either, and is one
blank where words or their tags stand beside it.
"""

import re
from dataclasses import dataclass

from django.template import Origin
from django.template.loaders import filesystem

BLOCKS = (
    *("article", "aside", "body", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption"),
    *("figure", "footer", "form", "h1", "h2", "h3", "h4", "head", "header", "hr", "html", "legend"),
    *("li", "link", "main", "meta", "nav", "ol", "option", "p", "script", "section", "style"),
    *("summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "ul"),
)
"""Tags beside which a browser shows no blank."""
VOID = ("area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
"""Tags that hold nothing: a blank after one is seen."""
UNSEEN = re.compile(
    r"\{% *(?:if|elif|else|for|empty|with|block|csrf_token|load|extends)\b|.* as \w+ %\}$"
)
"""Code after which a new line says nothing: it opens a part, or leaves nothing to see."""
_PIECES = re.compile(
    r"(?P<code>\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<!--.*?-->)"
    r"|(?P<turn>\s*\n\s*)|<(?P<slash>/?)(?P<tag>[a-z][a-z0-9]*)|(?P<sign>[>\"'])",
    re.DOTALL | re.IGNORECASE,
)
_BLOCK = re.compile(rf"</|<(?:{'|'.join(BLOCKS)})\b")


class Loader(filesystem.Loader):
    """Reads a template of the folder, folded."""

    def get_contents(self, origin: Origin) -> str:
        return folded(super().get_contents(origin))


def folded(source: str) -> str:
    """A template without the lines it is laid out in."""
    place = _Place()
    parts: list[str] = []
    end, code = 0, ""
    for piece in _PIECES.finditer(source):
        if words := source[end : piece.start()]:
            parts.append(words)
            code = ""
        if piece["turn"]:
            unseen = UNSEEN.match(code) and not place.inside
            parts.append("" if unseen else place.turn(source, piece))
        else:
            parts.append(piece[0])
            place.move(piece)
        end, code = piece.end(), piece["code"] or ""
    return "".join([*parts, source[end:]])


@dataclass(slots=True)
class _Place:
    """Where a reader of a template stands: the last tag, whether still inside it and in which
    quotes.
    """

    tag: str = ""
    opens: bool = False
    inside: bool = False
    quote: str = ""

    def move(self, piece: re.Match[str]) -> None:
        """Over a tag's beginning or a sign of one."""
        sign = piece["sign"]
        if not self.inside:
            if piece["tag"]:
                self.tag, self.inside = piece["tag"].lower(), True
                self.opens = not piece["slash"] and self.tag not in VOID
        elif self.quote:
            self.quote = "" if sign == self.quote else self.quote
        elif sign == ">":
            self.inside = False
        else:
            self.quote = sign or ""

    def turn(self, source: str, piece: re.Match[str]) -> str:
        """What a new line here becomes."""
        before = source[piece.start() - 1] if piece.start() else ""
        after = source[piece.end() :][:12]
        if self.inside:
            edge = (
                self.quote in (before, after[:1]) if self.quote else after.startswith((">", "/>"))
            )
            return "" if edge else " "
        if (before == ">" and (self.opens or self.tag in BLOCKS)) or _BLOCK.match(after):
            return ""
        between_tags = before in ("}", ">", "") and after.startswith(("{%", "<", "{#"))
        return "\n" if between_tags or not after else " "
