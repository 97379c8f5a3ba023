"""Calls, rulings and adjustments, guarded like everything that is past."""

import django.db.models.deletion
from django.db import migrations, models

from tournament.server import triggers


class Migration(migrations.Migration):
    dependencies = (("tournament", "0007_phones"),)
    operations = (
        migrations.AddField(
            model_name='game',
            name='void',
            field=models.BooleanField(default=False, help_text='A ruling took it out of the scores at this table.'),
        ),
        migrations.AddField(
            model_name='official',
            name='on_duty',
            field=models.BooleanField(default=False, help_text='Goes to the tables that call for an umpire.'),
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('seat', models.CharField(blank=True, max_length=1)),
                ('kind', models.CharField(help_text='The situation, by its name in claims.', max_length=40)),
                ('noticed', models.CharField(max_length=20)),
                ('clauses', models.CharField(blank=True, help_text='All clauses cited, in order.', max_length=400)),
                ('claim', models.JSONField()),
                ('answer', models.JSONField(help_text='The five parts, as the core tells them.')),
                ('departs', models.BooleanField(default=False, help_text='Decided otherwise than its precedent.')),
                ('departs_reason', models.CharField(blank=True, max_length=300)),
                ('called_at', models.DateTimeField(blank=True, null=True)),
                ('given_by', models.CharField(max_length=120)),
                ('given_at', models.DateTimeField()),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='ruling', to='tournament.ledgerentry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournament.event')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournament.game')),
                ('guest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournament.guest')),
                ('precedent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.ruling')),
                ('refers_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='later', to='tournament.ruling')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournament.table')),
            ],
            options={
                'ordering': ('event', 'number'),
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('accepted', 'Accepted'), ('overruled', 'Overruled'), ('explained', 'Why it departs')], max_length=12)),
                ('parts', models.JSONField(blank=True, default=dict, help_text="An overruling's own words, by part, and its act.")),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('departs', models.BooleanField(default=False)),
                ('by', models.CharField(max_length=120)),
                ('at', models.DateTimeField()),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='decision', to='tournament.ledgerentry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournament.event')),
                ('ruling', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournament.ruling')),
            ],
            options={
                'ordering': ('entry__number',),
            },
        ),
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('points', 'Points on a player'), ('void', 'Game void'), ('replay', 'Game played again'), ('tally', 'Tally corrected')], max_length=8)),
                ('round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('points', models.SmallIntegerField(blank=True, null=True)),
                ('reason', models.CharField(max_length=300)),
                ('witness', models.CharField(blank=True, max_length=120)),
                ('by', models.CharField(max_length=120)),
                ('at', models.DateTimeField()),
                ('after', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='corrected_by', to='tournament.sheet')),
                ('before', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='set_aside_by', to='tournament.sheet')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='adjustment', to='tournament.ledgerentry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='tournament.event')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='tournament.game')),
                ('guest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='tournament.guest')),
                ('ruling', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='tournament.ruling')),
            ],
            options={
                'ordering': ('event', 'number'),
            },
        ),
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(blank=True, max_length=120)),
                ('called_by', models.CharField(max_length=120)),
                ('called_at', models.DateTimeField()),
                ('seen_by', models.CharField(blank=True, max_length=120)),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('done_by', models.CharField(blank=True, max_length=120)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournament.event')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournament.table')),
            ],
            options={
                'ordering': ('called_at', 'pk'),
                'constraints': [models.UniqueConstraint(condition=models.Q(('done_at__isnull', True)), fields=('event', 'table'), name='one_open_call_a_table')],
            },
        ),
        migrations.CreateModel(
            name='Cancellation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=300)),
                ('by', models.CharField(max_length=120)),
                ('at', models.DateTimeField()),
                ('adjustment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='cancellation', to='tournament.adjustment')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='cancellation', to='tournament.ledgerentry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cancellations', to='tournament.event')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_cancellation_has_its_reason')],
            },
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='one_ruling_a_number'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'accepted'), models.Q(('reason', ''), _negated=True), _connector='OR'), name='a_decision_has_its_reason'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='one_adjustment_a_number'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', True), ('guest__isnull', False), ('kind', 'points'), ('points__isnull', False)), models.Q(('game__isnull', False), ('kind__in', ('void', 'replay', 'tally')), ('points__isnull', True)), _connector='OR'), name='an_adjustment_is_of_one_kind'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='an_adjustment_has_its_reason'),
        ),
        migrations.RunPython(triggers.forwards, migrations.RunPython.noop),
    )
