"""Where all words and drawings of a page are, and in which colours, compared between engines.

Chromium, whose pictures people have accepted, is the measure of the same run, so that nothing of it has to be kept. Engines
break lines at different words, and have fields of their own: what is compared are the blocks around the words.
"""

import json
import re
from difflib import SequenceMatcher
from itertools import product

from picture_rest import COMPARED

#: Blocks with words, fields and drawings that can be seen, in the order in which they are read.
LAYOUT = r"""(() => {
    const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const colours = new Map();
    /** Red, green, blue and alpha up to 255: engines write colours differently. */
    const colour = (name) => {
        if (!colours.has(name)) {
            brush.clearRect(0, 0, 1, 1);
            brush.fillStyle = name;
            brush.fillRect(0, 0, 1, 1);
            colours.set(name, [...brush.getImageData(0, 0, 1, 1).data]);
        }
        return colours.get(name);
    };
    const over = (above, below) => [0, 1, 2].map((part) =>
        Math.round(above[part] + (below[part] - above[part]) * (1 - above[3] / 255)));
    const grounds = new Map();
    /** The colour behind an element; none where a picture is behind it. */
    const ground = (node) => {
        if (!node) return [255, 255, 255];
        if (!grounds.has(node)) {
            const { backgroundColor, backgroundImage } = getComputedStyle(node);
            const own = colour(backgroundColor);
            const below = own[3] === 255 ? own : ground(node.parentElement);
            grounds.set(node, backgroundImage === "none" && below ? over(own, below) : null);
        }
        return grounds.get(node);
    };
    const drawn = new Set(["canvas", "img", "input", "meter", "progress", "select", "svg", "textarea", "video"]);
    const lines = new Set(["inline", "contents"]);
    /** The block, cell or box around an element; drawings and fields are one themselves. */
    const blockOf = (node) => {
        while (!drawn.has(node.localName) && lines.has(getComputedStyle(node).display)) node = node.parentElement;
        return node;
    };
    const isShown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && !node.closest(".unseen, .skip, .leaflet-container");
    /** What an element is drawn on: a part that stays while the page scrolls, something that scrolls by itself, or the page. */
    const layers = new Map([[document.body, 0]]);
    const layerOf = (node) => {
        const { position } = getComputedStyle(node);
        return ["fixed", "sticky"].includes(position) ? layerIn(node) : layerIn(node.parentElement);
    };
    const layerIn = (node) => {
        if (!layers.has(node)) {
            const { position, overflowX, overflowY } = getComputedStyle(node);
            const isFixed = ["fixed", "sticky"].includes(position);
            const isOwn = isFixed || [overflowX, overflowY].some((way) => ["auto", "scroll", "hidden"].includes(way));
            layers.set(node, isOwn ? layers.size : layerIn(node.parentElement));
        }
        return layers.get(node);
    };
    /** Whether an element is in something that scrolls sideways, or cuts off. */
    const isHeld = (node) => node && node !== document.body
        && (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(node).overflowX) || isHeld(node.parentElement));
    const blocks = new Map();
    const add = (node, words, own) => {
        const block = blockOf(node);
        if (!blocks.has(block)) {
            const { x, y, width, height } = block.getBoundingClientRect();
            // Some words are for ears only.
            if (width < 2 || height < 2) return;
            const { display } = getComputedStyle(block);
            const isInLine = drawn.has(block.localName) ? display === "inline" : display.startsWith("inline-");
            blocks.set(block, {
                kind: block.localName, words: [], box: [x, y, width, height].map((side) => Math.round(10 * side) / 10), isInLine,
                isHeld: isHeld(block.parentElement), layer: layerOf(block), colours: [], within: null,
            });
        }
        const found = blocks.get(block);
        if (words) found.words.push(words);
        if (own) found.colours.push([own, ground(node)]);
    };
    for (const node of document.body.querySelectorAll(":not(svg *, option, script, style, noscript)")) {
        const texts = [...node.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data);
        // Engines write dates with different commas.
        const words = texts.join(" ").replace(/[\s,]+/g, " ").trim();
        if ((words || drawn.has(node.localName)) && isShown(node)) {
            const below = ground(node);
            add(node, words, words && below ? over(colour(getComputedStyle(node).color), below) : null);
        }
    }
    const all = [...blocks.keys()];
    for (const [block, found] of blocks) {
        let outer = block.parentElement;
        while (outer && !blocks.has(outer)) outer = outer.parentElement;
        found.within = outer ? all.indexOf(outer) : null;
    }
    const { clientWidth, clientHeight, scrollWidth } = document.documentElement;
    return { path: location.pathname, window: [clientWidth, clientHeight], wide: scrollWidth, blocks: [...blocks.values()] };
})()"""

