"""Help texts and choices in the words of the pages; nothing changes in the tables."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0028_surnames'),
    ]

    operations = [
        migrations.AlterField(
            model_name='answer',
            name='points',
            field=models.PositiveSmallIntegerField(help_text='The points it was asked about; of other points it says nothing.'),
        ),
        migrations.AlterField(
            model_name='code',
            name='issue',
            field=models.PositiveSmallIntegerField(default=1, help_text='Goes up each time the code is made again.'),
        ),
        migrations.AlterField(
            model_name='event',
            name='cut_tie',
            field=models.CharField(choices=[('cut_of_cards', "The Umpire's cut of cards"), ('admit_still_tied', 'Everyone still level goes through'), ('admit_all', 'Everyone on the line goes through, without tie-breaks')], default='cut_of_cards', max_length=20),
        ),
        migrations.AlterField(
            model_name='event',
            name='list_headings',
            field=models.JSONField(blank=True, default=dict, help_text='The field chosen for each heading, by kind of list.'),
        ),
        migrations.AlterField(
            model_name='event',
            name='list_mends',
            field=models.JSONField(blank=True, default=list, help_text='What was fixed in earlier lists, and proposed when it comes again.'),
        ),
        migrations.AlterField(
            model_name='event',
            name='names_kept_days',
            field=models.PositiveSmallIntegerField(blank=True, help_text='How many days after the evening the guests’ names should be wiped.', null=True),
        ),
        migrations.AlterField(
            model_name='event',
            name='released',
            field=models.JSONField(blank=True, help_text='The public board as it stays while it is frozen.', null=True),
        ),
        migrations.AlterField(
            model_name='event',
            name='second_keying',
            field=models.BooleanField(default=False, help_text='Paper is typed twice, the second time by someone else.'),
        ),
        migrations.AlterField(
            model_name='event',
            name='tablet_secret',
            field=models.CharField(blank=True, help_text='In the address that a tablet at the door has open; empty while none is in use.', max_length=40),
        ),
        migrations.AlterField(
            model_name='event',
            name='team_best',
            field=models.PositiveSmallIntegerField(default=2, help_text='How many totals of a team count; 0 for all.'),
        ),
        migrations.AlterField(
            model_name='event',
            name='team_minimum',
            field=models.PositiveSmallIntegerField(default=2, help_text='How many ranked guests a team needs.'),
        ),
        migrations.AlterField(
            model_name='flag',
            name='dismissed',
            field=models.CharField(blank=True, help_text='Why it may stand; empty while it is open.', max_length=60),
        ),
        migrations.AlterField(
            model_name='guest',
            name='arrived_at',
            field=models.DateTimeField(blank=True, help_text='When they were seen at the door; the record says by whom.', null=True),
        ),
        migrations.AlterField(
            model_name='league',
            name='best',
            field=models.PositiveSmallIntegerField(blank=True, help_text='How many evenings count; empty for all.', null=True),
        ),
        migrations.AlterField(
            model_name='ledgerentry',
            name='key',
            field=models.CharField(help_text='Made by the browser: the same act sent twice is one entry.', max_length=80),
        ),
        migrations.AlterField(
            model_name='loginentry',
            name='here',
            field=models.BooleanField(help_text='On the computer that runs Last Card.'),
        ),
        migrations.AlterField(
            model_name='mailserver',
            name='security',
            field=models.CharField(choices=[('tls', 'Encrypted from the start (usually port 465)'), ('starttls', 'STARTTLS (usually port 587)'), ('none', 'Not encrypted: only for a server in your own network')], default='starttls', max_length=10),
        ),
        migrations.AlterField(
            model_name='ruling',
            name='answer',
            field=models.JSONField(help_text='The five parts of the answer.'),
        ),
        migrations.AlterField(
            model_name='ruling',
            name='departs',
            field=models.BooleanField(default=False, help_text='Decided differently from its precedent.'),
        ),
        migrations.AlterField(
            model_name='screen',
            name='since',
            field=models.DateTimeField(help_text='When somebody last chose what it shows.'),
        ),
        migrations.AlterField(
            model_name='sentmail',
            name='digest',
            field=models.CharField(help_text='The digest of the words that went out.', max_length=64),
        ),
        migrations.AlterField(
            model_name='sentmail',
            name='state',
            field=models.CharField(choices=[('going', 'Interrupted'), ('sent', 'Sent'), ('later', 'Not taken yet'), ('refused', 'Refused'), ('returned', 'Came back')], default='going', max_length=10),
        ),
    ]
