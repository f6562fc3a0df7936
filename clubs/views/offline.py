"""The service worker of the evenings, with the files that the page of an evening needs without a network."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from trainer.views.offline import worker_of

WORKER = "js/evening-worker.js"
# The page of an evening and all that it loads; a test follows every import and url().
SHELL = (
    "icon.svg",
    "css/tokens.css",
    "css/site.css",
    "css/cards.css",
    "css/account.css",
    "css/clubs.css",
    "css/evening.css",
    "js/kept.js",
    "js/evening.js",
    "js/evening/waiting.js",
    "fonts/shippori-mincho-figures.woff2",
    "fonts/shippori-mincho-headings.woff2",
    "fonts/shippori-mincho-kana.woff2",
    "fonts/shippori-mincho-mark.woff2",
    "fonts/shippori-mincho-pages.woff2",
    "fonts/shippori-mincho-poems-0-50.woff2",
    "fonts/shippori-mincho-poems-51-100.woff2",
    "fonts/shippori-mincho-several.woff2",
    "fonts/yuji-syuku-kana.woff2",
    "fonts/yuji-syuku-kanji.woff2",
)


@require_safe
def evening_worker(_request: HttpRequest) -> HttpResponse:
    """Beside the clubs, so that it serves them alone."""
    return worker_of(WORKER, SHELL, {})
