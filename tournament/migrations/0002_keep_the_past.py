"""Guard ledger, sheets and tallies against change."""

from django.db import migrations

from tournament.server import triggers


class Migration(migrations.Migration):
    """Put the triggers on."""

    dependencies = (("tournament", "0001_initial"),)
    operations = (migrations.RunPython(triggers.forwards, triggers.backwards),)
