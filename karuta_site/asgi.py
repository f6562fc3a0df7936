"""The web server's entry: pages and sockets. The collector is frozen after start-up: what is loaded lives on anyway."""

import gc
import os
import warnings

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "karuta_site.settings")
# WhiteNoise hands its files over as plain iterators. They are small and read in a thread: nothing to warn of.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
pages = get_asgi_application()

from games.live.routing import Sounds, guarded, lifespan  # noqa: E402 (there are models only now)

application = ProtocolTypeRouter({"http": Sounds(pages), "websocket": guarded, "lifespan": lifespan})

gc.collect()
gc.freeze()
gc.set_threshold(50_000, 50, 1000)
