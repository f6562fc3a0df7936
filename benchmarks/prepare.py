"""Prints, as JSON, learners with a year behind them, their sessions and open questions. Run by benchmarks.site."""

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "karuta_site.settings")
django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.utils import timezone  # noqa: E402

from benchmarks.history import learner  # noqa: E402
from trainer.models import Person, Question  # noqa: E402

CSRF = "a" * 32


def main(learners: int, days: int, answers: int) -> None:
    now = timezone.now()
    people = [learner(f"learner{number}", now, days=days) for number in range(learners)]
    print(json.dumps([_prepare(person, answers // learners, now) for person in people]))


def _prepare(person: Person, questions: int, now) -> dict[str, object]:
    keys = [
        Question.objects.create(
            person=person, sitting="today", skill="tf-kj", subject=n, poem=n, details={}, asked_at=now
        ).key
        for n in range(1, questions + 1)
    ]
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    client = Client()
    client.cookies["sessionid"] = session.session_key
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get("/", headers={"host": "localhost"})
    return {
        "session": session.session_key,
        "csrf": CSRF,
        "questions": [str(key) for key in keys],
        "reviews": person.reviews.count(),
        "home_queries": len(queries),
    }


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
