// When somebody is reminded of a recording that rests while its page is hidden. It knows no clock.

const hour = 3_600_000;
/** The first reminder comes so long after the page was left, and then one each day (Alter Eco). */
const patience = 2 * hour;
const daily = 24 * hour;

export class Absence {
  /** When the next reminder is due; `null` while the page is seen. */
  #next = null;

  leave(now) { this.#next ??= now + patience; }

  end() { this.#next = null; }

  /** Whether a reminder is due. It is due once, and of those that a device slept through only the last. */
  isDue(now) {
    if (this.#next === null || now < this.#next) return false;
    while (this.#next <= now) this.#next += daily;
    return true;
  }
}
