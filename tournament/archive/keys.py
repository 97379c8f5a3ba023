"""A row of the database as an archive writes it: each key of the file with the column that holds it
and what may stand there. By one table rows are checked, written and read.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Model

from tournament.archive import kinds
from tournament.archive.kinds import Kind
from tournament.archive.shape import archived_time, moment


class Key(NamedTuple):
    """A key of the file, held in the `column` of that name unless another is named.

    `kind` says what may stand there where the column does not. `always` writes a value that is as
    usual too. `told` gives what is written of a row where no column holds it; it is not read.
    """

    name: str
    column: str = ""
    kind: Kind | None = None
    always: bool = False
    told: Callable[[Any], Any] | None = None


class Table:
    """The keys of one model, in the order of the file."""

    def __init__(self, model: type[Model], *keys: Key) -> None:
        self.keys = keys
        fields = {key.name: model._meta.get_field(key.column or key.name) for key in self._held()}
        self.kinds = {key.name: key.kind or _kind_of(fields[key.name]) for key in keys}
        usual: dict[str, Any] = {
            name: field.get_default()  # type: ignore[union-attr]
            for name, field in fields.items()
        }
        self.usual = {key.name: usual.get(key.name, "") for key in keys if not key.always}
        """What the file leaves out where a row has it so."""

    def _held(self) -> Iterator[Key]:
        return (key for key in self.keys if key.told is None)

    def written(self, row: Model) -> dict[str, Any]:
        """What the file says of a row."""
        values = {
            key.name: key.told(row) if key.told else getattr(row, key.column or key.name)
            for key in self.keys
        }
        return {
            name: archived_time(value) if isinstance(value, datetime) else value
            for name, value in values.items()
            if name not in self.usual or value != self.usual[name]
        }

    def fields(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """The same as columns; none for what the file leaves out. `row` is of the kinds above."""
        return {
            key.column or key.name: moment(row[key.name])
            if key.kind is kinds.moment
            else row[key.name]
            for key in self._held()
            if key.name in row
        }


def _kind_of(column: Any) -> Kind:
    """What may stand in a column: one of its words, yes or no, a text of its length."""
    if column.choices:
        return kinds.word(*(str(value) for value, _words in column.choices))
    return kinds.truth if column.max_length is None else kinds.text(column.max_length)
