"""How often something may be tried, counted for all server processes together."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """The counts are of no event."""

    dependencies = (("tournament", "0010_fair_tables"),)

    operations = (
        migrations.CreateModel(
            name="Purse",
            fields=[
                ("name", models.CharField(max_length=80, primary_key=True, serialize=False)),
                (
                    "until",
                    models.BigIntegerField(db_index=True, help_text="When the window ends, in seconds since 1970."),
                ),
                ("taken", models.PositiveIntegerField()),
            ],
        ),
    )
