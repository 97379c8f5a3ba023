"""What an evening counts, and in which direction."""

from django.db import migrations, models

from tournament.server import triggers


class Migration(migrations.Migration):
    """The format of an event, and what its tallies hold besides a hand."""

    dependencies = (("tournament", "0012_watching"),)

    operations = (
        # SQLite makes the table anew for a constraint, and its guards go with the old one: forwards and backwards.
        migrations.RunPython(migrations.RunPython.noop, triggers.forwards),
        migrations.AddField(
            model_name="event",
            name="format",
            field=models.CharField(
                blank=True, default="", help_text="The format played; empty for that of the game.", max_length=40
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="event",
            name="choices",
            field=models.CharField(
                blank=True, default="", help_text="The choices of the format, as one line.", max_length=200
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="tally",
            name="held",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="Points of a hand that another scores.", null=True
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="place",
            field=models.PositiveSmallIntegerField(blank=True, help_text="The finishing place.", null=True),
        ),
        migrations.AddField(
            model_name="tally",
            name="laps",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RemoveConstraint(model_name="tally", name="out_is_zero_points"),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("went_out", False),
                    models.Q(("points", 0), ("state", "played")),
                    models.Q(("held", 0), ("state", "played")),
                    models.Q(("place", 1), ("state", "played")),
                    _connector="OR",
                ),
                name="out_is_zero_points_or_a_win",
            ),
        ),
        migrations.RunPython(triggers.forwards, migrations.RunPython.noop),
    )
