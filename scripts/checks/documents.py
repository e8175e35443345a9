"""Follows the links of comments and articles: to symbols, to other articles, to files, and to headings.

Whatever stands as code and looks like a type of ours or a path of ours has to be there, too.
"""

import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from swift import sources

SYMBOL = re.compile(r"(?<!`)``(?!`)([^`\n]+)``(?!`)")
ARTICLE = re.compile(r"<doc:([^>]+)>")
LINK = re.compile(r"\]\(([^()\s]+)\)")
#: Code that names a file of ours.
PATH = re.compile(r"(?<!`)`((?:Sources|Tests|scripts|stations|tiles|\.ci)/[\w./@+-]*)`(?!`)")
#: Code that is a name of two words or more.
TYPE = re.compile(r"(?<!`)`([A-Z][a-z]+[A-Z]\w*)(?:\.[\w.]+)?`(?!`)")
#: Such names that libraries, browsers and HTTP give.
FOREIGN = {
    "CancellationError", "CryptoKitError", "DatabaseError", "GeodSolve", "HttpOnly", "MedicationAdministration", "MedicationStatement", "PushSubscription",
    "PushSubscriptionJSON", "QuestionnaireResponse", "RateLimit",
}
FOLDERS = ("Sources", "Tests", "scripts", "stations", "tiles")
#: Texts for readers of the site, whose links lead to its pages; the tests of articles follow them.
READERS = Path("Sources/Web/Articles/Texts")


def swift_files():
    return sources("Sources") + sources("Tests")


@cache
def names():
    """The names of all that is declared, and of the files, some of which are named after a part of a type."""
    return FOREIGN | {found.name for file in swift_files() for found in file.declarations} | {
        file.file.stem for file in swift_files()}


@cache
def symbols(module):
    """The paths of all that is declared in a module, or else anywhere."""
    files = sources(module) if module else swift_files()
    return {found.path for file in files for found in file.declarations} | ({(module.name,)} if module else set())


@cache
def published():
    """The modules with a catalogue of articles: DocC knows only their own symbols there."""
    return [catalogue.parent for catalogue in Path("Sources").rglob("*.docc")]


def is_symbol(file, link, scope):
    """Whether a link names what is declared, as seen from a scope outwards."""
    path = tuple(link.lstrip("/").split("/"))
    known = symbols(next((module for module in published() if module in file.parents), None))
    return any(scope[:depth] + path in known for depth in range(len(scope), -1, -1))


def comment_failures():
    for file in swift_files():
        for comment in file.comments:
            yield from text_failures(file.file, comment.line, comment.text, comment.scope)


def document_failures():
    for file in documents():
        for line, text in prose(file):
            yield from text_failures(file, line, text)
            yield from file_failures(file, line, text)


def text_failures(file, line, text, scope=()):
    for link in SYMBOL.findall(text):
        if not is_symbol(file, link, scope):
            yield f"{file}:{line}: nothing is declared as ``{link}``"
    for name in TYPE.findall(text):
        if name not in names():
            yield f"{file}:{line}: nothing is named {name}; if it is not ours, note it in FOREIGN"
    yield from article_failures(file, line, text)


def documents():
    inside = [file for folder in FOLDERS for file in Path(folder).rglob("*.md")
              if READERS not in file.parents]
    return sorted([*Path(".").glob("*.md"), *inside])


def prose(file):
    """The lines of a document outside of blocks of code, each with its number."""
    is_code = False
    for line, text in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
        if text.lstrip().startswith("```"):
            is_code = not is_code
        elif not is_code:
            yield line, text


@cache
def articles():
    return {file.stem: file for file in Path("Sources").rglob("*.docc/**/*.md")}


def article_failures(file, line, text):
    for link in ARTICLE.findall(text):
        name, _, heading = link.partition("#")
        article = articles().get(name.split("/")[-1]) if name else file
        if article is None:
            yield f"{file}:{line}: there is no article {name}"
        elif heading and heading.lower() not in headings(article):
            yield f"{file}:{line}: {article} has no heading {heading}"


def file_failures(file, line, text):
    for link in LINK.findall(text):
        if re.match(r"[a-z][a-z0-9+.-]*:", link):
            continue
        name, _, heading = unquote(link).partition("#")
        target = file.parent / name if name else file
        if not target.exists():
            yield f"{file}:{line}: there is no {name}"
        elif heading and heading not in headings(target):
            yield f"{file}:{line}: {target} has no heading #{heading}"
    for name in PATH.findall(text):
        if not Path(name).exists():
            yield f"{file}:{line}: there is no {name}"


@cache
def headings(file):
    """The anchors of a document's headings, as GitHub and DocC make them."""
    titles = [re.match(r"#+ +(.*)", text) for _, text in prose(file)]
    plain = [re.sub(r"[^\w\- ]", "", title[1].lower()) for title in titles if title]
    return {title.replace(" ", "-") for title in plain}
