"""Reads Swift files as far as names go: what each declares, in which type, and what its comments say."""

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tokens import IMPORT, NO_CODE, TOKEN, labels, values

TYPES = ("struct", "enum", "class", "actor", "protocol", "typealias")


@dataclass(frozen=True)
class Declaration:
    """A type or member, with the types around it in its path: `("Area", "validated(polygons:)")`."""

    kind: str
    path: tuple
    line: int

    @property
    def name(self):
        """The name without labels."""
        return self.path[-1].partition("(")[0]


@dataclass(frozen=True)
class Comment:
    """A line of a comment, with the path of what it describes, or else of the type that it stands in."""

    text: str
    scope: tuple
    line: int


class Source:
    """A file's declarations, comments and imports."""

    def __init__(self, file):
        self.file, self.declarations, self.comments = file, [], []
        self.text = file.read_text(encoding="utf-8")
        self.line_ends = [match.start() for match in re.finditer("\n", self.text)]
        self.found_comments = []
        self.code = NO_CODE.sub(self.blank, self.text).replace("->", "  ")
        self.imports = {match["module"]: self.line(match.end()) for match in IMPORT.finditer(self.code)}
        self.read()

    def blank(self, match):
        if match["comment"]:
            self.found_comments.append(match)
        return re.sub(r"[^\n]", " ", match[0])

    def line(self, offset):
        return bisect_left(self.line_ends, offset) + 1

    def read(self):
        """Follows the braces. Inside of bodies, whose scope is `None`, nothing is declared."""
        scopes, coming, waiting = [()], None, []
        comments = iter([*self.found_comments, None])
        comment = next(comments)
        for token in TOKEN.finditer(self.code):
            while comment and comment.start() < token.start():
                waiting.append((comment, next(scope for scope in reversed(scopes) if scope is not None)))
                comment = next(comments)
            if token["open"]:
                scopes.append(coming if scopes[-1] is not None else None)
                coming = None
            elif token["close"]:
                self.settle(waiting)
                coming = None
                scopes.pop()
                if not scopes:
                    break
            elif scopes[-1] is not None:
                coming = self.declare(token, scopes[-1])
                self.settle(waiting, scopes[-1], self.declarations[-1].path)
        self.settle(waiting + [(comment, ()) for comment in [comment, *comments] if comment])
        if scopes != [()]:
            raise ValueError(f"{self.file}: its braces are not understood")

    def settle(self, waiting, place=None, declared=()):
        """Gives the comments that wait their scope: what is declared after them in the same place, or else that."""
        for comment, scope in waiting:
            near = declared if scope == place else scope
            first = self.line(comment.start())
            for number, text in enumerate(comment[0].split("\n")):
                self.comments.append(Comment(text, near, first + number))
        waiting.clear()

    def declare(self, token, scope):
        """Notes what a token declares, and returns the scope of the braces of a type."""
        if token["type"]:
            path = tuple(token["name"].replace("`", "").split("."))
            path = path if token["type"] == "extension" else (*scope, *path)
            self.note(token["type"], path, token)
            return path
        if token["value"]:
            names = values(self.code, token.end(), are_cases=token["value"] == "case")
        else:
            name = token["func"] or token["call"]
            names = [name.strip("`") + labels(self.code, token.end(), of=name)]
        for name in names:
            self.note(token["value"] or "func", (*scope, name), token)
        return None

    def note(self, kind, path, token):
        self.declarations.append(Declaration(kind, path, self.line(token.start())))


@cache
def sources(folder):
    """All Swift files below a folder, each read once."""
    return [source(file) for file in sorted(Path(folder).rglob("*.swift"))]


@cache
def source(file):
    return Source(file)
