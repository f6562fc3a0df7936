"""In a real browser: what the pages set in the two faces is in them, and a first visit loads only what it shows."""

import pytest
from django.conf import settings

from tests.pages import ADDRESSES
from tests.test_fonts import lacking

BRUSH, MINCHO = "Yuji Syuku", "Shippori Mincho"

# The text of the page by the first family of its font: nodes, generated content, and the mark that emphasis draws.
SET_IN = """() => {
    const found = {};
    const add = (style, text) => {
        const family = style.fontFamily.split(",")[0].replaceAll('"', "");
        (found[family] ??= new Set()).add(style.textTransform === "uppercase" ? text.toUpperCase() : text);
    };
    for (const element of document.body.querySelectorAll("*")) {
        const style = getComputedStyle(element);
        if (["SCRIPT", "STYLE", "TEMPLATE"].includes(element.tagName)) continue;
        for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(style, node.data);
        if (style.textEmphasisStyle.includes("sesame")) add(style, "﹅");
        for (const side of ["::before", "::after"]) {
            const generated = getComputedStyle(element, side);
            if (generated.content.startsWith('"')) add(generated, generated.content.slice(1, -1));
        }
    }
    return Object.fromEntries(Object.entries(found).map(([family, texts]) => [family, [...texts].join("")]));
}"""
LAYOUT = set("\n\t\u00a0")
PAGES = [each for each in ADDRESSES if each.is_page and each.guest == 200]


def set_in_faces(page, url):
    """The characters that a page sets in each face, none of them for layout alone."""
    page.goto(url)
    texts = page.evaluate(SET_IN)
    return {family: set(texts.get(family, "")) - LAYOUT for family in (BRUSH, MINCHO)}


@pytest.mark.parametrize("language", ["en", "ja", "vi"])
def test_no_page_needs_a_character_that_its_face_lacks(language, page, site, sign_in, greta_with_history):
    sign_in(greta_with_history)
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": site}])
    seen = {BRUSH: set(), MINCHO: set()}
    missing = {}
    for address in PAGES:
        url = address.url(greta_with_history)
        for family, characters in set_in_faces(page, url).items():
            if lacking(characters, family):
                missing[url, family] = lacking(characters, family)
            seen[family] |= characters
    assert not missing
    assert set("難波津むす") <= seen[BRUSH]
    assert set("札流し百首いま01﹅") <= seen[MINCHO]


def test_the_page_that_is_not_there_too(page, trouble):
    characters = set_in_faces(page, "/nowhere/")
    assert "空" in characters[MINCHO]
    assert not lacking(characters[MINCHO], MINCHO)
    trouble.clear()


@pytest.fixture
def first_visit(page):
    """first_visit(url): the bytes of every file that comes, by its name without the hash. Nothing comes twice."""

    def first_visit(url):
        finished = []
        page.on("requestfinished", lambda request: finished.append(request))  # noqa: PLW0108 (a built-in breaks Playwright)
        page.goto(url, wait_until="networkidle")
        assert len({request.url for request in finished}) == len(finished)  # what is preloaded is what is used
        return {
            request.url.rpartition("/")[2].partition(".")[0] or "page": request.sizes()["responseBodySize"]
            for request in finished
        }

    return first_visit


def fonts_of(loaded):
    return {name for name in loaded if name.startswith(("yuji", "shippori"))}


def test_home_is_light(first_visit):
    loaded = first_visit("/")
    assert fonts_of(loaded) == {
        "yuji-syuku-kanji",
        "yuji-syuku-kana",
        "shippori-mincho-headings",
        "shippori-mincho-kana",  # the furigana of the scroll
    }
    assert sum(loaded.values()) <= 120_000, loaded


@pytest.mark.parametrize(("poem", "half"), [(21, "0-50"), (87, "51-100")])
def test_a_poem_loads_its_half_of_the_rare_characters(poem, half, first_visit):
    fonts = fonts_of(first_visit(f"/poems/{poem}/"))
    assert {name for name in fonts if "poems" in name} == {f"shippori-mincho-poems-{half}"}
