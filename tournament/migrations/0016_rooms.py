"""Guests who do not change rooms."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """The wish to stay in one room."""

    dependencies = (("tournament", "0015_leagues"),)

    operations = (
        migrations.AddField(
            model_name="guest",
            name="keeps_room",
            field=models.BooleanField(default=False, help_text="Does not change rooms from round to round."),
        ),
    )
