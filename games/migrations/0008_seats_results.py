import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0005_live_tables")]

    operations = [
        migrations.AlterField("seat", "name", models.CharField(blank=True, max_length=150)),
        migrations.AddField("seat", "seen_at", models.DateTimeField(null=True)),
        migrations.AddField("seat", "is_won", models.BooleanField(null=True)),
        migrations.AddField("seat", "taken", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("seat", "faults", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("seat", "is_shown", models.BooleanField(default=False)),
        migrations.AlterField(
            "livetable",
            "invited",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="challenges",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
