"""Files that a page sends, to be saved or opened. That no browser keeps them is the middleware's to
say.
"""

from django.http import HttpResponse

CSV = "text/csv; charset=utf-8"


def named_file(name: str, *, inline: bool = False) -> dict[str, str]:
    """The heading of a file that is saved under this name, or opened where it is `inline`."""
    return {"Content-Disposition": f'{"inline" if inline else "attachment"}; filename="{name}"'}


def download(content: str | bytes, kind: str, name: str, *, inline: bool = False) -> HttpResponse:
    """A file of this type, whole."""
    return HttpResponse(content, kind, headers=named_file(name, inline=inline))
