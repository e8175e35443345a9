"""What the names of Swift are found by: expressions for its tokens, and the labels of parameters."""

import re

#: Comments, and what may look like code without being any: strings and regular expressions.
NO_CODE = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | (?P<hashes>\#*)\"{3}.*?\"{3}(?P=hashes)
      | (?P<more>\#+)".*?"(?P=more)
      | "(?:[^"\\\n]|\\\((?:[^()\n]|\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\))*\)|\\.)*"
      | \#/.*?/\#
      | (?<=[(,=:\s])/(?![\s/*=])(?:[^/\\\n]|\\.)+/(?=[\s,).])""",
    re.VERBOSE | re.DOTALL)

#: Braces, and what declares something.
TOKEN = re.compile(
    r"""(?P<open>\{)|(?P<close>\})
      | (?<![\w.`])(?:
          (?P<type>struct|enum|class|actor|protocol|extension|typealias|associatedtype)\s+
              (?!(?:func|var|let|init|subscript|override|final)\b)(?P<name>[\w.`]+)
        | func\s+(?P<func>[\w`]+|[^\s\w(`]+)
        | (?P<call>init|subscript)\b(?=[?!]?\s*[<(])
        | (?P<value>var|let|case)\s+(?=[\w`])
        )""",
    re.VERBOSE)

IMPORT = re.compile(
    r"""^[ \t]*(?:(?:public|package|internal|fileprivate|private|@\w+(?:\([^)]*\))?)\s+)*
        import\s+(?:(?:struct|enum|class|actor|func|protocol|typealias|var|let)\s+)?(?P<module>\w+)""",
    re.VERBOSE | re.MULTILINE)


def parts(code, start, ends=""):
    """The parts between commas, up to a closing bracket or one of `ends`, outside of inner brackets."""
    depth, begin, found = 0, start, []
    for offset in range(start, len(code)):
        character = code[offset]
        if depth == 0 and (character in ends or character in ")]}>"):
            break
        depth += (character in "([{<") - (character in ")]}>")
        if depth == 0 and character == ",":
            found.append(code[begin:offset])
            begin = offset + 1
    else:
        offset = len(code)
    return found + [code[begin:offset]]


def labels(code, start, of):
    """The labels of the parameters that follow `of`, as in `(_:to:)`.

    Operators and subscripts have labels only where a parameter has two names.
    """
    opening = code.find("(", start)
    names = r"\s+\w+" if of == "subscript" or not re.match(r"[\w`]", of) else r"(?:\s+\w+)?"
    given = [part for part in parts(code, opening + 1) if part.strip()]
    named = [re.match(rf"\s*`?(\w+)`?{names}\s*:", part) for part in given]
    return "(" + "".join(f"{name[1] if name else '_'}:" for name in named) + ")"


def values(code, start, are_cases):
    """The names of a line such as `let a: Int, b = 3` or `case a, b(from: Date)`."""
    names = []
    for part in parts(code, start, "\n{=" if are_cases else "\n{"):
        if match := re.match(r"\s*`?(\w+)`?(\(?)", part):
            names.append(match[1] + (labels(part, match.end(1), match[1]) if are_cases and match[2] else ""))
    return names
