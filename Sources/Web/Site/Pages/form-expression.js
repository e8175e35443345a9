// Expressions of forms: a subset of XPath 1.0. The server has the same rules in its module Forms; both are held to the same
// vectors.

import { PatternMistake, readPattern } from "./form-pattern.js";
import { readNumber } from "./form-values.js";

const mostCharacters = 4000;
const mostTokens = 500;
const deepest = 32;

/** The functions, with the least and the greatest number of their arguments. */
const functions = {
  "coalesce": [2, 2], "concat": [1, 20], "count-selected": [1, 1], "date": [1, 1], "false": [0, 0], "if": [3, 3], "int": [1, 1],
  "not": [1, 1], "now": [0, 0], "number": [1, 1], "regex": [2, 2], "round": [1, 2], "selected": [2, 2], "string": [1, 1],
  "string-length": [1, 1], "today": [0, 0], "true": [0, 0],
};
const levels = [["or"], ["and"], ["=", "!="], ["<", "<=", ">", ">="], ["+", "-"], ["*", "div", "mod"]];
const straight = { "\u2018": "'", "\u2019": "'", "\u201C": "\"", "\u201D": "\"", "\u00A0": " " };

/** Why an expression is refused, and where, counted in characters from 0. */
export class ExpressionMistake extends Error {
  constructor(kind, position, detail = "") {
    super(kind);
    this.kind = kind;
    this.position = position;
    this.detail = detail;
  }
}

/** Reads an expression: its `root`, and the `references` to questions in it. */
export function readExpression(text) {
  const parser = new ExpressionParser(tokensOf([...text].map((character) => straight[character] ?? character)));
  return { root: parser.whole(), references: parser.references, ownPosition: parser.ownPosition };
}

// Parts

const isSpace = (character) => character === " " || character === "\t" || character === "\n" || character === "\r";
const isNumeral = (character) => /^[0-9]$/u.test(character ?? "");
const isNameStart = (character) => /^[A-Za-z_]$/u.test(character ?? "");
const isNamePart = (character) => /^[A-Za-z0-9_.-]$/u.test(character ?? "");

function tokensOf(characters) {
  if (characters.length > mostCharacters) throw new ExpressionMistake("tooLong", mostCharacters);
  const tokens = [];
  let index = 0;
  while (index < characters.length) {
    if (isSpace(characters[index])) {
      index += 1;
      continue;
    }
    const token = tokenAt(characters, index);
    if (tokens.length >= mostTokens) throw new ExpressionMistake("tooLong", index);
    tokens.push({ ...token, position: index });
    index = token.end;
  }
  return tokens;
}

function tokenAt(characters, start) {
  const [first, second] = [characters[start], characters[start + 1]];
  if (first === "'" || first === "\"") return quoted(characters, start);
  if (first === "$") return reference(characters, start);
  if (isNumeral(first) || (first === "." && isNumeral(second))) return numeral(characters, start);
  if ((first === "." && second !== ".") || "(),+-*=".includes(first)) return { kind: "symbol", value: first, end: start + 1 };
  if (first === "<" || first === ">" || (first === "!" && second === "=")) {
    const length = second === "=" ? 2 : 1;
    return { kind: "symbol", value: characters.slice(start, start + length).join(""), end: start + length };
  }
  if ("/.[]@|".includes(first)) throw new ExpressionMistake("path", start, first);
  if (!isNameStart(first)) throw new ExpressionMistake("unexpectedCharacter", start, first);
  const end = nameEnd(characters, start);
  return { kind: "name", value: characters.slice(start, end).join(""), end };
}

function quoted(characters, start) {
  const end = characters.indexOf(characters[start], start + 1);
  if (end < 0) throw new ExpressionMistake("openText", start);
  return { kind: "text", value: characters.slice(start + 1, end).join(""), end: end + 1 };
}

function reference(characters, start) {
  if (characters[start + 1] !== "{" || !isNameStart(characters[start + 2])) throw new ExpressionMistake("brokenReference", start);
  const end = nameEnd(characters, start + 2);
  const value = characters.slice(start + 2, end).join("");
  if (characters[end] !== "}" || value.includes(":")) throw new ExpressionMistake("brokenReference", start);
  return { kind: "reference", value, end: end + 1 };
}

function numeral(characters, start) {
  let end = start;
  while (isNumeral(characters[end])) end += 1;
  if (characters[end] === ".") end += 1;
  while (isNumeral(characters[end])) end += 1;
  return { kind: "number", value: readNumber(characters.slice(start, end).join("")), end };
}

