"""Finalists, prizes and what was printed."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

import tournament.models.event


def _key() -> Any:
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def _event(name: str) -> Any:
    return models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name=name, to="tournament.event")


class Migration(migrations.Migration):
    dependencies = (("tournament", "0005_second_official"),)
    operations = (
        migrations.CreateModel(
            name="Printing",
            fields=[
                ("id", _key()),
                ("kind", models.CharField(max_length=40)),
                (
                    "item",
                    models.CharField(
                        blank=True, help_text="A badge or a table; empty for a list as a whole.", max_length=20
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("edition", models.PositiveIntegerField()),
                ("printed_at", models.DateTimeField()),
                ("printed_by", models.CharField(max_length=120)),
                ("event", _event("printings")),
            ],
            options={
                "ordering": ("pk",),
                "indexes": [models.Index(fields=["event", "kind", "item"], name="printings_of_a_paper")],
            },
        ),
        migrations.CreateModel(
            name="Reply",
            fields=[
                ("id", _key()),
                ("declined", models.BooleanField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="replies", to="tournament.ledgerentry"
                    ),
                ),
                ("event", _event("replies")),
                (
                    "guest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="replies", to="tournament.guest"
                    ),
                ),
                (
                    "seal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="replies", to="tournament.seal"
                    ),
                ),
                (
                    "taken_back",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replies_taken_back",
                        to="tournament.ledgerentry",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "replies",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("taken_back__isnull", True)),
                        fields=("event", "seal", "guest"),
                        name="one_reply_a_guest_and_seal",
                    )
                ],
            },
        ),
        migrations.AddField(
            model_name="event",
            name="playoff_tie_breaks",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="The play-off's own order of tie-breaks; empty for that of the evening.",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="further_prizes",
            field=models.JSONField(blank=True, default=tournament.models.event.default_further_prizes),
        ),
        migrations.AddField(
            model_name="event",
            name="reading",
            field=models.JSONField(blank=True, help_text="Who was read out so far: the ten, or the podium.", null=True),
        ),
        migrations.AddField(
            model_name="event", name="podium_revealed_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField(
            model_name="event",
            name="playoff_live",
            field=models.BooleanField(
                default=False, help_text="The public board follows the play-off as it is played."
            ),
        ),
        migrations.AddField(
            model_name="guest",
            name="unnamed",
            field=models.BooleanField(default=False, help_text="In public they go by badge and livery alone."),
        ),
        migrations.AlterField(
            model_name="round",
            name="stage",
            field=models.CharField(
                choices=[("qualifying", "Qualifying round"), ("playoff", "Play-off"), ("extra", "Extra game")],
                default="qualifying",
                max_length=12,
            ),
        ),
    )
