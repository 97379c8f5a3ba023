"""Leagues of several evenings, teams, and the people who come again."""

import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournament.models.guest
import tournament.models.league


class Migration(migrations.Migration):
    """What stands above events, and the teams of an event."""

    dependencies = (
        ("tournament", "0014_matches"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.CreateModel(
            name="League",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=120)),
                (
                    "count_by",
                    models.CharField(
                        choices=[
                            ("total", "The totals are added up"),
                            ("place", "The places are added up, the lowest sum leads"),
                            ("points", "Points for the places are added up, the highest sum leads"),
                        ],
                        default="total",
                        max_length=8,
                    ),
                ),
                (
                    "best",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="So many evenings count; empty for all.", null=True
                    ),
                ),
                (
                    "missed",
                    models.CharField(
                        choices=[
                            ("unranked", "They are listed without a place"),
                            ("worst", "An evening missed counts as the worst of that evening"),
                            ("nothing", "An evening missed counts 0 (where the highest leads)"),
                        ],
                        default="unranked",
                        max_length=10,
                    ),
                ),
                ("place_points", models.JSONField(default=tournament.models.league.default_place_points)),
                ("public", models.BooleanField(default=False, help_text="Anybody may see the standing.")),
                ("version", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ("name",),
            },
        ),
        migrations.AddField(
            model_name="event",
            name="team_best",
            field=models.PositiveSmallIntegerField(default=2, help_text="So many totals count; 0 for all of a team."),
        ),
        migrations.AddField(
            model_name="event",
            name="team_figure",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "Not at all"),
                    ("sum", "By the sum of their best totals"),
                    ("mean", "By the mean of their best totals"),
                ],
                default="",
                max_length=4,
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="team_minimum",
            field=models.PositiveSmallIntegerField(default=2, help_text="So many ranked guests a team needs."),
        ),
        migrations.CreateModel(
            name="Invited",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, validators=[tournament.models.guest.printable])),
                (
                    "sort_name",
                    models.CharField(blank=True, max_length=120, validators=[tournament.models.guest.printable]),
                ),
                ("livery", models.CharField(blank=True, max_length=80)),
                (
                    "fields",
                    models.JSONField(default=dict, help_text="What else was known of them, as a guest's fields."),
                ),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                ("answered_by", models.CharField(blank=True, max_length=120)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invited", to="tournament.event"
                    ),
                ),
                (
                    "guest",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invitation",
                        to="tournament.guest",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "invited",
                "ordering": ("sort_name", "pk"),
            },
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="persons", to="tournament.league"
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="PersonLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("confirmed_at", models.DateTimeField()),
                ("confirmed_by", models.CharField(max_length=120)),
                ("split_at", models.DateTimeField(blank=True, null=True)),
                ("split_by", models.CharField(blank=True, max_length=120)),
                (
                    "guest",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="person_links", to="tournament.guest"
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="links", to="tournament.league"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="links", to="tournament.person"
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="ToldApart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("by", models.CharField(max_length=120)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="told_apart", to="tournament.league"
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournament.guest"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournament.guest"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "told apart",
            },
        ),
        migrations.CreateModel(
            name="EventCopy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=80)),
                ("at", models.DateTimeField()),
                ("by", models.CharField(max_length=120)),
                (
                    "made",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="copied_from", to="tournament.event"
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="copies",
                        to="tournament.event",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "event copies",
                "constraints": [models.UniqueConstraint(fields=("source", "key"), name="one_copy_a_source_and_key")],
            },
        ),
        migrations.CreateModel(
            name="LeagueEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=20)),
                ("key", models.CharField(max_length=80)),
                ("body", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ("actor", models.CharField(max_length=120)),
                ("at", models.DateTimeField()),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="log", to="tournament.league"
                    ),
                ),
                (
                    "user",
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
                "verbose_name_plural": "league entries",
                "ordering": ("league", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("league", "number"), name="one_league_entry_a_number"),
                    models.UniqueConstraint(fields=("league", "key"), name="one_league_entry_a_key"),
                ],
            },
        ),
        migrations.CreateModel(
            name="LeagueEvening",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="in_leagues", to="tournament.event"
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="evenings", to="tournament.league"
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(fields=("league", "event"), name="one_evening_a_league_and_event")
                ],
            },
        ),
        migrations.CreateModel(
            name="LeagueOrganiser",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="organisers", to="tournament.league"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="leagues_run",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("league", "user"), name="one_organiser_a_league_and_user")
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(fields=("league", "number"), name="one_person_a_league_and_number"),
        ),
        migrations.AddConstraint(
            model_name="personlink",
            constraint=models.UniqueConstraint(
                condition=models.Q(("split_at__isnull", True)),
                fields=("league", "guest"),
                name="one_person_a_league_and_guest",
            ),
        ),
        migrations.AddConstraint(
            model_name="toldapart",
            constraint=models.UniqueConstraint(fields=("league", "one", "other"), name="one_telling_apart_a_pair"),
        ),
    )
