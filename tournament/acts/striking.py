"""Rows struck off with all that speaks of them alone, as long as the record names none of them."""

from functools import reduce
from operator import or_
from typing import Any

from django.db.models import CASCADE, PROTECT, Exists, ForeignObjectRel, Model, OuterRef, QuerySet


def strike(rows: QuerySet[Any]) -> bool:
    """Delete rows and what says something of them alone; False, with nothing done, where the record names one.

    The record is asked in one question: Django's own deletion asks each of its tables in turn.
    """
    speaking = [(one.related_model._base_manager.all(), one) for one in _speaking_of(rows.model)]
    named = [
        Exists(told.filter(**{one.field.name: OuterRef("pk")})) for told, one in speaking if one.on_delete is PROTECT
    ]
    if rows.order_by().filter(reduce(or_, named)).exists():
        return False
    keys = list(rows.order_by().values_list("pk", flat=True))
    for told, one in speaking:
        mine = told.filter(**{f"{one.field.name}__in": keys})
        if one.on_delete is CASCADE:
            mine._raw_delete(mine.db)
        elif one.on_delete is not PROTECT:
            mine.update(**{one.field.name: None})
    gone = rows.model._base_manager.filter(pk__in=keys)
    gone._raw_delete(gone.db)
    return True


def _speaking_of(model: type[Model]) -> list[ForeignObjectRel]:
    fields = model._meta.get_fields(include_hidden=True)
    return [one for one in fields if isinstance(one, ForeignObjectRel)]
