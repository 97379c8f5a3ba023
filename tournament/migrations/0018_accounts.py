"""Where accounts were made, who is asked to serve, and log-ins."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0017_presses"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountOrigin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("event", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="accounts_made", to="tournament.event")),
                ("user", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name="origin", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name="Appointment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.CharField(choices=[("umpire", "Umpire"), ("head_umpire", "Head umpire"), ("organiser", "Organiser")], max_length=20)),
                ("at", models.DateTimeField()),
                ("by", models.CharField(max_length=150)),
                ("event", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="appointments", to="tournament.event")),
                ("user", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="appointments", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("event", "user"), name="one_appointment_a_user_and_event")],
            },
        ),
        migrations.CreateModel(
            name="LogInEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("right", models.BooleanField()),
                ("here", models.BooleanField(help_text="At the machine that serves.")),
                ("browser", models.CharField(blank=True, max_length=60)),
                ("user", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="log_in_entries", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "indexes": [models.Index(fields=["user", "-at"], name="tournament__user_id_dcfd8e_idx")],
            },
        ),
    ]
