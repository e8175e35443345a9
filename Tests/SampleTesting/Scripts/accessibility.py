"""Accessibility checks for every page: axe-core, and measurements for what axe-core does not cover.

A finding names the page and its state, the rule and the element. All findings are collected, so that one run
reports everything.
"""

import json

try:
    from axe_playwright_python.base import AXE_SCRIPT
except ImportError:
    raise SystemExit("axe-playwright-python is missing: `scripts/setup --test` installs it")

EVERY_RULE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The rules that a colour scheme can affect.
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
NARROW, WIDE = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
# A window of 1280 × 1024 at 400 % (WCAG 2.2, 1.4.10), and type at 200 % of the browsers' default (1.4.4).
ZOOMED = {"width": 320, "height": 256}
USUAL_TYPE, LARGE_TYPE = 16, 32
# The number of Tab stops checked on a page.
MOST_STOPS = 40
# Whether the browser's own type has a size: the setting takes effect a moment later.
TYPE_IS = """(size) => {
    const probe = document.body.appendChild(document.createElement("span"));
    probe.style.fontSize = "medium";
    probe.style.fontFamily = "serif";
    const found = parseFloat(getComputedStyle(probe).fontSize);
    probe.remove();
    return found === size;
}"""
# The spacing that text must tolerate (1.4.12).
SPACING = """* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }"""

RUN_AXE = """([kind, values]) => axe.run(document, { runOnly: { type: kind, values }, resultTypes: ["violations"], preload: false })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, any, all, none }) =>
        ({ rule: id, target: target.join(" "), html: html.slice(0, 160),
           why: [...any, ...all, ...none].map(({ message }) => message).join("; ").slice(0, 240) }))))"""

# The measurements below use what is drawn: names, and whether they are visible.
MEASURES = r"""(() => {
    const name = (node) => `${node.localName}${node.id ? `#${node.id}` : ""}${
        typeof node.className === "string" && node.className ? `.${node.className.trim().split(/\s+/).join(".")}` : ""}`;
    const told = (node) => `${name(node)} “${node.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}”`;
    const isForEarsOnly = (node) => {
        const { width, height } = node.getBoundingClientRect();
        return node !== document.body && ((width <= 1 && height <= 1) || isForEarsOnly(node.parentElement));
    };
    const isSeen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && !node.closest(".skip, .leaflet-container") && !isForEarsOnly(node);
    /** Elements with words of their own. */
    const worded = () => [...document.body.querySelectorAll("*")].filter((node) => isSeen(node)
        && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== ""));
    const around = (node, holds) => {
        for (let outer = node; outer && outer !== document.body; outer = outer.parentElement) {
            if (holds(getComputedStyle(outer), outer)) return outer;
        }
        return null;
    };
    const scrolls = ({ overflowX }) => overflowX === "auto" || overflowX === "scroll";
    /** Where an element's own words are drawn. */
    const box = (node) => {
        const boxes = [...node.childNodes].filter((child) => child.nodeType === 3 && child.data.trim() !== "").map((child) => {
            const range = document.createRange();
            range.selectNodeContents(child);
            return range.getBoundingClientRect();
        });
        const least = (side) => Math.min(...boxes.map((one) => one[side]));
        const most = (side) => Math.max(...boxes.map((one) => one[side]));
        return { left: least("left"), top: least("top"), right: most("right"), bottom: most("bottom") };
    };
    window.measures = {
        /** Words that lie beside the window, where no scrolling of the page leads. */
        beside: () => worded().filter((node) => {
            const { left, right } = box(node);
            return right > left && (left < -1 || right > innerWidth + 1) && !around(node, scrolls);
        }).map(told),
        /** Words that what holds them cuts off. */
        cut: () => worded().filter((node) => {
            const words = box(node);
            return around(node, ({ overflowX, overflowY }, outer) => {
                const { left, right, top, bottom } = outer.getBoundingClientRect();
                const isCut = (overflow) => overflow === "hidden" || overflow === "clip";
                return (isCut(overflowX) && (words.left < left - 2 || words.right > right + 2))
                    || (isCut(overflowY) && (words.top < top - 3 || words.bottom > bottom + 3));
            });
        }).map(told),
        /** Labels of the rail or bar that break, leave their link, or lie over one another. */
        rail: () => {
            const links = [...document.querySelectorAll(".tabs a, .more > summary")].filter(isSeen);
            const labels = links.map((link) => ({ link, words: box(link.querySelector("span")) }));
            const isOver = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
            return labels.flatMap(({ link, words }, index) => {
                const place = link.getBoundingClientRect();
                const leaves = words.left < place.left - 1 || words.right > place.right + 1 || words.top < place.top - 1
                    || words.bottom > place.bottom + 1;
                const isBroken = words.bottom - words.top > 1.6 * parseFloat(getComputedStyle(link).fontSize);
                const isOff = words.left < 0 || words.right > innerWidth || words.bottom > innerHeight;
                const meets = labels.slice(index + 1).filter((other) => isOver(words, other.words));
                return [leaves ? [`${told(link)} is larger than its link`] : [],
                    isBroken ? [`${told(link)} breaks`] : [], isOff ? [`${told(link)} leaves the window`] : [],
                    meets.map((other) => `${told(link)} lies over ${told(other.link)}`)].flat();
            });
        },
        /** What would move although nobody wants it. */
        moving: () => {
            const isLong = (times) => times.split(",").some((time) => parseFloat(time) > 0.01);
            const styled = [...document.querySelectorAll("*")].filter((node) => {
                const { transitionDuration, animationName, animationDuration } = getComputedStyle(node);
                return isLong(transitionDuration) || (animationName !== "none" && isLong(animationDuration));
            }).map(told);
            return [...styled, ...document.getAnimations().map((animation) => `an animation of ${animation.effect.target?.id}`)];
        },
        /** What has the focus, when nothing rings it, or all of it lies behind something else. */
        focus: () => {
            const node = document.activeElement;
            if (node === document.body) return null;
            const rings = [node, node.nextElementSibling, node.parentElement, node.parentElement?.parentElement].filter(Boolean);
            const isRinged = rings.some((one) => {
                const { outlineStyle, outlineWidth } = getComputedStyle(one);
                return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
            });
            const { left, top, width, height } = node.getBoundingClientRect();
            const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]];
            const isSeen = (width <= 2 && height <= 2) || points.some(([x, y]) => {
                const there = document.elementFromPoint(left + width * x, top + height * y);
                return there && (node.contains(there) || there.contains(node) && there !== document.body && !there.matches("main, html"));
            });
            return { name: told(node), isRinged, isSeen };
        },
        headings: () => [...document.querySelectorAll("h1")].filter((node) => node.checkVisibility()).map(told),
    };
})()"""


