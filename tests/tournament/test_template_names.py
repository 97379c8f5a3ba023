"""Every template that a test draws names what there is (`conftest.py`): here the control."""

from django.template import Context, Template

from scoring.counting.cut import Move


def test_a_name_that_a_value_has_not_is_noted_though_the_page_is_drawn(
    absent_names: list[str],
) -> None:
    drawn = Template("{% if move.order.0 or move.crossed %}in{% else %}out{% endif %}")
    assert drawn.render(Context({"move": Move("P001", None, None)})) == "out"
    assert absent_names == ["move.order.0: Move has nothing of that name"]
    absent_names.clear()


def test_what_a_page_was_not_given_is_not_noted(absent_names: list[str]) -> None:
    drawn = Template("{{ nobody.name }}{{ numbers.first }}{{ move.before.order }}")
    drawn.render(Context({"numbers": {}, "move": Move("P001", None, None)}))
    assert absent_names == []
