// Patterns of `regex()` in forms: what all engines understand alike. They are read and matched here, so that none means
// something else in a browser than on the server, and none holds up the page.

/** The steps of a pattern at most, with repetitions written out. */
const largest = 1000;
const deepest = 16;
const mostRepeats = 1000;

const digits = [[48, 57]];
const spaces = [[9, 13], [32, 32]];
const words = [...digits, [65, 90], [95, 95], [97, 122]];
const classes = { d: digits, w: words, s: spaces };
const controls = { n: 10, r: 13, t: 9 };

/** Why a pattern is refused, and where, counted in characters from 0. */
export class PatternMistake extends Error {
  constructor(reason, position) {
    super(reason);
    this.position = position;
  }
}

/** Reads a pattern: an object with `test`, which says whether a whole text matches. */
export function readPattern(text) {
  const steps = [];
  new PatternReader([...text]).whole().emit(steps);
  steps.push({ isDone: true });
  return { test: (subject) => matches(steps, subject) };
}

/** Follows all ways through the steps at once, so that the time grows only with the length of the text. */
function matches(steps, text) {
  let places = reached(steps, [0]);
  for (const character of text) {
    const code = character.codePointAt(0);
    places = reached(steps, places.filter((place) => steps[place].set && has(steps[place].set, code)).map((place) => place + 1));
    if (places.length === 0) return false;
  }
  return places.some((place) => steps[place].isDone);
}

/** The places that others lead to without a character. */
function reached(steps, first) {
  const [seen, coming] = [new Set(), [...first]];
  while (coming.length > 0) {
    const place = coming.pop();
    if (seen.has(place)) continue;
    seen.add(place);
    if (steps[place].fork) coming.push(...steps[place].fork);
  }
  return [...seen].filter((place) => !steps[place].fork);
}

const has = ({ ranges, isInverted }, code) => ranges.some(([from, to]) => code >= from && code <= to) !== isInverted;

class PatternReader {
  constructor(characters) {
    this.characters = characters;
    this.index = 0;
    this.depth = 0;
  }

  get current() {
    return this.characters[this.index];
  }

  whole() {
    const node = this.alternatives();
    if (this.index < this.characters.length) this.fail("open");
    if (node.size > largest) this.fail("size", 0);
    return node;
  }

  fail(reason, position = this.index) {
    throw new PatternMistake(reason, position);
  }

  skip(character) {
    if (this.current !== character) return false;
    this.index += 1;
    return true;
  }

  alternatives() {
    const nodes = [this.sequence()];
    while (this.skip("|")) nodes.push(this.sequence());
    return nodes.length > 1 ? choice(nodes) : nodes[0];
  }

  sequence() {
    const nodes = [];
    // The whole text has to match, so that anchors at its ends change nothing.
    if (this.depth === 0) this.skip("^");
    while (this.current !== undefined && this.current !== "|" && this.current !== ")") {
      if (this.skip("$")) {
        if (this.depth > 0 || (this.current !== undefined && this.current !== "|")) this.fail("anchor");
        break;
      }
      nodes.push(this.piece());
    }
    const node = { size: total(nodes), emit: (steps) => nodes.forEach((piece) => piece.emit(steps)) };
    if (node.size > largest) this.fail("size");
    return node;
  }

  piece() {
    const node = this.atom();
    const bounds = this.bounds();
    if (!bounds) return node;
    // Which of several matches is found does not matter here.
    this.skip("?");
    if (this.current !== undefined && "*+?{".includes(this.current)) this.fail("quantifier");
    const piece = repeated(node, bounds);
    if (piece.size > largest) this.fail("size");
    return piece;
  }

  bounds() {
    if (this.skip("*")) return { least: 0, most: null };
    if (this.skip("+")) return { least: 1, most: null };
    if (this.skip("?")) return { least: 0, most: 1 };
    if (!this.skip("{")) return null;
    const least = this.number();
    if (least === null) this.fail("bounds");
    let most = least;
    if (this.skip(",")) most = this.current === "}" ? null : (this.number() ?? -1);
    if (!this.skip("}") || (most !== null && most < least)) this.fail("bounds");
    return { least, most };
  }

