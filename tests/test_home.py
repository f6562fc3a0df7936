"""The first page answers anybody."""


def test_anybody_sees_the_first_page(nobodys_browser):
    assert nobodys_browser.get("/").status_code == 200
