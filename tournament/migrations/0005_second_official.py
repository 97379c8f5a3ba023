"""What waits for a second official."""

import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("tournament", "0004_desk"),
    )
    operations = (
        migrations.CreateModel(
            name="Pending",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("payload", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ("preview", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ("reason", models.CharField(max_length=300)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("approved", "Approved"),
                            ("declined", "Declined"),
                            ("withdrawn", "Taken back"),
                        ],
                        default="waiting",
                        max_length=12,
                    ),
                ),
                ("asked_by", models.CharField(max_length=120)),
                ("asked_at", models.DateTimeField()),
                ("settled_by", models.CharField(blank=True, max_length=120)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "asked",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pending",
                        to="tournament.ledgerentry",
                    ),
                ),
                (
                    "asked_user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        blank=True,
                        help_text="What it led to.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="settles",
                        to="tournament.ledgerentry",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pending", to="tournament.event"
                    ),
                ),
                (
                    "settled_user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "pending acts",
                "ordering": ("event", "pk"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("entry__isnull", True), ("settled_at__isnull", True), ("state", "waiting")),
                            models.Q(
                                models.Q(("state", "waiting"), _negated=True),
                                ("entry__isnull", False),
                                ("settled_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="pending_is_settled_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "approved"), _negated=True),
                            models.Q(("settled_user", models.F("asked_user")), _negated=True),
                            _connector="OR",
                        ),
                        name="nobody_approves_their_own",
                    ),
                ],
            },
        ),
    )
