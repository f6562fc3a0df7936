"""The workers' entry: `celery --app karuta_site worker` (docs/recordings.md). Pages load it only for a broker."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "karuta_site.settings")
# One verse keeps one core busy; more threads under NumPy would only wait for each other.
for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ.setdefault(f"{library}_NUM_THREADS", "1")

app = Celery("karuta_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
