"""Static files as they are collected for serving: each style sheet whole, in one request.

A sheet in the tree is written in parts and imports them; served so, a browser would ask for one
after the other. When the files are collected the parts stand in the place of their imports, and the
storage beneath hashes and packs the whole.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from posixpath import dirname, join, normpath, relpath
from typing import Any

from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from whitenoise.storage import (
    CompressedManifestStaticFilesStorage,
)

IMPORT = re.compile(r'@import "([^"]+)";')
ADDRESS = re.compile(r'url\("([^":]+)"\)')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SPARE = re.compile(r'("[^"]*")|\s*([{};])\s*|(?<=[,:])\s+|(\s+)')
"""A text in quotes, which stays; a sign that needs no space about it; a space that is needed by
nobody, and one that may part two names.
"""
OURS = "tournament/"


def whole(path: str, read: Callable[[str], str]) -> str:
    """A sheet with the sheets it imports in their place, and their addresses seen from it."""
    here = dirname(path)

    def imported(match: re.Match[str]) -> str:
        part = normpath(join(here, match[1]))

        def seen_from_here(address: re.Match[str]) -> str:
            return f'url("{relpath(join(dirname(part), address[1]), here)}")'

        return ADDRESS.sub(seen_from_here, whole(part, read))

    return IMPORT.sub(imported, read(path))


def tight(sheet: str) -> str:
    """The same sheet without comments, indentation and spaces that part nothing: packed a fifth
    less.
    """

    def kept(match: re.Match[str]) -> str:
        quoted, sign, space = match.groups()
        return quoted or sign or (space and " ") or ""

    return SPARE.sub(kept, COMMENT.sub("", sheet)).replace(";}", "}").strip()


class WholeSheets:
    """Files as another storage has them, but style sheets whole and tight."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def open(self, path: str) -> "File[Any]":
        """The file to be collected; what is not ours stays as it is."""
        if not (path.startswith(OURS) and path.endswith(".css")):
            return self._storage.open(path)
        return ContentFile(tight(whole(path, self._read)).encode(), name=path)

    def _read(self, path: str) -> str:
        with self._storage.open(path) as file:
            text: str = file.read().decode()
            return text


class _Addressed(Storage):
    """A storage whose addresses are put together once each: a page names ten files."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.url = cache(self.url)  # type: ignore[method-assign]


class InTheTree(_Addressed, StaticFilesStorage):
    """Static files as they lie in the tree, while the code is worked on."""


class Collected(_Addressed, CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Where the server finds its static files."""

    def post_process(
        self, paths: dict[str, tuple[Storage, str]], *args: Any, **options: Any
    ) -> Iterator[Any]:
        """Hash and pack the files, each style sheet whole."""
        wrapped = {name: (WholeSheets(storage), path) for name, (storage, path) in paths.items()}
        yield from super().post_process(wrapped, *args, **options)

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Our own files in less room. Those of Django's administration are larger than all of ours,
        and few ask for them: packing them too took two thirds of a first start.
        """
        yield from super().compress_files([path for path in paths if path.startswith(OURS)])
