"""Settings, all from the environment, with defaults that are safe on one laptop."""

import secrets
import sys
from typing import Any

import environ  # type: ignore[import-untyped]

from tournament import places
from tournament.site.replica import with_standby

VAR_DIR = places.home()

env: Any = environ.Env()


def secret_key() -> str:
    """The key from the environment, else one made once and kept beside the database."""
    text: str = env.str("SECRET_KEY", default="")
    if text:
        return text
    key_file = VAR_DIR / "secret_key"
    if not key_file.exists():
        VAR_DIR.mkdir(parents=True, exist_ok=True)
        key_file.touch(mode=0o600)
        key_file.write_text(secrets.token_urlsafe(50), encoding="utf-8")
    return key_file.read_text(encoding="utf-8").strip()


def database() -> dict[str, Any]:
    """The database of DATABASE_URL; SQLite gets the settings that lost nothing
    in power-cut trials.
    """
    chosen: dict[str, Any] = env.db_url(
        "DATABASE_URL", default=places.address_of(places.own_database())
    )
    if chosen["ENGINE"] == "django.db.backends.sqlite3":
        # Writers stand in line before they begin; SQLITE_LINE=0 leaves them to SQLite, which lets
        # some wait long.
        if env.bool("SQLITE_LINE", default=True):
            chosen["ENGINE"] = "tournament.server.queued_sqlite"
        chosen["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 5,
            # Checkpoints are the keeper’s alone (tournament/server/keeper.py), and the file is
            # never mapped: old versions of SQLite can spoil a database where two checkpoints meet
            # (see tournament.W001).
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
                "PRAGMA wal_autocheckpoint=0; PRAGMA mmap_size=0"
            ),
        }
        # Opening a file and setting it up costs more than most pages: each thread keeps its
        # connection.
        chosen["CONN_MAX_AGE"] = None
        # Tests run on a file too: a database in memory locks otherwise than the real one.
        chosen["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
        VAR_DIR.mkdir(parents=True, exist_ok=True)
    else:
        chosen |= {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}
        # As long as a request waits in all (tournament/server/lock_budget.py).
        chosen.setdefault("OPTIONS", {}).setdefault("options", "-c lock_timeout=4500ms")
    return chosen


SECRET_KEY = secret_key()
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
CSRF_FAILURE_VIEW = "tournament.site.keeper.token_is_old"
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
BASE_URL = env.str("BASE_URL", default="http://127.0.0.1:8000")

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "django_tables2",
    "tournament",
]
MIDDLEWARE = [
    "tournament.site.timing.Timing",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.site.responses.Packed",
    "csp.middleware.CSPMiddleware",
    "tournament.site.middleware.known_methods",
    "tournament.site.middleware.kept_by_nobody",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournament.site.sessions.session_age",
    "django.contrib.messages.middleware.MessageMiddleware",
    "tournament.server.snapshot.snapshot_told",
    "tournament.site.not_saved.NotSaved",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournament.ledger.pressing.presses",
]
ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [places.TEMPLATES],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "tournament.site.template_source.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                ),
            ],
            # Tables go by their labels on every page, and a deal by the word of its format.
            "builtins": [
                "tournament.templatetags.text",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.site.frame.frame",
            ],
        },
    }
]
DATABASES = with_standby(database())
if "sqlite" in DATABASES["default"]["ENGINE"]:
    # django_tables2 looks whether it is there, which would load all of psycopg: nine megabytes.
    sys.modules.setdefault("django.contrib.postgres.fields", None)  # type: ignore[arg-type]
DATABASE_ROUTERS = ["tournament.site.replica.Router"]
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # What each process remembers of the purses in the database (tournament/site/limits.py).
    "limits": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "limits",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    },
    # What a page fetches once it is worked out (tournament/counting/chance_moves.py), from
    # whichever process it asks.
    "soon": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "soon",
        "TIMEOUT": 600,
    },
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "start"
LOGOUT_REDIRECT_URL = "start"

LANGUAGE_CODE = "en-gb"
TIME_ZONE = env.str("TIME_ZONE", default="Europe/London")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = places.assets()
# Hashed names need `collectstatic` first; tournament/server/start.py does that and sets
# STATIC_HASHED.
STATIC_HASHED = env.bool("STATIC_HASHED", default=False)
WHITENOISE_USE_FINDERS = not STATIC_HASHED
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": f"tournament.site.sheets.{'Collected' if STATIC_HASHED else 'InTheTree'}",
    },
}

