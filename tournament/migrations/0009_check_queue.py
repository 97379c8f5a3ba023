"""Whether the room sees who can still make it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Officials see it always."""

    dependencies = (("tournament", "0008_rulings"),)
    operations = (
        migrations.AddField(
            model_name="event",
            name="chances_shown",
            field=models.BooleanField(default=False, help_text="Guests see their chances of going through."),
        ),
    )