  number() {
    let number = null;
    while (this.current !== undefined && isDigit(this.current)) {
      number = (number ?? 0) * 10 + Number(this.current);
      if (number > mostRepeats) return null;
      this.index += 1;
    }
    return number;
  }

  atom() {
    const character = this.current;
    if (character === "(") return this.group();
    if (character === "[") return step(this.set());
    if (character === "^") this.fail("anchor");
    if ("*+?".includes(character)) this.fail("quantifier");
    if (character === "{") this.fail("character");
    this.index += 1;
    if (character === "\\") return step(this.escaped());
    return step(character === "." ? { ranges: [[10, 10], [13, 13]], isInverted: true } : single(character));
  }

  group() {
    if (this.depth >= deepest) this.fail("size");
    this.index += 1;
    if (this.skip("?") && !this.skip(":")) this.fail("group");
    this.depth += 1;
    const node = this.alternatives();
    this.depth -= 1;
    if (!this.skip(")")) this.fail("open");
    return node;
  }

  /** What stands after a backslash. */
  escaped() {
    const character = this.current;
    if (character === undefined) this.fail("escape");
    this.index += 1;
    const lower = character.toLowerCase();
    if (Object.hasOwn(classes, lower)) return { ranges: classes[lower], isInverted: character !== lower };
    if (Object.hasOwn(controls, character)) return { ranges: [[controls[character], controls[character]]], isInverted: false };
    if (/^[!-/:-@[-`{-~]$/u.test(character)) return single(character);
    return this.fail("escape", this.index - 1);
  }

  set() {
    this.index += 1;
    const set = { isInverted: this.skip("^"), ranges: [] };
    while (this.current !== undefined && this.current !== "]") {
      const first = this.member();
      // A minus at the end is one of the characters.
      const after = this.characters[this.index + 1];
      if (this.current !== "-" || after === undefined || after === "]") {
        if (first.isInverted) this.fail("set");
        set.ranges = [...set.ranges, ...first.ranges];
        continue;
      }
      this.index += 1;
      const last = this.member();
      const [from, to] = [first, last].map(only);
      if (from === null || to === null || from > to) this.fail("set");
      set.ranges = [...set.ranges, [from, to]];
    }
    if (set.ranges.length === 0 || !this.skip("]")) this.fail("set");
    return set;
  }

  member() {
    const character = this.current;
    // Engines differ in what these mean within brackets.
    if (character === "[" || character === "&") this.fail("set");
    this.index += 1;
    return character === "\\" ? this.escaped() : single(character);
  }
}

const isDigit = (character) => character >= "0" && character <= "9" && character.length === 1;

function single(character) {
  const code = character.codePointAt(0);
  return { ranges: [[code, code]], isInverted: false };
}

/** The character of a set, if it is one. */
function only({ ranges, isInverted }) {
  return ranges.length === 1 && !isInverted && ranges[0][0] === ranges[0][1] ? ranges[0][0] : null;
}

const total = (nodes) => nodes.reduce((sum, node) => sum + node.size, 0);

/** A step that takes a character of a set. */
const step = (set) => ({ size: 1, emit: (steps) => steps.push({ set }) });

/** One of several ways. */
function choice(nodes) {
  const emit = (steps) => {
    const ends = [];
    nodes.forEach((node, index) => {
      if (index === nodes.length - 1) return node.emit(steps);
      const fork = steps.push({}) - 1;
      node.emit(steps);
      ends.push(steps.push({}) - 1);
      steps[fork].fork = [fork + 1, steps.length];
      return null;
    });
    for (const end of ends) steps[end].fork = [steps.length];
  };
  return { size: total(nodes) + nodes.length, emit };
}

/** A piece that comes so many times at least, and at most or without a bound. */
function repeated(node, { least, most }) {
  const emit = (steps) => {
    for (let time = 0; time < least; time += 1) node.emit(steps);
    const forks = [];
    for (let time = 0; time < (most === null ? 1 : most - least); time += 1) {
      forks.push(steps.push({}) - 1);
      node.emit(steps);
    }
    if (most === null) steps.push({ fork: [forks[0]] });
    for (const fork of forks) steps[fork].fork = [fork + 1, steps.length];
  };
  return { size: (node.size + 1) * (most ?? least + 1) + 1, emit };
}
