"""A template that names what a value of ours has not: Django shows nothing in its place and tells
nobody, so a figure that was renamed goes missing from a page without a word.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.forms import BaseForm
from django.template import Context, VariableDoesNotExist
from django.template.base import Variable

OURS = ("scoring.", "tournament.")


@contextmanager
def noted() -> Iterator[list[str]]:
    """Note each such name, with the kind of value it was sought in, until the end."""
    names: list[str] = []
    resolve = Variable._resolve_lookup  # type: ignore[attr-defined]

    def resolved(variable: Variable, context: Context) -> object:
        try:
            return resolve(variable, context)
        except VariableDoesNotExist as error:
            _name, value = error.params
            # A form has a field or leaves it out, as the evening wants it.
            if type(value).__module__.startswith(OURS) and not isinstance(value, BaseForm):
                names.append(f"{variable.var}: {type(value).__name__} has nothing of that name")
            raise

    Variable._resolve_lookup = resolved  # type: ignore[attr-defined]
    try:
        yield names
    finally:
        Variable._resolve_lookup = resolve  # type: ignore[attr-defined]