class Audit:
    """The findings on the pages of a visit."""

    def __init__(self):
        self.findings = []
        self.looks = 0

    def find(self, where, rule, element):
        self.findings.append(f"{where}: {rule}: {element}")

    def report(self):
        if self.findings:
            raise AssertionError("\n".join([f"{len(self.findings)} findings", *self.findings]))

    def prepare(self, page):
        """Prepares a loaded page for measuring; the context allows scripts that the site's policy forbids."""
        page.evaluate(AXE_SCRIPT)
        page.evaluate(MEASURES)

    def look(self, page, where, rules=None):
        """The findings of axe on the current page, with all rules or some."""
        self.looks += 1
        found = page.evaluate(RUN_AXE, ["rule", rules] if rules else ["tag", EVERY_RULE])
        for one in found:
            self.find(where, one["rule"], f"{one['target']} {one['html']} — {one['why']}")

    def look_at_all(self, page, where, sizes=(NARROW, WIDE)):
        """Checks the page at phone and desktop width, in light and dark mode."""
        for scheme, rules in [("light", None), ("dark", COLOUR_RULES)]:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            for size in sizes:
                page.set_viewport_size(size)
                self.look(page, f"{where}, {scheme}, {size['width']} px", rules)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")

    def measure(self, page, where, measure, rule):
        for element in page.evaluate(f"measures.{measure}()"):
            self.find(where, rule, element)

    def check_frame(self, page, where, language):
        """Checks for one heading, a language, a title, and a link that skips the frame."""
        for size in [NARROW, WIDE]:
            page.set_viewport_size(size)
            headings = page.evaluate("measures.headings()")
            if len(headings) != 1:
                self.find(f"{where}, {size['width']} px", "one h1", f"there are {len(headings)}: {headings}")
        if page.evaluate("document.documentElement.lang") != language:
            self.find(where, "language", "html does not say which")
        if not page.title().strip():
            self.find(where, "title", "there is none")
        if page.evaluate("document.querySelectorAll('main#main').length") != 1:
            self.find(where, "main", "there is not one main with the id main")

    def check_skip(self, page, where):
        """Checks that the first Tab stop leads to the content, on a page that was just loaded."""
        # The body gets the focus only long enough to start at its beginning.
        page.evaluate("document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')")
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className").split(" ")[0] != "skip":
            return self.find(where, "skip link", "is not the first that Tab comes to")
        address = page.url
        page.keyboard.press("Enter")
        if page.url != address:
            self.find(where, "skip link", f"changes the address to {page.url}")
        page.keyboard.press("Tab")
        if page.evaluate("Boolean(document.activeElement.closest('.rail'))"):
            return self.find(where, "skip link", "does not lead past the rail")

    def check_focus(self, page, where):
        """Checks that keyboard users see where the focus is, on phones too (2.4.7 and 2.4.11)."""
        page.set_viewport_size(NARROW)
        for _ in range(MOST_STOPS):
            page.keyboard.press("Tab")
            focus = page.evaluate("measures.focus()")
            if focus is None:
                break
            if not focus["isRinged"]:
                self.find(where, "focus visible", focus["name"])
            if not focus["isSeen"]:
                self.find(where, "focus not obscured", focus["name"])

    def check_reflow(self, page, where):
        """Checks that nothing lies beside a small window, as there is after a large zoom."""
        page.set_viewport_size(ZOOMED)
        self.measure(page, f"{where}, 400 %", "beside", "reflow")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > ZOOMED["width"]:
            self.find(f"{where}, 400 %", "reflow", f"the page is {width} px wide")

    def check_sizes(self, page, where):
        """Checks type, spacing and zoom as readers set them, and that there is no motion for readers who want
        none."""
        self.measure(page, where, "moving", "prefers-reduced-motion")
        self.check_reflow(page, where)
        style = page.add_style_tag(content=SPACING)
        for size in [NARROW, WIDE]:
            page.set_viewport_size(size)
            self.measure(page, f"{where}, {size['width']} px, text spacing", "cut", "text spacing")
            self.measure(page, f"{where}, {size['width']} px, text spacing", "beside", "text spacing")
        style.evaluate("(node) => node.remove()")
        self.choose_type(page, LARGE_TYPE)
        for size in [NARROW, WIDE]:
            page.set_viewport_size(size)
            for measure in ["rail", "beside"]:
                self.measure(page, f"{where}, {size['width']} px, 200 % text", measure, "large text")
        self.choose_type(page, USUAL_TYPE)

    def choose_type(self, page, size):
        """Sets the type size as readers do in their browser's settings."""
        settings = page.context.new_cdp_session(page)
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
        settings.detach()
        page.wait_for_function(TYPE_IS, arg=size)


