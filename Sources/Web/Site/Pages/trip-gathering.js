// The fixes of a file, and what was wrong in it: a mistake in one place costs that place only.

/** Why nothing of a file can be used: a `code`, and with it the `line` or `index`, what was `found`, or the `notes`. */
export class TrackMistake extends Error {
  constructor(code, about = {}) {
    super(`${code} ${JSON.stringify(about)}`);
    Object.assign(this, { code }, about);
  }
}

/** A number as files write it, some with a decimal comma; NaN for anything else. */
export function numberOf(text) {
  if (typeof text === "number") return text;
  if (typeof text !== "string") return NaN;
  const number = Number(text);
  if (number === 0) return text.trim() === "" ? NaN : 0;
  return Number.isNaN(number) && /^\s*[+-]?\d+,\d+\s*$/.test(text) ? Number(text.replace(",", ".")) : number;
}

/** The same; null for what is no number, because not everybody knows an altitude or an accuracy. */
export function numberOrNull(text) {
  const number = numberOf(text);
  return Number.isFinite(number) ? number : null;
}

/** Whether a position is one; numbers that are none are nowhere. */
export const isOnEarth = (longitude, latitude) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;

export class Gathering {
  /** Each with longitude, latitude, time, altitude and accuracy, as trip-inference.js takes them. */
  fixes = [];
  #notes = new Map();
  #isInOrder = true;

  /**
   * Takes a fix; one without a position on Earth or without a time becomes a note.
   *
   * `time` comes from `timeOf`, `said` is how the file has the position (needed if it is none), and `where` returns its line or its index.
   */
  add({ longitude, latitude, time, altitude = null, accuracy = null, said }, where) {
    if (!isOnEarth(longitude, latitude)) {
      this.note("position", where, said);
      return;
    }
    if (!Number.isFinite(time.milliseconds)) {
      this.note(time.said === undefined ? "untimed" : "time", where, time.said);
      return;
    }
    if (time.isZoneless) this.note("zoneless", where, time.said);
    this.#isInOrder &&= this.fixes.length === 0 || this.fixes.at(-1).time <= time.milliseconds;
    this.fixes.push({ longitude, latitude, time: time.milliseconds, altitude, accuracy });
  }

  /** Notes what is wrong; of mistakes of a kind the first is told, and how many there are. */
  note(code, where, found) {
    const known = this.#notes.get(code);
    if (known) known.count += 1;
    else this.#notes.set(code, { code, count: 1, ...where(), ...(found === undefined ? {} : { found: String(found).slice(0, 60) }) });
  }

  get notes() {
    return [...this.#notes.values()];
  }

  /** Takes the fixes and notes of another one; of the fixes only those that are wanted. */
  join(other, isWanted = () => true) {
    for (const fix of other.fixes) {
      if (!isWanted(fix)) continue;
      this.#isInOrder &&= this.fixes.length === 0 || this.fixes.at(-1).time <= fix.time;
      this.fixes.push(fix);
    }
    for (const note of other.notes) {
      const known = this.#notes.get(note.code);
      if (known) known.count += note.count;
      else this.#notes.set(note.code, note);
    }
  }

  /** The fixes in the order of time, which not every file has, and the notes; throws if there are no fixes. */
  result(format) {
    if (this.fixes.length === 0) throw new TrackMistake("nothing", { format, notes: this.notes });
    if (!this.#isInOrder) this.fixes.sort((one, other) => one.time - other.time);
    return { format, fixes: this.fixes, notes: this.notes };
  }
}
