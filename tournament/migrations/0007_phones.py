"""The links of tables, phones and guests."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

import tournament.models.guest


def key() -> models.BigAutoField:
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


def of(model: str, related: str = "", **more: object) -> models.ForeignKey:
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE, related_name=related, to=f"tournament.{model}", **more
    )


def person() -> models.CharField:
    return models.CharField(blank=True, max_length=60, validators=[tournament.models.guest.printable])


class Migration(migrations.Migration):
    dependencies = (("tournament", "0006_finals"),)
    operations: tuple[Operation, ...] = (
        migrations.AddField(
            model_name="event",
            name="pad_ticks",
            field=models.CharField(
                choices=[("all", "One tick for all hands of a game"), ("each", "A tick for each hand")],
                default="all",
                max_length=4,
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="phones_wait",
            field=models.BooleanField(default=False, help_text="Every phone waits until an official lets it in, once."),
        ),
        migrations.CreateModel(
            name="Phone",
            fields=[
                ("id", key()),
                ("digest", models.CharField(max_length=64)),
                ("mark", models.CharField(max_length=2)),
                ("umpire", person()),
                (
                    "tables",
                    models.JSONField(default=list, help_text="The numbers of the tables it has called for."),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting to be let in"),
                            ("admitted", "Let in"),
                            ("revoked", "No longer let in"),
                        ],
                        max_length=10,
                    ),
                ),
                ("first_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                ("settled_by", models.CharField(blank=True, max_length=120)),
                ("event", of("event", "phones")),
            ],
            options={
                "ordering": ("event", "first_at", "pk"),
                "constraints": (models.UniqueConstraint(fields=("event", "digest"), name="one_phone_a_key"),),
            },
        ),
        migrations.CreateModel(
            name="Code",
            fields=[
                ("id", key()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("table", "A table, by its card"),
                            ("phone", "A table, for one phone that an official let in"),
                            ("hand_over", "The tables of a lost phone, once"),
                            ("guest", "A guest's own page"),
                        ],
                        max_length=10,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("table", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "short",
                    models.CharField(
                        blank=True,
                        help_text="Typed from the table card; it only asks.",
                        max_length=6,
                        null=True,
                        unique=True,
                    ),
                ),
                (
                    "issue",
                    models.PositiveSmallIntegerField(default=1, help_text="One more each time it is printed anew."),
                ),
                (
                    "address",
                    models.CharField(blank=True, help_text="The server's address as printed last.", max_length=200),
                ),
                ("issued_at", models.DateTimeField()),
                ("issued_by", models.CharField(max_length=120)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_by", models.CharField(blank=True, max_length=120)),
                ("event", of("event", "codes")),
                ("guest", of("guest", "codes", null=True, blank=True)),
                ("phone", of("phone", "hand_overs", null=True, blank=True, help_text="The lost one.")),
            ],
            options={
                "ordering": ("event", "kind", "table", "pk"),
                "constraints": (
                    models.UniqueConstraint(
                        fields=("event", "table"),
                        condition=models.Q(kind="table", revoked_at__isnull=True),
                        name="one_code_a_table",
                    ),
                    models.UniqueConstraint(
                        fields=("event", "guest"),
                        condition=models.Q(kind="guest", revoked_at__isnull=True),
                        name="one_code_a_guest",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(kind__in=("table", "phone"), table__isnull=False)
                        | models.Q(kind="guest", guest__isnull=False)
                        | models.Q(kind="hand_over", phone__isnull=False),
                        name="a_code_opens_something",
                    ),
                ),
            },
        ),
        migrations.CreateModel(
            name="Ask",
            fields=[
                ("id", key()),
                ("table", models.PositiveSmallIntegerField()),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("mark", models.CharField(max_length=2)),
                ("name", person()),
                ("at", models.DateTimeField()),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("settled_by", models.CharField(blank=True, max_length=120)),
                ("let_in", models.BooleanField(default=False)),
                ("event", of("event", "asks")),
            ],
            options={
                "ordering": ("event", "at", "pk"),
                "constraints": (
                    models.CheckConstraint(
                        condition=models.Q(let_in=False) | models.Q(settled_at__isnull=False),
                        name="let_in_is_settled",
                    ),
                ),
            },
        ),
        migrations.CreateModel(
            name="DayCount",
            fields=[
                ("id", key()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("wrong_ask", "Wrong characters typed"),
                            ("reached", "Phones that reached the server"),
                        ],
                        max_length=10,
                    ),
                ),
                ("day", models.DateField()),
                ("count", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField()),
            ],
            options={
                "constraints": (models.UniqueConstraint(fields=("kind", "day"), name="one_count_a_day"),),
            },
        ),
        migrations.CreateModel(
            name="Doubt",
            fields=[
                ("id", key()),
                ("words", models.CharField(blank=True, max_length=200)),
                ("at", models.DateTimeField()),
                ("seen_by", models.CharField(blank=True, max_length=120)),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                ("event", of("event", "doubts")),
                ("guest", of("guest", "doubts")),
                ("game", of("game", "doubts", null=True, blank=True)),
            ],
            options={"ordering": ("event", "at", "pk")},
        ),
    )
