"""Names that differ only by case become one name; tries are counted.

The key is written out here as it was on this day: a migration must not change with the model's code.
"""

import unicodedata

from django.db import migrations, models


def fill_name_keys(apps, schema_editor):
    person_model = apps.get_model("trainer", "Person")
    for person in person_model.objects.only("pk", "username").iterator():
        key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", person.username).casefold())
        person_model.objects.filter(pk=person.pk).update(name_key=key)


class Migration(migrations.Migration):
    dependencies = [("trainer", "0001_initial")]

    operations = [
        migrations.AddField(
            "person", "name_key", models.CharField(editable=False, max_length=300, null=True)
        ),
        migrations.RunPython(fill_name_keys, migrations.RunPython.noop),
        migrations.AlterField(
            "person", "name_key", models.CharField(editable=False, max_length=300, unique=True)
        ),
        migrations.CreateModel(
            name="Attempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("tried_at", models.DateTimeField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["key", "tried_at"], name="attempt_key"),
                    models.Index(fields=["tried_at"], name="attempt_age"),
                ],
            },
        ),
    ]
