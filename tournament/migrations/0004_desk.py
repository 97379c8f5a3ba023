"""What the desk types from paper."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("tournament", "0003_door"),)
    operations = (
        migrations.CreateModel(
            name="Answer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "points",
                    models.PositiveSmallIntegerField(
                        help_text="The bare points it was asked of; of others it says nothing."
                    ),
                ),
                ("eights", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("cards", models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                "ordering": ("entry__number",),
            },
        ),
        migrations.CreateModel(
            name="CardTotal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("points", models.PositiveSmallIntegerField()),
            ],
            options={
                "ordering": ("entry__number",),
            },
        ),
        migrations.CreateModel(
            name="RoundTotal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("points", models.PositiveSmallIntegerField()),
                ("games", models.PositiveSmallIntegerField(help_text="Of how many games the total is.")),
            ],
            options={
                "ordering": ("entry__number",),
            },
        ),
        migrations.CreateModel(
            name="SecondKeying",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("agrees", models.BooleanField()),
                ("keyed_by", models.CharField(max_length=120)),
            ],
            options={
                "ordering": ("entry__number",),
            },
        ),
        migrations.CreateModel(
            name="TypedHand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=240)),
                ("typed_by", models.CharField(max_length=120)),
                ("typed_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="event",
            name="second_keying",
            field=models.BooleanField(default=False, help_text="Paper is keyed a second time by somebody else."),
        ),
        migrations.AddField(
            model_name="sheet",
            name="moved_by",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sheets_moved",
                to="tournament.ledgerentry",
            ),
        ),
        migrations.AddField(
            model_name="answer",
            name="entry",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="answer", to="tournament.ledgerentry"
            ),
        ),
        migrations.AddField(
            model_name="answer",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="answers", to="tournament.event"
            ),
        ),
        migrations.AddField(
            model_name="answer",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="answers", to="tournament.game"
            ),
        ),
        migrations.AddField(
            model_name="answer",
            name="guest",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="answers", to="tournament.guest"
            ),
        ),
        migrations.AddField(
            model_name="answer",
            name="taken_back_by",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="answer_taken_back",
                to="tournament.ledgerentry",
            ),
        ),
        migrations.AddField(
            model_name="cardtotal",
            name="entry",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="card_totals", to="tournament.ledgerentry"
            ),
        ),
        migrations.AddField(
            model_name="cardtotal",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="card_totals", to="tournament.event"
            ),
        ),
        migrations.AddField(
            model_name="cardtotal",
            name="guest",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="card_totals", to="tournament.guest"
            ),
        ),
        migrations.AddField(
            model_name="cardtotal",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="card_totals", to="tournament.round"
            ),
        ),
        migrations.AddField(
            model_name="roundtotal",
            name="entry",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="round_total", to="tournament.ledgerentry"
            ),
        ),
        migrations.AddField(
            model_name="roundtotal",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="round_totals", to="tournament.event"
            ),
        ),
        migrations.AddField(
            model_name="roundtotal",
            name="guest",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="round_totals", to="tournament.guest"
            ),
        ),
        migrations.AddField(
            model_name="roundtotal",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="round_totals", to="tournament.round"
            ),
        ),
        migrations.AddField(
            model_name="roundtotal",
            name="taken_back_by",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="round_total_taken_back",
                to="tournament.ledgerentry",
            ),
        ),
        migrations.AddField(
            model_name="secondkeying",
            name="entry",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="second_keying", to="tournament.ledgerentry"
            ),
        ),
        migrations.AddField(
            model_name="secondkeying",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="second_keyings", to="tournament.event"
            ),
        ),
        migrations.AddField(
            model_name="secondkeying",
            name="sheet",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="second_keyings", to="tournament.sheet"
            ),
        ),
        migrations.AddField(
            model_name="typedhand",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="typed_hands", to="tournament.event"
            ),
        ),
        migrations.AddField(
            model_name="typedhand",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="typed_hands", to="tournament.game"
            ),
        ),
        migrations.AddField(
            model_name="typedhand",
            name="guest",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="typed_hands", to="tournament.guest"
            ),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("taken_back_by__isnull", True)),
                fields=("event", "game", "guest"),
                name="one_answer_a_guest_and_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.CheckConstraint(
                condition=models.Q(("eights__isnull", False), ("cards__isnull", False), _connector="OR"),
                name="an_answer_says_something",
            ),
        ),
        migrations.AddConstraint(
            model_name="cardtotal",
            constraint=models.UniqueConstraint(fields=("event", "entry", "guest"), name="one_card_a_guest_and_entry"),
        ),
        migrations.AddConstraint(
            model_name="roundtotal",
            constraint=models.UniqueConstraint(
                condition=models.Q(("taken_back_by__isnull", True)),
                fields=("event", "round", "guest"),
                name="one_total_a_guest_and_round",
            ),
        ),
        migrations.AddConstraint(
            model_name="roundtotal",
            constraint=models.CheckConstraint(condition=models.Q(("games__gte", 1)), name="a_round_total_is_of_games"),
        ),
        migrations.AddConstraint(
            model_name="typedhand",
            constraint=models.UniqueConstraint(fields=("event", "game", "guest"), name="one_typed_hand_a_guest"),
        ),
    )
