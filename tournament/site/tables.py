"""Sorting and paging by the address, in which anybody may write anything."""

from django.http import HttpRequest
from django_tables2 import Table


def arrange(request: HttpRequest, table: Table, per_page: int) -> None:
    """Sort by the columns asked for and turn to the page asked for; what names neither is passed
    over.
    """
    asked = request.GET.getlist(table.prefixed_order_by_field)
    known = [alias for alias in asked if alias.removeprefix("-") in table.columns]
    if known:
        table.order_by = known
    table.paginate(per_page=per_page)
    table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))
