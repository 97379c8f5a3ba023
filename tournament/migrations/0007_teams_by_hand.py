"""The team that somebody put a guest in, apart from the group they come from."""

from django.db import migrations, models

import tournament.models.guest


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0006_changes_of_an_evening"),
    ]

    operations = [
        migrations.AddField(
            model_name="guest",
            name="team",
            field=models.CharField(
                blank=True,
                default="",
                help_text=(
                    "Chosen by hand; where anybody has one, these are the teams of the evening."
                ),
                max_length=80,
                validators=[tournament.models.guest.printable],
            ),
            preserve_default=False,
        ),
    ]