#: How far, in pixels, the sides of a block may be from where they are in Chromium: seven words of the bar share its width a
#: little differently. Fields have arrows and insets of each engine, and cells share the width of a table; what is in a row with
#: a field moves with it.
REACH, FREE_REACH = 10, 50
FIELDS = {"input", "meter", "progress", "select", "textarea"}
CELLS = {"td", "th"}
#: How far down a block may be from where it is in Chromium: lines above it break at other words.
LINES, DRIFT = 60, 0.04
#: By how many pixels two blocks may lie over each other more than in Chromium.
OVERLAP = 3
#: By how much a colour may differ, of 255: what is half transparent is rounded.
STEPS = 6
#: The most faults of a page that are told.
MOST = 5
#: What may differ, page by page: what WebKitGTK cannot do, and what depends on the computer and the moment.
DIFFERS = {
    "admin": r"\d [GM]B", "channels": "otification|Turn them on", "permissions": "is missing|is only here|is at",
    # Fields for times are narrower, so that two are in a row.
    "reminders": "is at",
    # WebKit puts the name of an allergen above its choices, not beside them.
    "welcome": "^(legend|input|span) .* is at",
}

#: The page that is broken on purpose, and how: each fault must be found.
CONTROL = "contact"
BROKEN = {
    "lost": "main h1 { display: none !important; }",
    "moved": "main form { margin-left: 40px !important; }",
    "recoloured": "main label { color: #808890 !important; }",
    "covered": "main h1 { margin-bottom: -44px !important; }",
    "outside": "main h1 { position: relative; left: 95vw; }",
    "wide": "main { width: 110vw !important; max-width: none !important; }",
}
#: The layout of a page with a style of its own.
BREAK = """(() => {{
    const sheets = [...document.adoptedStyleSheets];
    const broken = new CSSStyleSheet();
    broken.replaceSync({style});
    document.adoptedStyleSheets = [...sheets, broken];
    const found = {layout};
    document.adoptedStyleSheets = sheets;
    return found;
}})()"""


class Comparison:
    """A page in an engine beside the same page in Chromium."""

    def __init__(self, page, reference):
        self.page, self.reference = page, reference
        self.here, self.there = page["blocks"], reference["blocks"]
        there, here = ([(block["kind"], *block["words"]) for block in blocks] for blocks in (self.there, self.here))
        matcher = SequenceMatcher(None, there, here, autojunk=False)
        #: The places of each block in Chromium and in the engine.
        self.places = [(match.a + step, match.b + step) for match in matcher.get_matching_blocks() for step in range(match.size)]
        self.pairs = [(self.there[a], self.here[b]) for a, b in self.places]

    def faults(self):
        """The kinds of all faults, each with a sentence."""
        kinds = [self.path, self.wide, self.lost, self.extra, self.moved, self.recoloured, self.covered, self.outside]
        return [(kind.__name__, sentence) for kind in kinds for sentence in kind()]

    def path(self):
        if self.page["path"] != self.reference["path"]:
            yield f"it leads to {self.page['path']}, not to {self.reference['path']}"
        if self.page["window"] != self.reference["window"]:
            yield f"the window is {self.page['window']}, not {self.reference['window']}"

    def wide(self):
        if self.page["wide"] > self.page["window"][0]:
            yield f"it is {self.page['wide']} pixels wide in a window of {self.page['window'][0]}"

    def lost(self):
        found = {a for a, _ in self.places}
        return (f"{name_of(block)} is missing" for index, block in enumerate(self.there) if index not in found)

    def extra(self):
        found = {b for _, b in self.places}
        return (f"{name_of(block)} is only here" for index, block in enumerate(self.here) if index not in found)

    def moved(self):
        fields = [block for block in self.here if block["kind"] in FIELDS]
        for there, here in self.pairs:
            is_in_row = any(field["layer"] == here["layer"] and common(here["box"], field["box"])[1] > 0 for field in fields)
            reach = FREE_REACH if is_in_row or here["kind"] in CELLS else REACH
            x, y, width, height = (abs(new - old) for old, new in zip(there["box"], here["box"]))
            is_beside = not there["isInLine"] and x > reach
            # Words take more lines or fewer; drawings do not.
            is_resized = width > reach or not here["words"] and height > reach
            if is_beside or is_resized or y > LINES + DRIFT * max(0, there["box"][1]):
                yield f"{name_of(here)} is at {here['box']}, not at {there['box']}"

    def recoloured(self):
        for there, here in self.pairs:
            for old, new in zip(there["colours"], here["colours"]):
                if differs(old[0], new[0]) or differs(old[1], new[1]):
                    yield f"{name_of(here)} is {new[0]} on {new[1]}, not {old[0]} on {old[1]}"

    def covered(self):
        former = {b: a for a, b in self.places}
        for one, other in crossing(self.here):
            if one in former and other in former:
                before = common(self.there[former[one]]["box"], self.there[former[other]]["box"])
                now = common(self.here[one]["box"], self.here[other]["box"])
                if any(new > max(old, 0) + OVERLAP for new, old in zip(now, before)) or min(before) <= 0:
                    yield f"{name_of(self.here[one])} lies over {name_of(self.here[other])}"

    def outside(self):
        width = self.page["window"][0]
        for there, here in self.pairs:
            (x, _, wide, _), (old_x, _, old_wide, _) = here["box"], there["box"]
            if not here["isHeld"] and (x < min(0, old_x) - 1 or x + wide > max(width, old_x + old_wide) + 1):
                yield f"{name_of(here)} leaves the window"


