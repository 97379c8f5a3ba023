"""Forms that were sent, so that sending one twice changes nothing."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """The presses of forms."""

    dependencies = (("tournament", "0016_rooms"),)

    operations = (
        migrations.CreateModel(
            name="Press",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "record",
                    models.CharField(
                        help_text="The evening or league it was pressed for, or the site.", max_length=40
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        help_text="Made with the form, and the digest of what was sent in it.", max_length=80
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("record", "key"), name="one_press_a_form")],
            },
        ),
    )
