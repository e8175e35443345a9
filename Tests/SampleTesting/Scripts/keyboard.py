"""A keyboard, for whoever uses nothing else: whatever has the focus must be seen to have it, and nothing keeps it."""

from browsing import check

#: Presses after which a control is taken to be out of reach.
MOST_PRESSES = 150
#: Looks after which what moves is taken to have come to rest, ten to the second.
MOST_LOOKS = 50

#: What has the focus: what it is called, and whether it can be seen and has a ring. The ring may be drawn around what
#: stands for it: the label of a field, or the part beside a field that is itself not to be seen.
FOCUS = """() => {
    const node = document.activeElement;
    if (!node || node === document.body) return null;
    const name = node.id || node.getAttribute("aria-label") || node.textContent.trim().slice(0, 40) || node.outerHTML.slice(0, 80);
    const stands = [node, node.nextElementSibling, node.parentElement, node.closest("label")].filter(Boolean);
    const ringed = stands.filter((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(part);
        return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
    });
    // Its middle or one of its corners lies in the window, and nothing else over it.
    const isSeen = ringed.some((part) => {
        const { left, top, width, height } = part.getBoundingClientRect();
        return [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]].some(([x, y]) => {
            const there = document.elementFromPoint(left + x * width, top + y * height);
            return there !== null && (part.contains(there) || stands.includes(there));
        });
    });
    return { name, isRinged: ringed.length > 0, isSeen };
}"""

#: Whether the focus is elsewhere. A field for a date has several places within.
MOVED = """(before) => before === document.body || before !== document.activeElement
    || before.matches("[type=date], [type=time]")"""


class Keyboard:
    """The keys of somebody who looks at where the focus is after each of them."""

    def __init__(self, page):
        self.page = page

    def press(self, key):
        self.page.keyboard.press(key)

    def type(self, words):
        self.page.keyboard.type(words)

    def is_at(self, selector):
        return self.page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector)

    def step(self, key="Tab"):
        """Goes on to the next control, which shows that it has the focus."""
        before = self.page.evaluate_handle("document.activeElement")
        self.press(key)
        check(self.page.evaluate(MOVED, before),
              f"{key} does not lead away from {self.page.evaluate(FOCUS)}")
        focus = self.page.evaluate(FOCUS)
        if focus:
            check(focus["isRinged"], f"nothing shows that the focus is at {focus['name']}")
            self.see()
        return focus

    def see(self):
        """What has the focus is in sight, once the page and its maps have come to rest."""
        for _ in range(MOST_LOOKS):
            focus = self.page.evaluate(FOCUS)
            if not focus or focus["isSeen"]:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{focus['name']} has the focus and is out of sight")

    def to(self, selector, key="Tab"):
        """Goes on until the focus is at a control."""
        for _ in range(MOST_PRESSES):
            self.step(key)
            if self.is_at(selector):
                return
        raise AssertionError(f"{key} does not come to {selector}")

    def back_to(self, selector):
        self.to(selector, "Shift+Tab")

    def act(self, selector, key="Enter"):
        """Goes on to a control and presses it."""
        self.to(selector)
        self.press(key)

    def go_round(self):
        """Goes through the whole page, and leaves it at its end: nothing keeps the focus."""
        for _ in range(MOST_PRESSES):
            if self.step() is None:
                return
        raise AssertionError("Tab does not lead out of the page")