# Everything that is wrong here must be found, or the checks above could pass for the wrong reason.
BROKEN = """<!DOCTYPE html><html><head><style>
    p { color: #bbb; transition: color 1s } .cut { height: 1em; overflow: hidden }
    .wide { width: 900px; white-space: nowrap } .tabs a { display: block; width: 20px }
    button { width: 9px; height: 9px; padding: 0; border: 0; outline: none } .over { position: fixed; inset: 0; background: white }</style></head>
    <body><button>a</button><button>b</button><nav class="tabs"><a href="/"><span>Extraordinary</span></a><a href="/"><span>b</span></a></nav><main><img src="x.png"><p>pale</p>
    <p class="wide">Words that no window of a telephone has room for, however it is turned, because they never end</p>
    <p class="cut">Several words<br>in several lines<br>of which few are seen</p><h1>One</h1><h1>Two</h1></main><div class="over"></div></body></html>"""
FOUND = {
    "image-alt", "color-contrast", "html-has-lang", "document-title", "target-size", "one h1", "language", "title", "main",
    "skip link", "focus visible", "focus not obscured", "reflow", "text spacing", "large text", "prefers-reduced-motion",
}


def prove(page):
    """Checks a page on which everything is wrong, to prove that each check can fail."""
    audit = Audit()
    page.set_content(BROKEN)
    audit.prepare(page)
    audit.check_skip(page, "broken")
    audit.check_focus(page, "broken")
    audit.look_at_all(page, "broken")
    audit.check_frame(page, "broken", "en")
    audit.check_sizes(page, "broken")
    told = json.dumps(audit.findings)
    missed = [rule for rule in sorted(FOUND) if f": {rule}: " not in told]
    if missed:
        raise AssertionError(f"on a page on which everything is wrong, this is not found: {missed}")
