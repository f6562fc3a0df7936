"""The entry of the web server. The collector is frozen after start-up: what is loaded by then lives on anyway."""

import gc
import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "karuta_site.settings")
# WhiteNoise hands its files over as plain iterators. They are small and read in a thread: nothing to warn of.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
application = get_asgi_application()

gc.collect()
gc.freeze()
gc.set_threshold(50_000, 50, 1000)
