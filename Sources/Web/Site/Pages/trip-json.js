// Reads JSON in pieces: the objects of lists at the top of a document, or in the members of an object there.
//
// Whole exports of years would not fit into one string. Objects may also follow each other, as in files of JSON lines.

import { TrackMistake } from "./trip-gathering.js";

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = ["\"", "\\", "{", "}", "[", "]"].map((sign) => sign.charCodeAt(0));
/** The longest object that is kept in memory; those of real exports are a thousand times shorter. */
const longest = 64 * 1024 * 1024;

export class JsonReader {
  #onElement;
  #rest = "";
  #place = 0;
  #depth = 0;
  #isInString = false;
  /** The depth of the object that will be given, and where it starts; −1 if there is none. */
  #wanted = 0;
  #start = -1;
  /** Whether what is open at each of the first depths is a list. */
  #lists = [];

  /** `onElement` is called with the text of each object. */
  constructor(onElement) {
    this.#onElement = onElement;
  }

  /** Whether everything that opened has closed. */
  get isComplete() {
    return this.#depth === 0 && !this.#isInString;
  }

  /** Reads a piece of the text. */
  read(piece) {
    this.#rest += piece;
    if (this.#isInString) this.#skipString();
    while (!this.#isInString && this.#place < this.#rest.length) this.#step();
    const kept = this.#start >= 0 ? this.#start : this.#place;
    this.#rest = this.#rest.slice(kept);
    this.#place -= kept;
    if (this.#start >= 0) this.#start = 0;
    if (this.#rest.length > longest) throw new TrackMistake("long");
  }

  /** Goes on to the next sign that matters, and past it. */
  #step() {
    const rest = this.#rest;
    for (let place = this.#place; place < rest.length; place += 1) {
      const code = rest.charCodeAt(place);
      if (code === quote || code === openBrace || code === closeBrace || code === openBracket || code === closeBracket) {
        this.#place = place;
        this.#take(code);
        return;
      }
    }
    this.#place = rest.length;
  }

  #take(code) {
    this.#place += 1;
    if (code === quote) this.#skipString();
    else if (code === openBrace || code === openBracket) this.#open(code === openBracket);
    else this.#close(code === closeBrace);
  }

  #open(isList) {
    this.#depth += 1;
    if (this.#depth <= 3) this.#lists[this.#depth] = isList;
    if (isList || this.#depth > 3) return;
    // At the top, in a list there, or in a list of an object there.
    if (this.#depth > 1 && !this.#lists[this.#depth - 1]) return;
    [this.#start, this.#wanted] = [this.#place - 1, this.#depth];
  }

  #close(isObject) {
    if (isObject && this.#start >= 0 && this.#depth === this.#wanted) {
      this.#onElement(this.#rest.slice(this.#start, this.#place));
      this.#start = -1;
    }
    this.#depth = Math.max(0, this.#depth - 1);
  }

  /** Goes on behind the quotes that end a string. */
  #skipString() {
    this.#isInString = true;
    for (;;) {
      const end = this.#rest.indexOf("\"", this.#place);
      if (end < 0) {
        this.#place = this.#rest.length - this.#trailing(this.#rest.length);
        return;
      }
      const isEscaped = this.#trailing(end) % 2 === 1;
      this.#place = end + 1;
      if (!isEscaped) break;
    }
    this.#isInString = false;
  }

  /** How many backslashes are before a place. */
  #trailing(place) {
    let count = 0;
    while (place - count > this.#place && this.#rest.charCodeAt(place - count - 1) === backslash) count += 1;
    return count;
  }
}
