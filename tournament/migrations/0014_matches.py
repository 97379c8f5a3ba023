"""Matches of two: pairings, brackets, results."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Stages, rounds and pairings, what the desk wishes of them, and whether a knock-out plays for the third place."""

    dependencies = (("tournament", "0013_formats"),)

    operations = (
        migrations.AddField(
            model_name="event",
            name="third_place_match",
            field=models.BooleanField(default=False, help_text="A knock-out plays for the third place."),
        ),
        migrations.CreateModel(
            name="MatchStage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="From 0.")),
                ("entrants", models.JSONField(default=list)),
                ("order", models.JSONField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="match_stages", to="tournament.event"
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="MatchRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(help_text="From 1, over all stages.")),
                ("published", models.BooleanField(default=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="match_rounds", to="tournament.event"
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="rounds", to="tournament.matchstage"
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="PairBond",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("forced", models.BooleanField()),
                ("round", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pair_bonds", to="tournament.event"
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.guest"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.guest"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Pairing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField(help_text="The order within the round, from 0.")),
                (
                    "slot",
                    models.SmallIntegerField(
                        help_text="The place in a bracket, from 0; -1 for the match for the third place."
                    ),
                ),
                ("table", models.PositiveSmallIntegerField(default=0)),
                ("kind", models.CharField(default="match", max_length=12)),
                ("result", models.CharField(blank=True, max_length=16)),
                ("games", models.CharField(blank=True, max_length=5)),
                ("version", models.PositiveSmallIntegerField(default=0)),
                ("reasons", models.JSONField(default=list)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pairings", to="tournament.event"
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.guest"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournament.guest",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="pairings", to="tournament.matchround"
                    ),
                ),
            ],
            options={
                "ordering": ("round__number", "position"),
            },
        ),
        migrations.CreateModel(
            name="AskedBye",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="asked_byes", to="tournament.event"
                    ),
                ),
                (
                    "guest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="asked_byes", to="tournament.guest"
                    ),
                ),
            ],
            options={
                "ordering": ("round", "guest__badge"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "guest", "round"), name="one_bye_a_guest_and_round")
                ],
            },
        ),
        migrations.CreateModel(
            name="LateEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField()),
                ("halves", models.PositiveSmallIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="late_entries", to="tournament.event"
                    ),
                ),
                (
                    "guest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="late_entries", to="tournament.guest"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "late entries",
                "ordering": ("pk",),
                "constraints": [models.UniqueConstraint(fields=("event", "guest"), name="one_late_entry_a_guest")],
            },
        ),
        migrations.AddConstraint(
            model_name="matchstage",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="one_match_stage_a_number"),
        ),
        migrations.AddConstraint(
            model_name="matchround",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="one_match_round_a_number"),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.UniqueConstraint(fields=("event", "round", "position"), name="one_pairing_a_position"),
        ),
        migrations.AddConstraint(
            model_name="pairing",
            constraint=models.CheckConstraint(
                condition=models.Q(("other__isnull", False), models.Q(("result", ""), ("table", 0)), _connector="OR"),
                name="a_bye_has_no_result",
            ),
        ),
    )
