"""The settings as different environments make them. Each is loaded in a process of its own, as a server would."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SECRET = "a secret that nobody else has, for the length of a test"
ASK = """
import json
from django.conf import settings
names = ("DEBUG", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS")
told = {name: getattr(settings, name) for name in (*names, "EMAIL_BACKEND")}
database = settings.DATABASES["default"]
print(json.dumps(told | {"ENGINE": database["ENGINE"], "NAME": str(database["NAME"])}))
"""


def load(tmp_path, **environment):
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    variables = kept | {"DJANGO_SETTINGS_MODULE": "karuta_site.settings", "DATA_DIR": str(tmp_path), **environment}
    return subprocess.run(
        [sys.executable, "-c", ASK], env=variables, cwd=ROOT, capture_output=True, text=True, check=False
    )


def loaded(tmp_path, **environment):
    done = load(tmp_path, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refusal(tmp_path, **environment):
    done = load(tmp_path, **environment)
    assert done.returncode != 0
    return done.stderr.strip().splitlines()[-1]


def test_nothing_set_is_a_site_for_this_machine_alone(tmp_path):
    told = loaded(tmp_path)
    assert told["DEBUG"] is True
    assert told["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert told["ENGINE"] == "django.db.backends.sqlite3"
    assert told["NAME"] == f"{tmp_path}/naniwazu.sqlite3"


@pytest.mark.parametrize("secret", [{}, {"SECRET_KEY": ""}, {"SECRET_KEY": "development-only-never-on-a-network"}])
def test_no_start_without_a_secret_where_debug_is_off(tmp_path, secret):
    assert "SECRET_KEY is missing or the development default" in refusal(tmp_path, DEBUG="0", **secret)


@pytest.mark.parametrize("hosts", ["naniwazu.example", "localhost,naniwazu.example", "*"])
def test_no_start_with_the_default_secret_for_other_machines(tmp_path, hosts):
    assert "set a SECRET_KEY of your own" in refusal(tmp_path, ALLOWED_HOSTS=hosts)


def test_with_a_secret_it_starts(tmp_path):
    told = loaded(tmp_path, DEBUG="0", SECRET_KEY=SECRET, ALLOWED_HOSTS="naniwazu.example")
    assert told["DEBUG"] is False
    assert told["ALLOWED_HOSTS"] == ["naniwazu.example"]
    assert told["SESSION_COOKIE_SECURE"] is False


def test_https_makes_the_cookies_and_the_addresses_safe(tmp_path):
    told = loaded(tmp_path, DEBUG="0", SECRET_KEY=SECRET, HTTPS="1")
    assert told["SESSION_COOKIE_SECURE"] is True
    assert told["SECURE_SSL_REDIRECT"] is True
    assert told["SECURE_HSTS_SECONDS"] == 365 * 24 * 60 * 60


def test_database_and_mail_come_from_the_environment(tmp_path):
    told = loaded(tmp_path, DATABASE_URL="postgres://u:p@db.example:5432/naniwazu", EMAIL_URL="smtp://mail.example:25")
    assert (told["ENGINE"], told["NAME"]) == ("django.db.backends.postgresql", "naniwazu")
    assert told["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"


def test_a_data_folder_may_have_any_name(tmp_path):
    odd = tmp_path / "a b#c?d%20e"
    assert loaded(tmp_path, DATA_DIR=str(odd))["NAME"] == f"{odd}/naniwazu.sqlite3"


def test_every_page_forbids_what_is_not_its_own(nobodys_browser):
    page = nobodys_browser.get("/")
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-eval" not in policy
    assert "frame-ancestors 'none'" in policy
    assert page.headers["X-Content-Type-Options"] == "nosniff"
