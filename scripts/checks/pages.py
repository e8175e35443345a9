"""Reads pages: elements close in order, an attribute or an `id` is given once, and what refers to an `id` finds it."""

import re
from html.parser import HTMLParser

VOID = set("area base br col embed hr img input link meta source track wbr".split())
REFERENCES = {"for", "form", "list", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"}
FRAME = "frame.html"
# What pages share, in a folder of its own: `{{+name …}}` stands for the file of that name.
PARTS = "parts"
SHARED = re.compile(r"\{\{\+([\w-]+)")


class Page(HTMLParser):
    """A page's mistakes, and the ids that it has and refers to."""

    def __init__(self, file):
        super().__init__()
        self.file, self.mistakes, self.open = file, [], []
        self.ids, self.references = set(), []
        text = file.read_text(encoding="utf-8")
        self.shared = SHARED.findall(text)
        self.feed(text)
        self.close()
        for name, line in self.open:
            self.note(f"<{name}> is not closed", line)

    def note(self, text, line=None):
        self.mistakes.append(f"{self.file}:{line or self.getpos()[0]}: {text}")

    def handle_starttag(self, name, attributes):
        self.handle_startendtag(name, attributes)
        if name not in VOID:
            self.open.append((name, self.getpos()[0]))

    def handle_startendtag(self, name, attributes):
        names = [attribute for attribute, _ in attributes]
        for twice in {attribute for attribute in names if names.count(attribute) > 1}:
            self.note(f"<{name}> has {twice} twice")
        for attribute, value in attributes:
            if attribute == "id" and value in self.ids:
                self.note(f"the id {value} is given twice")
            elif attribute == "id":
                self.ids.add(value)
            if attribute in REFERENCES:
                self.references += [(id, self.getpos()[0]) for id in (value or "").split()]
            if attribute == "href" and (value or "").startswith("#") and self.file.name == FRAME:
                self.references.append((value[1:], self.getpos()[0]))

    def handle_endtag(self, name):
        if self.open and self.open[-1][0] == name:
            self.open.pop()
        else:
            inner = f", and <{self.open[-1][0]}> is open" if self.open else ""
            self.note(f"</{name}> closes nothing{inner}")


def page_failures(folder):
    pages = [Page(file) for file in sorted(folder.rglob("*.html"))]
    frame = next(page for page in pages if page.file.name == FRAME)
    parts = {page.file.stem: page for page in pages if page.file.parent.name == PARTS}
    for page in pages:
        yield from page.mistakes
        if page is not frame:
            yield from (f"{page.file}: there is no part {name}" for name in page.shared if name not in parts)
            shared = [parts[name].ids for name in page.shared if name in parts]
            for others in (frame.ids, *shared):
                yield from (f"{page.file}: what surrounds it or is in it has the id {id}, too" for id in sorted(page.ids & others))
            known = page.ids.union(frame.ids, *shared)
            for referring in (page,) if page in parts.values() else (page, frame):
                for id, line in referring.references:
                    if id not in known and "{{" not in id:
                        yield f"{referring.file}:{line}: no element of {page.file.name} has the id {id}"
