"""Opens the inbox and the page of moderators while a report has markup as its comment, and checks that it stays plain text.

Arguments: the address of the server, the comment, and the cookie of a session of a moderator whose fence the report
concerns, and who doubts it.
"""

from browsing import Visit, launched, play
from hostile_names import is_text
from playwright.sync_api import expect


def read_inbox(visit, comment):
    page = visit.open("/inbox")
    entry = page.locator(".alert")
    expect(entry).to_have_count(1)
    entry.locator("summary").click()
    expect(entry.locator("dd").filter(has_text=comment)).to_be_visible()
    is_text(page, comment)


def moderate(visit, comment):
    page = visit.open("/moderation")
    expect(page.locator("#queue-count")).to_have_text("1 open")
    expect(page.locator("#case-facts")).to_contain_text(comment)
    is_text(page, comment)


def main(address, comment, cookie):
    with launched() as browser:
        visit = Visit(browser, address, None)
        visit.context.add_cookies([{"name": "session", "value": cookie, "url": address, "httpOnly": True}])
        # From that page on, the others know that somebody is signed in.
        expect(visit.open("/account").locator("#username")).to_have_value("anna")
        read_inbox(visit, comment)
        moderate(visit, comment)
        visit.end()


if __name__ == "__main__":
    play(main)
