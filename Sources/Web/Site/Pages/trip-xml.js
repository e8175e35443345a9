// Reads XML in pieces, for workers, which have no DOMParser, and for files that are too large for one.
//
// It reads what recorders write, and asks for no more order than it needs: a file that ends in the middle gives what it has.

const nameOf = /^[^\s/>]+/;
const entities = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'" };
const [quote, apostrophe, greater, opening, closing, slash] = ["\"", "'", ">", "[", "]", "/"].map((sign) => sign.charCodeAt(0));
/** Codes up to which a character may be white space or a control character. */
const blank = 32;

/** Text with its entities replaced. */
function decoded(text) {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hexadecimal, decimal, name) => {
    if (name) return entities[name] ?? whole;
    const code = hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The text of an element: without entities, and without white space around it. */
function trimmed(text) {
  const isBare = text === "" || (text.charCodeAt(0) > blank && text.charCodeAt(text.length - 1) > blank && !text.includes("&"));
  return isBare ? text : decoded(text).trim();
}

/** The part of a name after its namespace's prefix. */
const local = (name) => name.slice(name.indexOf(":") + 1);

const isLetter = (code) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);

const attributePatterns = new Map();

/** An attribute in the text of a tag; undefined if there is none. */
export function attributeOf(tag, name) {
  if (!attributePatterns.has(name)) attributePatterns.set(name, new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`));
  const found = attributePatterns.get(name).exec(tag);
  return found ? decoded(found[1] ?? found[2]) : undefined;
}

export class XmlReader {
  #onOpen;
  #onClose;
  #rest = "";
  /** The text since the last tag that opened. */
  #text = "";
  #open = 0;
  /** The last tag that opened, and its name: in a long track one follows another like it. */
  #lastTag = "";
  #lastName = "";
  /** The line of a place in the rest. */
  #line = 1;
  #counted = 0;
  #place = 0;

  /** `onOpen` is called with a name without prefix and the text of its tag, `onClose` with such a name and the text inside. */
  constructor(onOpen, onClose) {
    this.#onOpen = onOpen;
    this.#onClose = onClose;
  }

  /** The line of the tag that is being read, from 1. */
  get line() {
    this.#countLines();
    return this.#line;
  }

  #countLines() {
    for (let end = this.#rest.indexOf("\n", this.#counted); end >= 0 && end < this.#place; end = this.#rest.indexOf("\n", this.#counted)) {
      this.#line += 1;
      this.#counted = end + 1;
    }
  }

  /** Whether every element that opened has closed. */
  get isComplete() {
    return this.#open <= 0 && !/\S/.test(this.#rest);
  }

  /** Reads a piece of the text. */
  read(piece) {
    this.#rest += piece;
    let next = 0;
    for (;;) {
      const start = this.#rest.indexOf("<", next);
      if (start < 0) break;
      this.#place = start;
      const end = this.#endOf(start);
      if (end < 0) break;
      if (start > next) this.#text += this.#rest.slice(next, start);
      this.#take(start, end);
      next = end;
    }
    this.#place = next;
    this.#countLines();
    this.#rest = this.#rest.slice(next);
    this.#counted = Math.max(0, this.#counted - next);
    this.#place = 0;
  }

  /** The place behind what begins with a `<`; −1 if its end has not come yet. */
  #endOf(start) {
    const rest = this.#rest;
    const code = rest.charCodeAt(start + 1);
    // Nearly all are tags with a plain name.
    if (code === slash) return rest.indexOf(">", start) + 1 || -1;
    if (isLetter(code)) return this.#endOfTag(start);
    const behind = (mark) => {
      const found = rest.indexOf(mark, start);
      return found < 0 ? -1 : found + mark.length;
    };
    const sign = rest[start + 1];
    if (sign === "?") return behind("?>");
    if (sign === "!") {
      // Enough to tell a comment from a section of characters and from a type of document.
      if (rest.length < start + 9) return -1;
      if (rest.startsWith("<!--", start)) return behind("-->");
      if (rest.startsWith("<![CDATA[", start)) return behind("]]>");
    } else if (sign !== undefined && !/[\p{L}_:/]/u.test(sign)) {
      // Somebody wrote a bare sign into a name.
      return start + 1;
    }
    return this.#endOfTag(start);
  }

  /** The place behind the `>` that is in no quotes and no brackets. */
  #endOfTag(start) {
    const rest = this.#rest;
    let [inside, depth] = [0, 0];
    for (let place = start + 1; place < rest.length; place += 1) {
      const code = rest.charCodeAt(place);
      if (inside !== 0) {
        if (code === inside) inside = 0;
      } else if (code === quote || code === apostrophe) {
        inside = code;
      } else if (code === opening) {
        depth += 1;
      } else if (code === closing) {
        depth -= 1;
      } else if (code === greater && depth <= 0) {
        return place + 1;
      }
    }
    return -1;
  }

  #take(start, end) {
    const rest = this.#rest;
    const sign = rest[start + 1];
    if (end === start + 1) this.#text += "<";
    else if (sign === "/") this.#close(this.#closedName(start + 2, end));
    else if (sign === "!" && rest[start + 2] === "[") this.#text += rest.slice(start + 9, end - 3).replaceAll("&", "&amp;");
    else if (sign !== "!" && sign !== "?") this.#openTag(rest.slice(start + 1, end - 1));
  }

  #openTag(tag) {
    if (tag !== this.#lastTag) [this.#lastTag, this.#lastName] = [tag, local(nameOf.exec(tag)[0])];
    const name = this.#lastName;
    this.#open += 1;
    this.#text = "";
    this.#onOpen(name, tag);
    if (tag.endsWith("/")) this.#close(name);
  }

  /** The name in a closing tag, which is mostly that of the last tag. */
  #closedName(start, end) {
    const tag = this.#lastTag;
    if (end - 1 - start === tag.length && this.#rest.startsWith(tag, start)) return this.#lastName;
    return local(nameOf.exec(this.#rest.slice(start, end))?.[0] ?? "");
  }

  #close(name) {
    this.#open -= 1;
    this.#onClose(name, trimmed(this.#text));
    this.#text = "";
  }
}
