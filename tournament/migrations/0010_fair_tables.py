"""A par for each size of table, where the event declares one."""

from django.db import migrations, models

import tournament.models.event


class Migration(migrations.Migration):
    """One text of an event; empty for none."""

    dependencies = (("tournament", "0009_check_queue"),)

    operations = (
        migrations.AddField(
            model_name="event",
            name="table_par",
            field=models.CharField(
                blank=True,
                help_text="Corrects for the size of tables; empty for none.",
                max_length=120,
                validators=[tournament.models.event.known_par],
            ),
        ),
    )