def name_of(block):
    return f"{block['kind']} “{' '.join(block['words'])[:60]}”"


def differs(one, other):
    """Whether colours differ visibly; none is that of a picture."""
    if one is None or other is None:
        return one != other
    return any(abs(a - b) > STEPS for a, b in zip(one, other))


def common(one, other):
    """The width and height that two boxes have in common; below zero, what is between them."""
    return [min(one[side] + one[side + 2], other[side] + other[side + 2]) - max(one[side], other[side]) for side in (0, 1)]


def crossing(blocks):
    """The places of blocks that lie over each other on one layer, where none is within the other."""
    def holders(index):
        while (index := blocks[index]["within"]) is not None:
            yield index

    def is_apart(one, other):
        return blocks[one]["layer"] == blocks[other]["layer"] and one not in within[other] and other not in within[one]

    within = [set(holders(index)) for index in range(len(blocks))]
    passed = []
    for index in sorted(range(len(blocks)), key=lambda index: blocks[index]["box"][1]):
        box = blocks[index]["box"]
        passed = [other for other in passed if blocks[other]["box"][1] + blocks[other]["box"][3] > box[1]]
        for other in passed:
            if is_apart(index, other) and min(common(box, blocks[other]["box"])) > OVERLAP:
                yield other, index
        passed.append(index)


def broken(evaluate):
    """The layouts of the page that is shown, broken in each way."""
    return {kind: evaluate(BREAK.format(style=json.dumps(style), layout=LAYOUT)) for kind, style in BROKEN.items()}


def layout_faults(name, page, reference):
    """What is wrong with a page in an engine, and may not differ."""
    pattern = DIFFERS.get(name)
    return [sentence for _, sentence in Comparison(page, reference).faults() if not (pattern and re.search(pattern, sentence))]


def unfound(layouts, reference):
    """The faults made on purpose that nobody would find."""
    return [kind for kind in BROKEN if not layouts or kind not in dict(Comparison(layouts[kind], reference).faults())]


def read(folder, *parts):
    """A noted layout; none when the page was not opened."""
    file = folder / f"{'-'.join(parts)}.json"
    return json.loads(file.read_text()) if file.is_file() else None


def layout_complaints(folder, engines):
    """The faults of all pages in other engines than Chromium, one sentence for the name of each."""
    found = {}
    for (size, theme), engine in product(COMPARED.items(), engines):
        for file in sorted(folder.glob(f"*-{size}-{theme}.json")):
            name = file.name.removesuffix(f"-{size}-{theme}.json")
            page, reference = read(folder, name, engine, theme), json.loads(file.read_text())
            faults = layout_faults(name, page, reference) if page else ["it was not opened"]
            if name == CONTROL:
                faults += [f"a broken page passes: {kind}" for kind in unfound(read(folder, "broken", engine, theme), reference)]
            if faults:
                more = f"; and {len(faults) - MOST} more" if len(faults) > MOST else ""
                found[f"{name}-{engine}-{theme}"] = f"{name} in {engine}, {theme}: {'; '.join(faults[:MOST])}{more}"
    return found
