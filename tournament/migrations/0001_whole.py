"""All tables as they are, made at once; a database of an earlier state goes on by the single steps
beside this one, which it replaces for a new database.
"""

import django.core.serializers.json
import django.db.models.deletion
import tournament.models.event
import tournament.models.guest
import tournament.models.league
import uuid
from django.conf import settings
from django.db import migrations, models

from tournament.server import triggers


class MakeTables(migrations.SeparateDatabaseAndState):
    """Makes all tables from one state of the models. Django would put every model together anew
    for each table that is made, which took most of the first start.
    """

    def state_forwards(self, app_label, state):
        state.__dict__.pop("apps", None)
        super().state_forwards(app_label, state)

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        for operation in self.state_operations:
            if isinstance(operation, migrations.CreateModel):
                schema_editor.create_model(to_state.apps.get_model(app_label, operation.name))

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        for operation in reversed(self.state_operations):
            if isinstance(operation, migrations.CreateModel):
                schema_editor.delete_model(from_state.apps.get_model(app_label, operation.name))


class Migration(migrations.Migration):

    replaces = [('tournament', '0001_initial'), ('tournament', '0002_keep_the_past'), ('tournament', '0003_door'), ('tournament', '0004_desk'), ('tournament', '0005_second_official'), ('tournament', '0006_finals'), ('tournament', '0007_phones'), ('tournament', '0008_rulings'), ('tournament', '0009_check_queue'), ('tournament', '0010_fair_tables'), ('tournament', '0011_roles'), ('tournament', '0012_watching'), ('tournament', '0013_formats'), ('tournament', '0014_matches'), ('tournament', '0015_leagues'), ('tournament', '0016_rooms'), ('tournament', '0017_presses'), ('tournament', '0018_accounts'), ('tournament', '0019_tickets'), ('tournament', '0020_screens'), ('tournament', '0021_announcer'), ('tournament', '0022_self_check_in'), ('tournament', '0023_rehearsal'), ('tournament', '0024_last_list'), ('tournament', '0025_pictures'), ('tournament', '0026_pauses'), ('tournament', '0027_mails'), ('tournament', '0028_surnames'), ('tournament', '0029_words')]

    initial = True

    dependencies = [
        ('auth', '__first__'),
    ]

    operations = [
        MakeTables(state_operations=[
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('name', models.CharField(max_length=120)),
                ('count_by', models.CharField(choices=[('total', 'The totals are added up'), ('place', 'The places are added up, the lowest sum leads'), ('points', 'Points for the places are added up, the highest sum leads')], default='total', max_length=8)),
                ('best', models.PositiveSmallIntegerField(blank=True, help_text='How many evenings count; empty for all.', null=True)),
                ('missed', models.CharField(choices=[('unranked', 'They are listed without a place'), ('worst', 'An evening missed counts as the worst of that evening'), ('nothing', 'An evening missed counts 0 (where the highest leads)')], default='unranked', max_length=10)),
                ('place_points', models.JSONField(default=tournament.models.league.default_place_points)),
                ('public', models.BooleanField(default=False, help_text='Anybody may see the standing.')),
                ('version', models.PositiveIntegerField(default=0)),
            ],
            options={
                'ordering': ('name',),
            },
        ),
        migrations.CreateModel(
            name='Picture',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('svg', models.BooleanField()),
                ('content', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='Purse',
            fields=[
                ('name', models.CharField(max_length=80, primary_key=True, serialize=False)),
                ('until', models.BigIntegerField(db_index=True, help_text='When the window ends, in seconds since 1970.')),
                ('taken', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='SlowRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_index=True)),
                ('route', models.CharField(max_length=60)),
                ('method', models.CharField(max_length=8)),
                ('status', models.PositiveSmallIntegerField()),
                ('milliseconds', models.PositiveIntegerField()),
            ],
            options={
                'ordering': ('-at', '-pk'),
            },
        ),
        migrations.CreateModel(
            name='DayCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('wrong_ask', 'Wrong characters typed'), ('reached', 'Phones that reached the server')], max_length=10)),
                ('day', models.DateField()),
                ('count', models.PositiveIntegerField(default=0)),
                ('last_at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('kind', 'day'), name='one_count_a_day')],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('slug', models.SlugField(max_length=60, unique=True)),
                ('name', models.CharField(max_length=120)),
                ('date', models.DateField()),
                ('venue', models.CharField(blank=True, max_length=120)),
                ('charity', models.CharField(blank=True, max_length=120)),
                ('game', models.CharField(default='swedish_pursuit', max_length=40)),
                ('rules', models.CharField(blank=True, help_text='Options that differ from the default, as one line.', max_length=400)),
                ('format', models.CharField(blank=True, help_text='The format played; empty for that of the game.', max_length=40)),
                ('choices', models.CharField(blank=True, help_text='The choices of the format, as one line.', max_length=200)),
                ('qualifying_rounds', models.PositiveSmallIntegerField(default=2)),
                ('games_per_round', models.PositiveSmallIntegerField(default=5)),
                ('cut_size', models.PositiveSmallIntegerField(default=10)),
                ('cut_tie', models.CharField(choices=[('cut_of_cards', "The Umpire's cut of cards"), ('admit_still_tied', 'Everyone still level goes through'), ('admit_all', 'Everyone on the line goes through, without tie-breaks')], default='cut_of_cards', max_length=20)),
                ('tie_breaks', models.JSONField(default=tournament.models.event.default_tie_breaks)),
                ('absent_policy', models.CharField(choices=[('table_worst', 'The most points scored at that table in that game'), ('table_mean_up', "The mean of that table's scores, rounded up"), ('unranked', 'Nothing; they are listed and not ranked')], default='table_worst', max_length=20)),
                ('withdrawn_policy', models.CharField(choices=[('unranked', 'Listed last, not ranked')], default='unranked', max_length=20)),
                ('unplayed_policy', models.CharField(choices=[('void_everywhere', 'That game number is void at every table'), ('mean_of_others', "The mean of the guest's other games, rounded up")], default='void_everywhere', max_length=20)),
                ('table_par', models.CharField(blank=True, help_text='Corrects for the size of tables; empty for none.', max_length=120, validators=[tournament.models.event.known_par])),
                ('has_playoff', models.BooleanField(default=True)),
                ('playoff_tables', models.PositiveSmallIntegerField(default=2)),
                ('playoff_games', models.PositiveSmallIntegerField(default=5)),
                ('playoff_carries', models.BooleanField(default=False, help_text='The play-off starts from the qualifying totals.')),
                ('third_place_match', models.BooleanField(default=False, help_text='A knock-out plays for the third place.')),
                ('prizes', models.JSONField(default=tournament.models.event.default_prizes)),
                ('playoff_tie_breaks', models.JSONField(blank=True, default=list, help_text="The play-off's own order of tie-breaks; empty for that of the evening.")),
                ('further_prizes', models.JSONField(blank=True, default=tournament.models.event.default_further_prizes)),
                ('one_official', models.BooleanField(default=False, help_text='No second official: a named witness stands in.')),
                ('second_keying', models.BooleanField(default=False, help_text='Paper is typed twice, the second time by someone else.')),
                ('team_figure', models.CharField(blank=True, choices=[('', 'Not at all'), ('sum', 'By the sum of their best totals'), ('mean', 'By the mean of their best totals')], default='', max_length=4)),
                ('team_best', models.PositiveSmallIntegerField(default=2, help_text='How many totals of a team count; 0 for all.')),
                ('team_minimum', models.PositiveSmallIntegerField(default=2, help_text='How many ranked guests a team needs.')),
                ('hall_plan', models.JSONField(blank=True, default=list, help_text='Label, room and step-free side of each table, from table 1 on.')),
                ('sign_in_secret', models.CharField(blank=True, help_text='In the address of the code on the wall; empty while nobody signs in.', max_length=40)),
                ('tablet_secret', models.CharField(blank=True, help_text='In the address that a tablet at the door has open; empty while none is in use.', max_length=40)),
                ('guests_check_in', models.BooleanField(default=False, help_text="A guest's own page may say that they are here.")),
                ('pad_ticks', models.CharField(choices=[('all', 'One tick for all hands of a game'), ('each', 'A tick for each hand')], default='all', max_length=4)),
                ('phones_wait', models.BooleanField(default=False, help_text='Every phone waits until an official lets it in, once.')),
                ('names_kept_days', models.PositiveSmallIntegerField(blank=True, help_text='How many days after the evening the guests’ names should be wiped.', null=True)),
                ('list_headings', models.JSONField(blank=True, default=dict, help_text='The field chosen for each heading, by kind of list.')),
                ('list_mends', models.JSONField(blank=True, default=list, help_text='What was fixed in earlier lists, and proposed when it comes again.')),
                ('courses', models.JSONField(blank=True, default=tournament.models.event.default_courses)),
                ('names_wiped_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('arms', models.CharField(blank=True, help_text='The digest of a picture.', max_length=64)),
                ('sponsor', models.CharField(blank=True, help_text='The digest of a picture.', max_length=64)),
                ('is_demo', models.BooleanField(default=False)),
                ('is_rehearsal', models.BooleanField(default=False, editable=False, help_text='A copy to practise on; it is wiped afterwards.')),
                ('frozen_at', models.DateTimeField(blank=True, null=True)),
                ('version', models.PositiveIntegerField(default=0)),
                ('board_full', models.BooleanField(default=False, help_text='The public board lists the whole field.')),
                ('chances_shown', models.BooleanField(default=False, help_text='Guests see their chances of going through.')),
                ('held_since', models.DateTimeField(blank=True, null=True)),
                ('released', models.JSONField(blank=True, help_text='The public board as it stays while it is frozen.', null=True)),
                ('reading', models.JSONField(blank=True, help_text='Who was read out so far: the ten, or the podium.', null=True)),
                ('podium_revealed_at', models.DateTimeField(blank=True, null=True)),
                ('playoff_live', models.BooleanField(default=False, help_text='The public board follows the play-off as it is played.')),
                ('extra', models.JSONField(blank=True, default=dict, help_text='Keys of an imported archive that nothing else holds.')),
            ],
            options={
                'ordering': ('-date', 'name'),
                'constraints': [models.CheckConstraint(condition=models.Q(('qualifying_rounds__gte', 1)), name='event_has_a_round'), models.CheckConstraint(condition=models.Q(('games_per_round__gte', 1)), name='event_round_has_a_game')],
            },
        ),
        migrations.CreateModel(
            name='AccountOrigin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='origin', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='accounts_made', to='tournament.event')),
            ],
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('dealer', models.CharField(blank=True, help_text="The dealer's seat, where known.", max_length=1)),
                ('not_played', models.BooleanField(default=False)),
                ('void', models.BooleanField(default=False, help_text='A ruling took it out of the scores at this table.')),
                ('turns', models.PositiveIntegerField(blank=True, null=True)),
                ('extra', models.JSONField(blank=True, default=dict)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games', to='tournament.event')),
            ],
            options={
                'ordering': ('table__round__number', 'table__number', 'number'),
            },
        ),
        migrations.CreateModel(
            name='Guest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('badge', models.PositiveIntegerField()),
                ('ref', models.CharField(help_text='The key of this guest in archives, such as P078.', max_length=20)),
                ('title', models.CharField(blank=True, max_length=40, validators=[tournament.models.guest.printable])),
                ('first_name', models.CharField(blank=True, max_length=80, validators=[tournament.models.guest.printable])),
                ('last_name', models.CharField(blank=True, max_length=80, validators=[tournament.models.guest.printable])),
                ('name', models.CharField(max_length=80, validators=[tournament.models.guest.printable], verbose_name='name as printed')),
                ('sort_name', models.CharField(blank=True, max_length=120, validators=[tournament.models.guest.printable])),
                ('post_nominals', models.CharField(blank=True, max_length=40, validators=[tournament.models.guest.printable])),
                ('spoken', models.CharField(blank=True, max_length=80, validators=[tournament.models.guest.printable], verbose_name='how the name is said')),
                ('office', models.CharField(blank=True, max_length=60, validators=[tournament.models.guest.printable])),
                ('guest_of', models.CharField(blank=True, max_length=80, validators=[tournament.models.guest.printable])),
                ('host_connected', models.BooleanField(default=False)),
                ('fixed_table', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('step_free', models.BooleanField(default=False, help_text='Sits only where no step leads to the table.')),
                ('keeps_room', models.BooleanField(default=False, help_text='Does not change rooms from round to round.')),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('phone', models.CharField(blank=True, max_length=40)),
                ('dietary', models.CharField(blank=True, max_length=120, verbose_name='dietary wishes')),
                ('notes', models.CharField(blank=True, max_length=300)),
                ('order_number', models.CharField(blank=True, max_length=60)),
                ('placeholder', models.BooleanField(default=False, help_text='A place held for a guest whose name follows.')),
                ('status', models.CharField(choices=[('registered', 'Registered'), ('late', 'Arrived late'), ('withdrawn', 'Withdrawn'), ('no_show', 'Never came')], default='registered', max_length=12)),
                ('status_note', models.CharField(blank=True, max_length=200)),
                ('arrived_at', models.DateTimeField(blank=True, help_text='When they were seen at the door; the record says by whom.', null=True)),
                ('unnamed', models.BooleanField(default=False, help_text='In public they go by badge and livery alone.')),
                ('extra', models.JSONField(blank=True, default=dict)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guests', to='tournament.event')),
            ],
            options={
                'ordering': ('badge',),
                'constraints': [models.UniqueConstraint(fields=('event', 'badge'), name='one_guest_a_badge'), models.UniqueConstraint(fields=('event', 'ref'), name='one_guest_a_ref')],
            },
        ),
        migrations.CreateModel(
            name='Doubt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('words', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField()),
                ('seen_by', models.CharField(blank=True, max_length=120)),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='doubts', to='tournament.event')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='doubts', to='tournament.game')),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='doubts', to='tournament.guest')),
            ],
            options={
                'ordering': ('event', 'at', 'pk'),
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
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='tournament.event')),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='tournament.game')),
                ('guest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='tournament.guest')),
            ],
            options={
                'ordering': ('event', 'number'),
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_adjustment_a_number'), models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', True), ('guest__isnull', False), ('kind', 'points'), ('points__isnull', False)), models.Q(('game__isnull', False), ('kind__in', ('void', 'replay', 'tally')), ('points__isnull', True)), _connector='OR'), name='an_adjustment_is_of_one_kind'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='an_adjustment_has_its_reason')],
            },
        ),
        migrations.CreateModel(
            name='Invited',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, validators=[tournament.models.guest.printable])),
                ('sort_name', models.CharField(blank=True, max_length=120, validators=[tournament.models.guest.printable])),
                ('livery', models.CharField(blank=True, max_length=80)),
                ('fields', models.JSONField(default=dict, help_text="What else was known of them, as a guest's fields.")),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.CharField(blank=True, max_length=120)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invited', to='tournament.event')),
                ('guest', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='invitation', to='tournament.guest')),
            ],
            options={
                'verbose_name_plural': 'invited',
                'ordering': ('sort_name', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='LedgerEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=20)),
                ('key', models.CharField(help_text='Made by the browser: the same act sent twice is one entry.', max_length=80)),
                ('body', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('actor', models.CharField(max_length=120)),
                ('at', models.DateTimeField()),
                ('previous', models.CharField(blank=True, max_length=64)),
                ('digest', models.CharField(max_length=64)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ledger', to='tournament.event')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'ledger entries',
                'ordering': ('event', 'number'),
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_entry_a_number'), models.UniqueConstraint(fields=('event', 'key'), name='one_entry_a_key')],
            },
        ),
        migrations.CreateModel(
            name='CutOfCards',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('stage', models.CharField(max_length=12)),
                ('card', models.CharField(max_length=3)),
                ('rank', models.PositiveSmallIntegerField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cuts_of_cards', to='tournament.event')),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cuts_of_cards', to='tournament.guest')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cuts_of_cards', to='tournament.ledgerentry')),
            ],
            options={
                'verbose_name_plural': 'cuts of cards',
                'constraints': [models.UniqueConstraint(fields=('event', 'entry', 'guest'), name='one_card_a_guest_and_cut')],
            },
        ),
        migrations.CreateModel(
            name='Conflict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='conflicts', to='tournament.event')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='conflicts', to='tournament.game')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='conflict', to='tournament.ledgerentry')),
                ('resolved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.ledgerentry')),
            ],
        ),
        migrations.CreateModel(
            name='Cancellation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=300)),
                ('by', models.CharField(max_length=120)),
                ('at', models.DateTimeField()),
                ('adjustment', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='cancellation', to='tournament.adjustment')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='cancellations', to='tournament.event')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='cancellation', to='tournament.ledgerentry')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='a_cancellation_has_its_reason')],
            },
        ),
        migrations.CreateModel(
            name='Answer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.PositiveSmallIntegerField(help_text='The points it was asked about; of other points it says nothing.')),
                ('eights', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('cards', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='tournament.event')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='tournament.game')),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='tournament.guest')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='answer', to='tournament.ledgerentry')),
                ('taken_back_by', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='answer_taken_back', to='tournament.ledgerentry')),
            ],
            options={
                'ordering': ('entry__number',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('taken_back_by__isnull', True)), fields=('event', 'game', 'guest'), name='one_answer_a_guest_and_game'), models.CheckConstraint(condition=models.Q(('eights__isnull', False), ('cards__isnull', False), _connector='OR'), name='an_answer_says_something')],
            },
        ),
        migrations.AddField(
            model_name='adjustment',
            name='entry',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='adjustment', to='tournament.ledgerentry'),
        ),
        migrations.CreateModel(
            name='Livery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('precedence', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=80, validators=[tournament.models.guest.printable])),
                ('full_name', models.CharField(blank=True, max_length=120, validators=[tournament.models.guest.printable])),
                ('great_twelve', models.BooleanField(default=False)),
                ('modern', models.BooleanField(default=False)),
                ('note', models.CharField(blank=True, max_length=200)),
                ('extra', models.JSONField(blank=True, default=dict)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='liveries', to='tournament.event')),
            ],
            options={
                'verbose_name_plural': 'liveries',
                'ordering': ('precedence',),
                'constraints': [models.UniqueConstraint(fields=('event', 'precedence'), name='one_livery_a_precedence')],
            },
        ),
        migrations.AddField(
            model_name='guest',
            name='livery',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='guests', to='tournament.livery'),
        ),
        migrations.CreateModel(
            name='LogInEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('right', models.BooleanField()),
                ('here', models.BooleanField(help_text='On the computer that runs Last Card.')),
                ('browser', models.CharField(blank=True, max_length=60)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='log_in_entries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', '-at'], name='tournament__user_id_dcfd8e_idx')],
            },
        ),
        migrations.CreateModel(
            name='MailServer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('host', models.CharField(max_length=200)),
                ('port', models.PositiveIntegerField()),
                ('security', models.CharField(choices=[('tls', 'Encrypted from the start (usually port 465)'), ('starttls', 'STARTTLS (usually port 587)'), ('none', 'Not encrypted: only for a server in your own network')], default='starttls', max_length=10)),
                ('user', models.CharField(blank=True, max_length=200)),
                ('sender', models.EmailField(max_length=254)),
                ('sender_name', models.CharField(blank=True, max_length=80)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='mail_server', to='tournament.event')),
            ],
        ),
        migrations.CreateModel(
            name='MatchStage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text='From 0.')),
                ('entrants', models.JSONField(default=list)),
                ('order', models.JSONField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='match_stages', to='tournament.event')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_match_stage_a_number')],
            },
        ),
        migrations.CreateModel(
            name='MatchRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text='From 1, over all stages.')),
                ('published', models.BooleanField(default=False)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='match_rounds', to='tournament.event')),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tournament.matchstage')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_match_round_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Official',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('umpire', 'Umpire'), ('head_umpire', 'Head umpire'), ('organiser', 'Organiser'), ('announcer', 'Announcer')], max_length=20)),
                ('on_duty', models.BooleanField(default=False, help_text='Goes to the tables that call for an umpire.')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='officials', to='tournament.event')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('event', 'user'), name='one_role_a_user_and_event')],
            },
        ),
        migrations.CreateModel(
            name='PairBond',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('forced', models.BooleanField()),
                ('round', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pair_bonds', to='tournament.event')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.guest')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.guest')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Pairing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(help_text='The order within the round, from 0.')),
                ('slot', models.SmallIntegerField(help_text='The place in a bracket, from 0; -1 for the match for the third place.')),
                ('table', models.PositiveSmallIntegerField(default=0)),
                ('kind', models.CharField(default='match', max_length=12)),
                ('result', models.CharField(blank=True, max_length=16)),
                ('games', models.CharField(blank=True, max_length=5)),
                ('version', models.PositiveSmallIntegerField(default=0)),
                ('reasons', models.JSONField(default=list)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairings', to='tournament.event')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.guest')),
                ('other', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.guest')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pairings', to='tournament.matchround')),
            ],
            options={
                'ordering': ('round__number', 'position'),
                'constraints': [models.UniqueConstraint(fields=('event', 'round', 'position'), name='one_pairing_a_position'), models.CheckConstraint(condition=models.Q(('other__isnull', False), models.Q(('result', ''), ('table', 0)), _connector='OR'), name='a_bye_has_no_result')],
            },
        ),
        migrations.CreateModel(
            name='Pending',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('payload', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('preview', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('reason', models.CharField(max_length=300)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('approved', 'Approved'), ('declined', 'Declined'), ('withdrawn', 'Taken back')], default='waiting', max_length=12)),
                ('asked_by', models.CharField(max_length=120)),
                ('asked_at', models.DateTimeField()),
                ('settled_by', models.CharField(blank=True, max_length=120)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('asked', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='pending', to='tournament.ledgerentry')),
                ('asked_user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.OneToOneField(blank=True, help_text='What it led to.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='settles', to='tournament.ledgerentry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='pending', to='tournament.event')),
                ('settled_user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'pending acts',
                'ordering': ('event', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', True), ('settled_at__isnull', True), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('entry__isnull', False), ('settled_at__isnull', False)), _connector='OR'), name='pending_is_settled_once'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'approved'), _negated=True), models.Q(('settled_user', models.F('asked_user')), _negated=True), _connector='OR'), name='nobody_approves_their_own')],
            },
        ),
        migrations.CreateModel(
            name='Person',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='persons', to='tournament.league')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('league', 'number'), name='one_person_a_league_and_number')],
            },
        ),
        migrations.CreateModel(
            name='PersonLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('confirmed_at', models.DateTimeField()),
                ('confirmed_by', models.CharField(max_length=120)),
                ('split_at', models.DateTimeField(blank=True, null=True)),
                ('split_by', models.CharField(blank=True, max_length=120)),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='person_links', to='tournament.guest')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='tournament.league')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='tournament.person')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('split_at__isnull', True)), fields=('league', 'guest'), name='one_person_a_league_and_guest')],
            },
        ),
        migrations.CreateModel(
            name='Phone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64)),
                ('mark', models.CharField(max_length=2)),
                ('umpire', models.CharField(blank=True, max_length=60, validators=[tournament.models.guest.printable])),
                ('tables', models.JSONField(default=list, help_text='The numbers of the tables it has called for.')),
                ('state', models.CharField(choices=[('waiting', 'Waiting to be let in'), ('admitted', 'Let in'), ('revoked', 'No longer let in')], max_length=10)),
                ('first_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField()),
                ('settled_by', models.CharField(blank=True, max_length=120)),
                ('unsent', models.PositiveSmallIntegerField(default=0, help_text='Games it keeps that nobody has taken yet.')),
                ('clock_ahead', models.IntegerField(blank=True, help_text="Its clock minus the server's, in seconds.", null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='phones', to='tournament.event')),
            ],
            options={
                'ordering': ('event', 'first_at', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('event', 'digest'), name='one_phone_a_key')],
            },
        ),
        migrations.CreateModel(
            name='Code',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('table', 'A table, by its card'), ('phone', 'A table, for one phone that an official let in'), ('hand_over', 'The tables of a lost phone, once'), ('guest', "A guest's own page")], max_length=10)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('table', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('short', models.CharField(blank=True, help_text='Typed from the table card; it only asks.', max_length=6, null=True, unique=True)),
                ('issue', models.PositiveSmallIntegerField(default=1, help_text='Goes up each time the code is made again.')),
                ('address', models.CharField(blank=True, help_text="The server's address as printed last.", max_length=200)),
                ('issued_at', models.DateTimeField()),
                ('issued_by', models.CharField(max_length=120)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_by', models.CharField(blank=True, max_length=120)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='codes', to='tournament.event')),
                ('guest', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='codes', to='tournament.guest')),
                ('phone', models.ForeignKey(blank=True, help_text='The lost one.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='hand_overs', to='tournament.phone')),
            ],
            options={
                'ordering': ('event', 'kind', 'table', 'pk'),
                'constraints': [models.UniqueConstraint(condition=models.Q(('kind', 'table'), ('revoked_at__isnull', True)), fields=('event', 'table'), name='one_code_a_table'), models.UniqueConstraint(condition=models.Q(('kind', 'guest'), ('revoked_at__isnull', True)), fields=('event', 'guest'), name='one_code_a_guest'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ('table', 'phone')), ('table__isnull', False)), models.Q(('guest__isnull', False), ('kind', 'guest')), models.Q(('kind', 'hand_over'), ('phone__isnull', False)), _connector='OR'), name='a_code_opens_something')],
            },
        ),
        migrations.CreateModel(
            name='Press',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('record', models.CharField(help_text='The evening or league it was pressed for, or the site.', max_length=40)),
                ('key', models.CharField(help_text='Made with the form, and the digest of what was sent in it.', max_length=80)),
                ('at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('record', 'key'), name='one_press_a_form')],
            },
        ),
        migrations.CreateModel(
            name='Printing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('item', models.CharField(blank=True, help_text='A badge or a table; empty for a list as a whole.', max_length=20)),
                ('digest', models.CharField(max_length=64)),
                ('edition', models.PositiveIntegerField()),
                ('printed_at', models.DateTimeField()),
                ('printed_by', models.CharField(max_length=120)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='printings', to='tournament.event')),
            ],
            options={
                'ordering': ('pk',),
                'indexes': [models.Index(fields=['event', 'kind', 'item'], name='printings_of_a_paper')],
            },
        ),
        migrations.CreateModel(
            name='Rehearsal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.PositiveSmallIntegerField(default=5)),
                ('going', models.BooleanField(default=False)),
                ('over', models.BooleanField(default=False)),
                ('steps', models.PositiveSmallIntegerField(default=0)),
                ('moved_at', models.DateTimeField()),
                ('said', models.CharField(blank=True, max_length=200)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='rehearsal', to='tournament.event')),
                ('source', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='rehearsed', to='tournament.event')),
            ],
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('stage', models.CharField(choices=[('qualifying', 'Qualifying round'), ('playoff', 'Play-off'), ('extra', 'Extra game')], default='qualifying', max_length=12)),
                ('games', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('draft', 'Draft'), ('published', 'Published'), ('closed', 'Closed')], default='draft', max_length=12)),
                ('movement', models.CharField(blank=True, help_text='The sentence that moves guests on to this round.', max_length=400)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tournament.event')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_round_a_number')],
            },
        ),
        migrations.CreateModel(
            name='CardTotal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.PositiveSmallIntegerField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='card_totals', to='tournament.event')),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='card_totals', to='tournament.guest')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='card_totals', to='tournament.ledgerentry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='card_totals', to='tournament.round')),
            ],
            options={
                'ordering': ('entry__number',),
                'constraints': [models.UniqueConstraint(fields=('event', 'entry', 'guest'), name='one_card_a_guest_and_entry')],
            },
        ),
        migrations.CreateModel(
            name='RoundClock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('paused_at', models.DateTimeField(blank=True, null=True)),
                ('last_game_at', models.DateTimeField(blank=True, null=True)),
                ('stopped_at', models.DateTimeField(blank=True, null=True)),
                ('extra', models.JSONField(blank=True, default=dict)),
                ('pauses', models.JSONField(blank=True, default=list)),
                ('ahead', models.FloatField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clocks', to='tournament.event')),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='tournament.round')),
            ],
        ),
        migrations.CreateModel(
            name='RoundTotal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.PositiveSmallIntegerField()),
                ('games', models.PositiveSmallIntegerField(help_text='Of how many games the total is.')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='round_total', to='tournament.ledgerentry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='round_totals', to='tournament.event')),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='round_totals', to='tournament.guest')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='round_totals', to='tournament.round')),
                ('taken_back_by', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='round_total_taken_back', to='tournament.ledgerentry')),
            ],
            options={
                'ordering': ('entry__number',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('taken_back_by__isnull', True)), fields=('event', 'round', 'guest'), name='one_total_a_guest_and_round'), models.CheckConstraint(condition=models.Q(('games__gte', 1)), name='a_round_total_is_of_games')],
            },
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
                ('answer', models.JSONField(help_text='The five parts of the answer.')),
                ('departs', models.BooleanField(default=False, help_text='Decided differently from its precedent.')),
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
            ],
            options={
                'ordering': ('event', 'number'),
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='one_ruling_a_number')],
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
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournament.event')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='decision', to='tournament.ledgerentry')),
                ('ruling', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournament.ruling')),
            ],
            options={
                'ordering': ('entry__number',),
                'constraints': [models.CheckConstraint(condition=models.Q(('kind', 'accepted'), models.Q(('reason', ''), _negated=True), _connector='OR'), name='a_decision_has_its_reason')],
            },
        ),
        migrations.AddField(
            model_name='adjustment',
            name='ruling',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='tournament.ruling'),
        ),
        migrations.CreateModel(
            name='Screen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('letters', models.CharField(max_length=2, unique=True)),
                ('place', models.CharField(blank=True, max_length=60)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('scene', models.CharField(blank=True, max_length=16)),
                ('black', models.BooleanField(default=False)),
                ('frozen', models.BooleanField(default=False)),
                ('ground', models.CharField(choices=[('dark', 'Dark'), ('light', 'Light'), ('plain', 'Black and white')], default='dark', max_length=8)),
                ('since', models.DateTimeField(help_text='When somebody last chose what it shows.')),
                ('named_until', models.DateTimeField(blank=True, null=True)),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='screens', to='tournament.event')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
        migrations.CreateModel(
            name='Seal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('edition', models.PositiveSmallIntegerField(default=1)),
                ('snapshot', models.JSONField()),
                ('digest', models.CharField(max_length=64)),
                ('sealed_at', models.DateTimeField()),
                ('sealed_by', models.CharField(max_length=120)),
                ('printed_at', models.DateTimeField(blank=True, null=True)),
                ('revealed_at', models.DateTimeField(blank=True, null=True)),
                ('broken_at', models.DateTimeField(blank=True, null=True)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='seal', to='tournament.ledgerentry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seals', to='tournament.event')),
            ],
            options={
                'ordering': ('event', 'edition'),
                'constraints': [models.UniqueConstraint(fields=('event', 'edition'), name='one_seal_an_edition'), models.UniqueConstraint(condition=models.Q(('broken_at__isnull', True)), fields=('event',), name='one_seal_in_force')],
            },
        ),
        migrations.CreateModel(
            name='Reply',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('declined', models.BooleanField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='replies', to='tournament.ledgerentry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='replies', to='tournament.event')),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='replies', to='tournament.guest')),
                ('taken_back', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replies_taken_back', to='tournament.ledgerentry')),
                ('seal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='replies', to='tournament.seal')),
            ],
            options={
                'verbose_name_plural': 'replies',
                'constraints': [models.UniqueConstraint(condition=models.Q(('taken_back__isnull', True)), fields=('event', 'seal', 'guest'), name='one_reply_a_guest_and_seal')],
            },
        ),
        migrations.CreateModel(
            name='SentMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=10)),
                ('state', models.CharField(choices=[('going', 'Interrupted'), ('sent', 'Sent'), ('later', 'Not taken yet'), ('refused', 'Refused'), ('returned', 'Came back')], default='going', max_length=10)),
                ('address', models.CharField(max_length=254)),
                ('digest', models.CharField(help_text='The digest of the words that went out.', max_length=64)),
                ('said', models.CharField(blank=True, help_text='What the mail server said.', max_length=200)),
                ('at', models.DateTimeField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sent_mails', to='tournament.event')),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sent_mails', to='tournament.guest')),
            ],
            options={
                'ordering': ('event', 'guest__badge'),
                'constraints': [models.UniqueConstraint(fields=('guest', 'kind'), name='one_mail_a_guest_and_kind')],
            },
        ),
        migrations.CreateModel(
            name='Sheet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveSmallIntegerField()),
                ('accepted', models.BooleanField(default=True, help_text='The version that counts; a later one takes its place.')),
                ('blocked', models.BooleanField(default=False)),
                ('checked', models.BooleanField(default=False, help_text='Every hand was looked over by its left-hand neighbour.')),
                ('checker', models.CharField(blank=True, max_length=120)),
                ('entered_by', models.CharField(max_length=120)),
                ('entered_at', models.DateTimeField()),
                ('reason', models.CharField(blank=True, max_length=300)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='sheet', to='tournament.ledgerentry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sheets', to='tournament.event')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sheets', to='tournament.game')),
                ('moved_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sheets_moved', to='tournament.ledgerentry')),
            ],
            options={
                'ordering': ('game', 'version'),
                'constraints': [models.UniqueConstraint(fields=('event', 'game', 'version'), name='one_sheet_a_version'), models.UniqueConstraint(condition=models.Q(('accepted', True)), fields=('event', 'game'), name='one_accepted_sheet_a_game')],
            },
        ),
        migrations.CreateModel(
            name='SecondKeying',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('agrees', models.BooleanField()),
                ('keyed_by', models.CharField(max_length=120)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='second_keying', to='tournament.ledgerentry')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='second_keyings', to='tournament.event')),
                ('sheet', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='second_keyings', to='tournament.sheet')),
            ],
            options={
                'ordering': ('entry__number',),
            },
        ),
        migrations.CreateModel(
            name='Flag',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30)),
                ('seat', models.CharField(blank=True, max_length=12)),
                ('text', models.CharField(max_length=300)),
                ('dismissed', models.CharField(blank=True, help_text='Why it may stand; empty while it is open.', max_length=60)),
                ('dismissed_by', models.CharField(blank=True, max_length=120)),
                ('dismissed_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='flags', to='tournament.event')),
                ('sheet', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='flags', to='tournament.sheet')),
            ],
        ),
        migrations.AddField(
            model_name='adjustment',
            name='after',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='corrected_by', to='tournament.sheet'),
        ),
        migrations.AddField(
            model_name='adjustment',
            name='before',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='set_aside_by', to='tournament.sheet'),
        ),
        migrations.CreateModel(
            name='Show',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField(default=0)),
                ('scene', models.CharField(blank=True, max_length=16)),
                ('course', models.CharField(blank=True, max_length=40)),
                ('notice', models.CharField(blank=True, max_length=120)),
                ('given', models.CharField(blank=True, max_length=20)),
                ('spoken', models.PositiveSmallIntegerField(default=0)),
                ('scripted', models.BooleanField(default=False)),
                ('prizes_read', models.PositiveSmallIntegerField(default=0)),
                ('spoon_named', models.BooleanField(default=False)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='show', to='tournament.event')),
            ],
        ),
        migrations.CreateModel(
            name='SignIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, validators=[tournament.models.guest.printable])),
                ('company', models.CharField(blank=True, max_length=80, validators=[tournament.models.guest.printable])),
                ('at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_ins', to='tournament.event')),
                ('guest', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sign_in', to='tournament.guest')),
            ],
            options={
                'ordering': ('at', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(('guest__isnull', True), ('answered_at__isnull', False), _connector='OR'), name='a_guest_was_accepted')],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('packs', models.PositiveSmallIntegerField(default=1)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='tournament.event')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='tournament.round')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('event', 'round', 'number'), name='one_table_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('letter', models.CharField(max_length=1)),
                ('from_game', models.PositiveSmallIntegerField(default=1)),
                ('left_after_game', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournament.event')),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournament.guest')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournament.round')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournament.table')),
            ],
            options={
                'ordering': ('table__number', 'letter', 'from_game'),
                'constraints': [models.UniqueConstraint(fields=('event', 'table', 'letter', 'from_game'), name='one_guest_a_seat'), models.UniqueConstraint(condition=models.Q(('left_after_game__isnull', True)), fields=('event', 'round', 'guest'), name='one_seat_a_guest_and_round')],
            },
        ),
        migrations.AddField(
            model_name='ruling',
            name='table',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournament.table'),
        ),
        migrations.AddField(
            model_name='game',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games', to='tournament.table'),
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
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('state', models.CharField(choices=[('played', 'Played'), ('absent', 'Absent')], default='played', max_length=8)),
                ('hand', models.CharField(blank=True, max_length=240, null=True)),
                ('points', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('went_out', models.BooleanField(default=False)),
                ('cards', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('eights', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('held', models.PositiveSmallIntegerField(blank=True, help_text='Points of a hand that another scores.', null=True)),
                ('place', models.PositiveSmallIntegerField(blank=True, help_text='The finishing place.', null=True)),
                ('laps', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tallies', to='tournament.event')),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tallies', to='tournament.guest')),
                ('sheet', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tallies', to='tournament.sheet')),
            ],
            options={
                'verbose_name_plural': 'tallies',
                'ordering': ('sheet', 'seat'),
                'constraints': [models.UniqueConstraint(fields=('event', 'sheet', 'seat'), name='one_tally_a_seat'), models.UniqueConstraint(fields=('event', 'sheet', 'guest'), name='one_tally_a_guest'), models.CheckConstraint(condition=models.Q(models.Q(('points__isnull', True), ('state', 'absent')), models.Q(('points__isnull', False), ('state', 'played')), _connector='OR'), name='absent_is_not_zero'), models.CheckConstraint(condition=models.Q(('went_out', False), models.Q(('points', 0), ('state', 'played')), models.Q(('held', 0), ('state', 'played')), models.Q(('place', 1), ('state', 'played')), _connector='OR'), name='out_is_zero_points_or_a_win'), models.CheckConstraint(condition=models.Q(('points__isnull', True), ('points__lte', 2000), _connector='OR'), name='points_within_reason')],
            },
        ),
        migrations.CreateModel(
            name='Ticket',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=20)),
                ('order', models.CharField(blank=True, max_length=60)),
                ('number', models.CharField(blank=True, max_length=60)),
                ('name', models.CharField(max_length=80, validators=[tournament.models.guest.printable])),
                ('company', models.CharField(blank=True, max_length=80)),
                ('state', models.CharField(choices=[('coming', 'Coming'), ('cancelled', 'Cancelled'), ('refunded', 'Refunded'), ('away', 'Not attending'), ('waiting', 'On the waiting list'), ('gone', 'No longer in the list')], default='coming', max_length=12)),
                ('said', models.CharField(blank=True, help_text='The list’s own word for it.', max_length=60)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tickets', to='tournament.event')),
                ('guest', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='ticket', to='tournament.guest')),
            ],
            options={
                'ordering': ('event', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='ToldApart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by', models.CharField(max_length=120)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='told_apart', to='tournament.league')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.guest')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.guest')),
            ],
            options={
                'verbose_name_plural': 'told apart',
                'constraints': [models.UniqueConstraint(fields=('league', 'one', 'other'), name='one_telling_apart_a_pair')],
            },
        ),
        migrations.CreateModel(
            name='TypedHand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=240)),
                ('typed_by', models.CharField(max_length=120)),
                ('typed_at', models.DateTimeField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='typed_hands', to='tournament.event')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='typed_hands', to='tournament.game')),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='typed_hands', to='tournament.guest')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('event', 'game', 'guest'), name='one_typed_hand_a_guest')],
            },
        ),
        migrations.CreateModel(
            name='Ask',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.PositiveSmallIntegerField()),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('mark', models.CharField(max_length=2)),
                ('name', models.CharField(blank=True, max_length=60, validators=[tournament.models.guest.printable])),
                ('at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('settled_by', models.CharField(blank=True, max_length=120)),
                ('let_in', models.BooleanField(default=False)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='asks', to='tournament.event')),
            ],
            options={
                'ordering': ('event', 'at', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(('let_in', False), ('settled_at__isnull', False), _connector='OR'), name='let_in_is_settled')],
            },
        ),
        migrations.CreateModel(
            name='Appointment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('umpire', 'Umpire'), ('head_umpire', 'Head umpire'), ('organiser', 'Organiser'), ('announcer', 'Announcer')], max_length=20)),
                ('at', models.DateTimeField()),
                ('by', models.CharField(max_length=150)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appointments', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appointments', to='tournament.event')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('event', 'user'), name='one_appointment_a_user_and_event')],
            },
        ),
        migrations.CreateModel(
            name='EventCopy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80)),
                ('at', models.DateTimeField()),
                ('by', models.CharField(max_length=120)),
                ('made', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='copied_from', to='tournament.event')),
                ('source', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='copies', to='tournament.event')),
            ],
            options={
                'verbose_name_plural': 'event copies',
                'constraints': [models.UniqueConstraint(fields=('source', 'key'), name='one_copy_a_source_and_key')],
            },
        ),
        migrations.CreateModel(
            name='AskedBye',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='asked_byes', to='tournament.event')),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='asked_byes', to='tournament.guest')),
            ],
            options={
                'ordering': ('round', 'guest__badge'),
                'constraints': [models.UniqueConstraint(fields=('event', 'guest', 'round'), name='one_bye_a_guest_and_round')],
            },
        ),
        migrations.CreateModel(
            name='KeepApart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kept_apart', to='tournament.event')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.guest')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournament.guest')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('event', 'one', 'other'), name='one_keep_apart_a_pair')],
            },
        ),
        migrations.CreateModel(
            name='LateEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField()),
                ('halves', models.PositiveSmallIntegerField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='late_entries', to='tournament.event')),
                ('guest', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='late_entries', to='tournament.guest')),
            ],
            options={
                'verbose_name_plural': 'late entries',
                'ordering': ('pk',),
                'constraints': [models.UniqueConstraint(fields=('event', 'guest'), name='one_late_entry_a_guest')],
            },
        ),
        migrations.CreateModel(
            name='LeagueEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=20)),
                ('key', models.CharField(max_length=80)),
                ('body', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ('actor', models.CharField(max_length=120)),
                ('at', models.DateTimeField()),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log', to='tournament.league')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'league entries',
                'ordering': ('league', 'number'),
                'constraints': [models.UniqueConstraint(fields=('league', 'number'), name='one_league_entry_a_number'), models.UniqueConstraint(fields=('league', 'key'), name='one_league_entry_a_key')],
            },
        ),
        migrations.CreateModel(
            name='LeagueEvening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='in_leagues', to='tournament.event')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='tournament.league')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('league', 'event'), name='one_evening_a_league_and_event')],
            },
        ),
        migrations.CreateModel(
            name='LeagueOrganiser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='organisers', to='tournament.league')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leagues_run', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('league', 'user'), name='one_organiser_a_league_and_user')],
            },
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(fields=('event', 'table', 'number'), name='one_game_a_number'),
        ),
        ]),
        migrations.RunPython(triggers.forwards, triggers.backwards),
    ]
