"""Keyboard-only use: the focus must always be visible, and nothing may trap it."""

from browsing import PATIENCE, check

#: The number of key presses after which a control counts as out of reach.
MOST_PRESSES = 150
#: The number of checks, ten per second, after which movement must have come to rest.
MOST_LOOKS = PATIENCE // 100

#: The focused element: its name, and whether it is visible and has a ring. The ring may be around what
#: represents it: a field's label, or the element beside a hidden field.
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

#: Whether the focus has moved. A date field has several positions within it.
MOVED = """(before) => before === document.body || before !== document.activeElement
    || before.matches("[type=date], [type=time]")"""


class Keyboard:
    """The keyboard of a person who checks the focus after each key."""

    def __init__(self, page):
        self.page = page

    def press(self, key):
        self.page.keyboard.press(key)

    def type(self, words):
        self.page.keyboard.type(words)

    def is_at(self, selector):
        return self.page.evaluate("(selector) => document.activeElement?.matches(selector) ?? false", selector)

    def step(self, key="Tab"):
        """Moves to the next control, which must show its focus."""
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
        """Checks that the focused element is in sight, once the page and its maps have come to rest."""
        for _ in range(MOST_LOOKS):
            focus = self.page.evaluate(FOCUS)
            if not focus or focus["isSeen"]:
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{focus['name']} has the focus and is out of sight")

    def to(self, selector, key="Tab"):
        """Moves on until a control has the focus."""
        for _ in range(MOST_PRESSES):
            self.step(key)
            if self.is_at(selector):
                return
        raise AssertionError(f"{key} does not come to {selector}")

    def back_to(self, selector):
        self.to(selector, "Shift+Tab")

    def act(self, selector, key="Enter"):
        """Moves to a control and presses it."""
        self.to(selector)
        self.press(key)

    def go_round(self):
        """Moves through the whole page and leaves it at its end: nothing traps the focus."""
        for _ in range(MOST_PRESSES):
            if self.step() is None:
                return
        raise AssertionError("Tab does not lead out of the page")
