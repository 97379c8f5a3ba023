"""What is watched, and how long personal data are kept."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Slow requests, what phones report of themselves, and when the names of an evening go."""

    dependencies = (("tournament", "0011_roles"),)

    operations = (
        migrations.CreateModel(
            name="SlowRequest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(db_index=True)),
                ("route", models.CharField(max_length=60)),
                ("method", models.CharField(max_length=8)),
                ("status", models.PositiveSmallIntegerField()),
                ("milliseconds", models.PositiveIntegerField()),
            ],
            options={"ordering": ("-at", "-pk")},
        ),
        migrations.AddField(
            model_name="event",
            name="names_kept_days",
            field=models.PositiveSmallIntegerField(
                blank=True, help_text="So many days after the evening the guests’ names are due to be wiped.", null=True
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="names_wiped_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="phone",
            name="clock_ahead",
            field=models.IntegerField(
                blank=True, help_text="Its clock minus the server's, in seconds.", null=True
            ),
        ),
        migrations.AddField(
            model_name="phone",
            name="unsent",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="Games it keeps that nobody has taken yet."
            ),
        ),
    )
