"""The changes of an evening by their number: what tells that its pages are no longer the newest."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0005_place"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="change",
            index=models.Index(fields=["event", "id"], name="changes_of_an_evening"),
        ),
    ]
