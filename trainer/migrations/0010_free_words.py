from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("trainer", "0009_rooms")]

    operations = [migrations.AddField("person", "is_adult", models.BooleanField(default=False))]