/** The end of a name, and of the one after a colon that belongs to it. */
function nameEnd(characters, start) {
  let end = start;
  while (isNamePart(characters[end])) end += 1;
  if (characters[end] !== ":" || !isNameStart(characters[end + 1])) return end;
  end += 1;
  while (isNamePart(characters[end])) end += 1;
  return end;
}

// Structure

class ExpressionParser {
  constructor(tokens) {
    this.tokens = tokens;
    this.index = 0;
    this.depth = 0;
    this.references = [];
    this.ownPosition = null;
  }

  get current() {
    return this.tokens[this.index];
  }

  whole() {
    if (this.tokens.length === 0) throw new ExpressionMistake("empty", 0);
    const node = this.level(0);
    if (this.current) throw unexpected(this.current);
    return node;
  }

  is(symbol) {
    return this.current?.kind === "symbol" && this.current.value === symbol;
  }

  /** The operator of a level that comes now. */
  operation(level) {
    const { kind, value } = this.current ?? {};
    return (kind === "symbol" || kind === "name") && levels[level].includes(value) ? value : null;
  }

  level(level) {
    if (level === levels.length) return this.signed();
    let left = this.level(level + 1);
    for (let operation = this.operation(level); operation; operation = this.operation(level)) {
      this.index += 1;
      left = { operation, left, right: this.level(level + 1) };
    }
    return left;
  }

  signed() {
    const token = this.current ?? this.end();
    if (!this.is("-")) return this.operand(token);
    return this.deeper(token, () => {
      this.index += 1;
      return { negative: this.signed() };
    });
  }

  operand(token) {
    this.index += 1;
    if (token.kind === "number" || token.kind === "text") return { value: token.value };
    if (token.kind === "reference") {
      this.references.push({ name: token.value, position: token.position });
      return { answer: token.value };
    }
    if (token.kind === "name") return this.call(token);
    if (token.value === ".") {
      this.ownPosition ??= token.position;
      return { own: true };
    }
    if (token.value !== "(") throw unexpected(token);
    return this.deeper(token, () => {
      const node = this.level(0);
      this.expect(")");
      return node;
    });
  }

  call(token) {
    const name = token.value;
    if (!this.is("(")) throw levels.flat().includes(name) ? unexpected(token) : new ExpressionMistake("path", token.position, name);
    if (!Object.hasOwn(functions, name)) throw new ExpressionMistake("unknownFunction", token.position, name);
    return this.deeper(token, () => {
      this.index += 1;
      const { nodes, starts } = this.arguments();
      const [least, most] = functions[name];
      if (nodes.length < least || nodes.length > most) throw new ExpressionMistake("argumentCount", token.position, name);
      return name === "regex" ? matching(nodes, starts) : { call: name, nodes };
    });
  }

  /** What stands between the parentheses of a call, and where each argument begins. */
  arguments() {
    const [nodes, starts] = [[], []];
    if (this.is(")")) {
      this.index += 1;
      return { nodes, starts };
    }
    do {
      if (nodes.length > 0) this.index += 1;
      starts.push(this.current?.position ?? 0);
      nodes.push(this.level(0));
    } while (this.is(","));
    this.expect(")");
    return { nodes, starts };
  }

  expect(symbol) {
    const token = this.current ?? this.end();
    if (!this.is(symbol)) throw unexpected(token);
    this.index += 1;
  }

  end() {
    throw new ExpressionMistake("unexpectedEnd", this.tokens.at(-1)?.position ?? 0);
  }

  deeper(token, read) {
    if (this.depth >= deepest) throw new ExpressionMistake("tooDeep", token.position);
    this.depth += 1;
    const node = read();
    this.depth -= 1;
    return node;
  }
}

/** A call of `regex()`, whose pattern is read beforehand. */
function matching([subject, pattern], starts) {
  if (typeof pattern.value !== "string") throw new ExpressionMistake("computedPattern", starts[1]);
  try {
    return { subject, pattern: readPattern(pattern.value) };
  } catch (error) {
    if (!(error instanceof PatternMistake)) throw error;
    throw new ExpressionMistake("brokenPattern", starts[1] + 1 + error.position, error.message);
  }
}

const unexpected = ({ value, position }) => new ExpressionMistake("unexpectedPart", position, String(value));
