"""Settings: one file, every external thing from the environment (docs/deployment.md lists the names).

Nothing set: a development site for the loopback interface only. DEBUG=0: a real SECRET_KEY, or no start.
"""

from pathlib import Path

import environ
from csp.constants import SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "data")))
DATA_DIR.mkdir(parents=True, exist_ok=True)

# Safety --------------------------------------------------------------------------------------------------
DEFAULT_SECRET_KEY = "development-only-never-on-a-network"  # noqa: S105 (refused below wherever it would matter)
LOOPBACK = ["localhost", "127.0.0.1", "[::1]"]

DEBUG = env.bool("DEBUG", default=True)
SECRET_KEY = env.str("SECRET_KEY", default=DEFAULT_SECRET_KEY)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=LOOPBACK)
HTTPS = env.bool("HTTPS", default=False)

if SECRET_KEY in ("", DEFAULT_SECRET_KEY):
    if not DEBUG:
        raise ImproperlyConfigured("SECRET_KEY is missing or the development default, and DEBUG is off: set a secret.")
    if not set(ALLOWED_HOSTS) <= set(LOOPBACK):
        raise ImproperlyConfigured("ALLOWED_HOSTS names more than this machine: set a SECRET_KEY of your own first.")

CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SILENCED_SYSTEM_CHECKS = [
    "security.W005",
    "security.W021",
]  # subdomains and preload lists are the domain owner's to decide
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_PROXY", default=False) else None
SESSION_COOKIE_AGE = 400 * 24 * 3600  # a guest's work hangs on this cookie
SESSION_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "style-src": [SELF],
        "style-src-attr": ["'unsafe-inline'"],  # widths of bars and plots are numbers in a style attribute
        "base-uri": ["'none'"],
        "form-action": [SELF],
        "frame-ancestors": ["'none'"],
        "object-src": ["'none'"],
    },
}

# The site ------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "csp",
    "channels",
    "trainer",
    "games",
    "clubs",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "karuta_site.static_files.StaticFilesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "trainer.middleware.PersonMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "karuta_site.urls"
ASGI_APPLICATION = "karuta_site.asgi.application"
WSGI_APPLICATION = "karuta_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Data ----------------------------------------------------------------------------------------------------
if "DATABASE_URL" in env:
    DATABASES = {"default": env.db("DATABASE_URL")}
else:  # not as an address: a folder's name may hold what means something there (#, ?, %)
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR / "naniwazu.sqlite3"}}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Writers queue instead of failing: a transaction takes its lock when it begins, and readers never wait (WAL).
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
    }
    DATABASES["default"]["TEST"] = {"NAME": env.str("TEST_DATABASE", default=None)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "trainer.Person"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "begin"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 20  # seconds: who sends mail has other things to do
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Naniwazu <naniwazu@localhost>")

# Languages and time --------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ja", _("Japanese")), ("vi", _("Vietnamese"))]
TABLES_OF_TEXTS = [  # functions with more texts to translate
    "games.naming.sentences_of_options",
    "games.naming.sentences_of_referees",
    "games.naming.sentences_of_levels",
]
LOCALE_PATHS = [BASE_DIR / "karuta_site" / "locale"]
FORMAT_MODULE_PATH = ["karuta_site.formats"]
LANGUAGE_COOKIE_AGE = 400 * 24 * 3600
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Clubs ---------------------------------------------------------------------------------------------------
# What the trainer and the games ask those above them for, without knowing them.
BELONGINGS = ["clubs.belongings"]
PACK_AUDIENCES = ["clubs.voices.shared_with"]
GRADE_OF = "clubs.standing.grade_of"
MAY_RECITE = "clubs.reciters.recites"
MATCH_ENDED = ["clubs.app_matches.enter"]
CHORES = ["clubs.reminders.send_due"]  # once an hour, by the process that renders beside ./run (trainer.chores)

# Files ---------------------------------------------------------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "karuta_site.storage.StaticStorage",
    },
}
MEDIA_ROOT = DATA_DIR / "media"

# Recordings ----------------------------------------------------------------------------------------------
RECORDINGS_DIR = DATA_DIR / "recordings"
RECORDINGS_DIR.mkdir(exist_ok=True)
PACKS_DIR = DATA_DIR / "packs"
PACKS_DIR.mkdir(exist_ok=True)
VOICES = "trainer.reciter.voices.VOICES"  # key → voice, the default first
GTTS = env.bool("GTTS", default=False)  # a voice that sends the poems to Google

# With a broker, workers render; without one, the process that ./run starts beside the server.
REDIS_URL = env.str("REDIS_URL", default="")
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="") or REDIS_URL
WORKERS = "karuta_site.celery.app"  # loaded only where there is a broker
CELERY_TASK_IGNORE_RESULT = True  # the rows tell what became of it
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True  # a worker that is killed loses nothing
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_TIME_LIMIT = 240  # seconds; the slowest voice waits for a network
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # What a killed worker held comes back after this many seconds: longer than any task may run, or wait for its next
    # try, so that a healthy worker's task is not handed out a second time (which would do no harm: it is found done).
    "visibility_timeout": 300,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    # Pages hand tasks over: a broker that is away must not hold them up.
    "socket_connect_timeout": 2,
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {"fontTools": {"level": "WARNING"}},  # it tells of every glyph of every paper (clubs.papers)
}
