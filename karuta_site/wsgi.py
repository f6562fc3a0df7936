"""The entry for a WSGI server, where pages are served beside the socket process."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "karuta_site.settings")
application = get_wsgi_application()
