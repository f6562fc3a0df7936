"""A real Chromium before the real site: what a test of tests/browser may ask for.

    def test_something(page, sign_in, greta, assert_accessible):     # one look: 1280×800, light
    def test_something(page, every_look):                            # four: phone and desk, light and dark

`page` opens addresses of the site (`page.goto("/learn/")`) and fails the test on anything that went wrong in it: an
error in the console, a script that broke, a request to another host. What a test means to provoke, it takes out of
`trouble`. `page.wait_for_timeout` is not for us: Playwright's `expect` waits for what is to come, and no longer.
"""

import asyncio
import os
import shutil
import socket
import threading
import time
from importlib import import_module
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from channels.routing import ProtocolTypeRouter
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.asgi import get_asgi_application
from django.core.management import call_command
from django.test import override_settings

from games.live import tables
from games.live.routing import guarded

# Playwright's loop runs in this thread, where Django would refuse to touch the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

HERE = Path(__file__).parent
CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--autoplay-policy=no-user-gesture-required",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
PATIENCE_MS = 10_000
# How far the page can be scrolled to the right, and which elements reach beyond it.
MOVED_SIDEWAYS = """() => {
    scrollTo(10_000, 0);
    const by = scrollX;
    scrollTo(0, 0);
    const beyond = by === 0 ? [] : [...document.body.querySelectorAll("*")]
        .filter(element => element.getBoundingClientRect().right > innerWidth + 1).slice(0, 5)
        .map(element => element.outerHTML.slice(0, 80));
    return {by, beyond};
}"""


class Look(NamedTuple):
    """What a page is seen on."""

    width: int
    height: int
    scheme: str

    def __str__(self) -> str:
        return f"{self.width}x{self.height}-{self.scheme}"


LOOKS = [Look(*size, scheme) for size in ((390, 844), (1280, 800)) for scheme in ("light", "dark")]


def pytest_collection_modifyitems(items):
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.e2e)
            if CHROMIUM is None:
                item.add_marker(pytest.mark.skip("no Chromium on this machine"))


# The site ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def _server(django_db_setup, tmp_path_factory):
    """The ASGI app and its sockets behind uvicorn in a thread, its static files collected and hashed as deployed."""
    deployed = override_settings(
        STATIC_ROOT=str(tmp_path_factory.mktemp("static")),
        STORAGES=settings.STORAGES | {"staticfiles": {"BACKEND": "karuta_site.storage.StaticStorage"}},
        ALLOWED_HOSTS=["127.0.0.1"],
    )
    with deployed, socket.socket() as listening:
        call_command("collectstatic", interactive=False, verbosity=0)
        pages = get_asgi_application()
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(
            uvicorn.Config(
                ProtocolTypeRouter({"http": pages, "websocket": guarded}),
                lifespan="off",
                ws="websockets-sansio",
                log_level="warning",
                access_log=False,
            )
        )
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listening])), daemon=True)
        thread.start()
        _wait(lambda: server.started or not thread.is_alive())
        assert server.started
        yield server, f"http://127.0.0.1:{listening.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)


@pytest.fixture(scope="session")
def base_url(_server):
    """Where `page.goto("/…")` goes."""
    return _server[1]


@pytest.fixture
def site(_server, transactional_db):
    """The address of the running site. Its database is emptied after the test, when no request is under way."""
    server, address = _server
    yield address
    _wait(lambda: not server.server_state.tasks)


def _wait(condition, most_s=10):
    """Until a state of another thread is reached that cannot be waited for in another way."""
    end = time.monotonic() + most_s
    while not condition():
        assert time.monotonic() < end, "the server does not come to rest"
        time.sleep(0.005)


# The browser ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(params=LOOKS, ids=str)
def every_look(request):
    """The test runs four times, once for each look."""
    return request.param


@pytest.fixture(scope="session")
def looks():
    """All four, for a test that goes through them itself."""
    return LOOKS


@pytest.fixture
def context(request, new_context, site):
    look = request.getfixturevalue("every_look") if "every_look" in request.fixturenames else LOOKS[2]
    context = new_context(
        viewport={"width": look.width, "height": look.height}, color_scheme=look.scheme, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


@pytest.fixture
def trouble(context, site):
    """Everything that went wrong in any page so far, in words."""
    found = []

    def listen(page):
        page.on("console", lambda message: message.type in ("error", "warning") and found.append(message.text))
        page.on("pageerror", lambda error: found.append(f"script: {error}"))
        page.on("request", lambda asked: is_foreign(asked.url) and found.append(f"another host: {asked.url}"))

    def is_foreign(url):
        return urlsplit(url).scheme not in ("data", "blob") and not url.startswith(f"{site}/")

    context.on("page", listen)
    return found


@pytest.fixture
def page(context, trouble):
    page = context.new_page()
    yield page
    assert not trouble, trouble


@pytest.fixture
def sign_in(context, site):
    """sign_in(person): the browser's session is that person's from here on; or another context's."""

    def sign_in(person, context=context):
        session = import_module(settings.SESSION_ENGINE).SessionStore()
        session[SESSION_KEY] = str(person.pk)
        session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
        session[HASH_SESSION_KEY] = person.get_session_auth_hash()
        session.save()
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session.session_key, "url": site}])

    return sign_in


# What is wrong with a page -------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def assert_accessible():
    """assert_accessible(page): axe-core finds nothing, and nothing sticks out of the page sideways."""

    def check(page):
        result = Axe().run(page)
        assert not result.violations_count, f"{page.url} at {page.viewport_size}\n{result.generate_report()}"
        moved = page.evaluate(MOVED_SIDEWAYS)
        assert moved["by"] == 0, f"{page.url} at {page.viewport_size} can be scrolled sideways: {moved}"

    return check


@pytest.fixture
def another(browser, trouble, sign_in, site, monkeypatch):
    """another(person): a page at a live table, on a phone of their own; what goes wrong in it is trouble as well."""
    monkeypatch.setattr(tables, "DESERTED_S", 0.0)  # no table is left that writes into the next test's database
    contexts = []

    def another(person):
        context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        sign_in(person, context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(f"script: {error}"))
        page.on("console", lambda said: said.type in ("error", "warning") and trouble.append(said.text))
        return page

    yield another
    for context in contexts:
        context.close()
