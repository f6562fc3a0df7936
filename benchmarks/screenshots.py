"""Takes the pictures of docs/screenshots from a site of its own: `python -m benchmarks.screenshots`. Needs Chromium.

An invented learner with two months behind them, the phone in light, the desk in both lights.
"""

import shutil

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.site import ROOT, prepared_site

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TARGET = ROOT / "docs" / "screenshots"
LOOKS = (("390-light", 390, 844, "light"), ("1280-light", 1280, 800, "light"), ("1280-dark", 1280, 800, "dark"))
PAGES = {
    "home": "/",
    "learn": "/learn/",
    "question": "/practise/?skill=kj-tf&pile=learnt",
    "poems": "/poems/",
    "poem": "/poems/17/",
    "fuda-nagashi": "/fuda-nagashi/",
    "progress": "/progress/",
    "how-to-play": "/about/karuta/",
}


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with prepared_site(learners=1, days=60, answers=0) as (address, learners), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for look in LOOKS:
            _one_look(browser, address, learners[0]["session"], *look)
        browser.close()


def _one_look(browser: Browser, address: str, session: str, name: str, width: int, height: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
    page = context.new_page()
    for title, path in PAGES.items():
        page.goto(address + path)
        _take(page, f"{title}-{name}")
    page.goto(f"{address}/practise/?skill=tf-kj&pile=partners-65")
    page.locator("#answer").fill("ura")
    page.keyboard.press("Enter")
    page.locator("section.verdict").wait_for()
    _take(page, f"verdict-{name}")
    context.close()


def _take(page: Page, name: str) -> None:
    page.evaluate("document.fonts.ready")
    page.screenshot(path=TARGET / f"{name}.jpg", type="jpeg", quality=82, scale="css")
    print(f"docs/screenshots/{name}.jpg")


if __name__ == "__main__":
    main()