# Uploads are small spreadsheets: the guard in tournament/tickets/spreadsheet.py allows 2 MB.
DATA_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024
FILE_UPLOAD_HANDLERS = ["tournament.site.uploads.ShortFiles"]
MESSAGE_STORAGE = "tournament.ledger.said.PressMessages"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
# A hall on plain HTTP is the normal case; behind HTTPS set HTTPS=1, and cookies become secure and
# of this host alone.
HTTPS = env.bool("HTTPS", default=False)
OF_THIS_HOST = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME = f"{OF_THIS_HOST}sessionid"
CSRF_COOKIE_NAME = f"{OF_THIS_HOST}csrftoken"
SEEN_COOKIE_NAME = f"{OF_THIS_HOST}seen"
KNOWN_COOKIE_NAME = f"{OF_THIS_HOST}known"
SESSION_ENGINE = "tournament.site.sessions"
AUTHENTICATION_BACKENDS = ["tournament.site.sessions.Accounts"]
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
# For umpires; organisers and administrators have less (tournament/site/sessions.py).
SESSION_COOKIE_AGE = 60 * 60 * 12
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
# Whoever watches the server asks it directly.
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz)$"]
SECURE_HSTS_SECONDS = 31536000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
# Behind a proxy every request seems to come from this machine, so none is taken for it
# (tournament/site/this_machine.py).
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
# The names by which a browser at this machine calls it; addresses such as 127.0.0.1 need no name.
LOCAL_NAMES = ["localhost"]
# Who may start an evening: "machine", whoever sits at the one that serves; "administrators"
# besides; "organisers" of an evening here besides; or every one of the "accounts".
NEW_EVENINGS = env.str("NEW_EVENINGS", default="organisers" if HTTPS or BEHIND_PROXY else "machine")
# On plain HTTP these four cannot be mended; tournament.I001 says in their place what is lost. An
# old SQLite nobody at the keyboard can mend: the doctor alone names it.
SILENCED_SYSTEM_CHECKS = ["tournament.W001"] + (
    [] if HTTPS else ["security.W004", "security.W008", "security.W012", "security.W016"]
)
X_FRAME_OPTIONS = "DENY"

# The keeper of a running server copies the file of the database so often, in seconds; 0 for never.
# PostgreSQL has backups of its own.
BACKUP_EVERY = (
    env.int("BACKUP_EVERY", default=60) if "sqlite" in DATABASES["default"]["ENGINE"] else 0
)
# Ports at which an organiser may reach a mail server from the page of mails: those of mail alone,
# so that nobody feels out the rest of a network from here.
MAIL_PORTS = env.list("MAIL_PORTS", cast=int, default=[25, 465, 587, 2525])
# Whether PDFs are drawn in a process of their own; the server's launcher asks for it.
PRINT_APART = env.bool("PRINT_APART", default=False)

# Where copies are kept: beside the database unless said otherwise, and in a second place if one is
# given.
BACKUP_DIR = env.str("BACKUP_DIR", default="")
BACKUP_SECOND = env.str("BACKUP_SECOND", default="")
# Below so many megabytes free, the evening's home warns.
DISK_WARNING_MB = env.int("DISK_WARNING_MB", default=200)

# One JSON object a line, without anybody's name (tournament/site/logs.py); to stderr unless a file
# is named.
LOG_FILE = env.str("LOG_FILE", default="")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "tournament.site.logs.JsonLines"}},
    "handlers": {
        "lines": (
            {
                "class": "logging.handlers.WatchedFileHandler",
                "filename": LOG_FILE,
                "formatter": "lines",
            }
            if LOG_FILE
            else {"class": "logging.StreamHandler", "formatter": "lines"}
        ),
    },
    "root": {"handlers": ["lines"], "level": "WARNING"},
    "loggers": {"tournament": {"level": "INFO" if LOG_FILE or not DEBUG else "WARNING"}},
}
# django-tables2 draws its rows with our own lean template.
DJANGO_TABLES2_TEMPLATE = "parts/_table.html"
