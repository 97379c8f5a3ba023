"""Files that somebody sends are held in memory, as much of them as shows that they are too long;
none goes to the disk.

Every form is read before its token is looked at, so anybody can send files anywhere. Django would
lay longer ones in the folder for temporary files, and a disk that is full saves no sheets.
"""

import io
from typing import Any

from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler

LARGEST_FILE = 2 * 1024 * 1024


class ShortFiles(FileUploadHandler):
    """All files of a request share what may be held; who reads one that is cut off finds it larger
    than allowed.
    """

    def __init__(self, request: Any = None) -> None:
        super().__init__(request)
        self._left = LARGEST_FILE + 1
        self._held = io.BytesIO()

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """A file begins."""
        super().new_file(*args, **kwargs)
        self._held = io.BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """A part of it: held while there is room."""
        self._left -= self._held.write(raw_data[: self._left])

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        """The file as far as it was held."""
        size = self._held.tell()
        self._held.seek(0)
        kind, charset, more = self.content_type, self.charset, self.content_type_extra
        return InMemoryUploadedFile(
            self._held, self.field_name, self.file_name, kind, size, charset, more
        )
