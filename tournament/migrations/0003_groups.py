"""What an evening calls the groups its guests come from."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0002_take_back"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="group_one",
            field=models.CharField(
                blank=True,
                default="livery",
                help_text="What a group of guests is called; empty where they come from none.",
                max_length=24,
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="group_many",
            field=models.CharField(
                blank=True,
                default="liveries",
                help_text="The same for several.",
                max_length=30,
            ),
        ),
    ]
