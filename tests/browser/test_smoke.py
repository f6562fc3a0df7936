"""The first page as anybody meets it, in a real browser."""

from playwright.sync_api import expect


def test_the_first_page_opens_and_is_accessible(page, every_look, assert_accessible):
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()
    assert_accessible(page)


def test_its_styles_come_hashed_and_compressed(page):
    styles = []
    page.on("response", lambda got: got.url.endswith(".css") and styles.append(got))
    page.goto("/")
    assert styles
    for got in styles:
        assert got.header_value("content-encoding") in ("br", "gzip"), got.url
        assert "immutable" in got.header_value("cache-control"), got.url


def test_an_error_in_a_page_is_noticed(page, trouble):
    page.goto("/")
    page.evaluate("console.error('one'); setTimeout(() => { throw new Error('two') })")
    page.evaluate("fetch('http://elsewhere.example/three').catch(() => {})")
    told = " ".join(trouble)
    assert "one" in told
    assert "two" in told
    assert "elsewhere.example" in told
    trouble.clear()
