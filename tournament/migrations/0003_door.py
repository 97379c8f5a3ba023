"""The door: who is here, and what tables are called."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

import tournament.models.guest


class Migration(migrations.Migration):
    dependencies = (("tournament", "0002_keep_the_past"),)
    operations: tuple[Operation, ...] = (
        migrations.AddField(
            model_name="event",
            name="hall_plan",
            field=models.JSONField(
                blank=True, default=list, help_text="Label, room and step-free side of each table, from table 1 on."
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="sign_in_secret",
            field=models.CharField(
                blank=True,
                default="",
                help_text="In the address of the code on the wall; empty while nobody signs in.",
                max_length=40,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="guest",
            name="arrived_at",
            field=models.DateTimeField(blank=True, help_text="Seen at the door; the ledger says by whom.", null=True),
        ),
        migrations.AddField(
            model_name="guest",
            name="step_free",
            field=models.BooleanField(default=False, help_text="Sits only where no step leads to the table."),
        ),
        migrations.AlterField(
            model_name="guest",
            name="status",
            field=models.CharField(
                choices=[
                    ("registered", "Registered"),
                    ("late", "Arrived late"),
                    ("withdrawn", "Withdrawn"),
                    ("no_show", "Never came"),
                ],
                default="registered",
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="SignIn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, validators=[tournament.models.guest.printable])),
                (
                    "company",
                    models.CharField(blank=True, max_length=80, validators=[tournament.models.guest.printable]),
                ),
                ("at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sign_ins", to="tournament.event"
                    ),
                ),
                (
                    "guest",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sign_in",
                        to="tournament.guest",
                    ),
                ),
            ],
            options={"ordering": ("at", "pk")},
        ),
        migrations.AddConstraint(
            model_name="signin",
            constraint=models.CheckConstraint(
                condition=models.Q(("guest__isnull", True), ("answered_at__isnull", False), _connector="OR"),
                name="a_guest_was_accepted",
            ),
        ),
    )
