// A recording: fixes that are a step apart, in stretches between pauses. It knows no clock, and nothing of where positions come from.

import { distanceBetween } from "./trip-distance.js";
import { tripDefaults } from "./trip-settings.js";

const minute = 60_000;
/** Without a move of a step for so long, a recording pauses (Alter Eco, after what iPhones do). */
const stillness = 20 * minute;
/** Somebody who stands still is noted so often, so that the air of this time is known. */
const heartbeat = minute;

export class Recording {
  #fixes = [];
  #distance = 0;
  #moved;
  /** Whether the next position is the first since the start or a pause: nobody knows the way to it. */
  #isFirst = true;
  /** When the stretch that is recorded began, and how long those before it were. */
  #since = null;
  #before = 0;
  /** When the page was hidden, and for how long it was before. */
  #hidden = null;
  #missed = 0;

  constructor(now) { this.#moved = now; }

  get fixes() { return this.#fixes; }

  get distance() { return this.#distance; }

  /** For how long positions were recorded, without pauses. */
  spent(now) { return this.#before + (this.#since === null ? 0 : now - this.#since); }

  /** For how long the page was hidden: nobody knows what was on the way then. */
  get missed() { return this.#missed; }

  /** Whether somebody has not moved for so long that a recording pauses. */
  isStill(now) { return now - this.#moved >= stillness; }

  pause(now) {
    this.#before = this.spent(now);
    [this.#since, this.#isFirst] = [null, true];
  }

  resume(now) { this.#moved = now; }

  /** The page is hidden, and browsers tell no position. */
  hide(now) { this.#hidden = now; }

  /** The page is back: after less than a heartbeat the stretch goes on, else this was a pause. */
  reveal(now) {
    if (this.#hidden === null) return;
    const from = this.#hidden;
    this.#hidden = null;
    if (now - from < heartbeat) return;
    this.#missed += now - from;
    this.pause(from);
    this.resume(now);
  }

  /** Keeps a position that is a step away from the last one, or a heartbeat later. */
  take({ longitude, latitude, altitude, accuracy }, now) {
    const fix = { longitude, latitude, altitude, accuracy, time: now, isFirst: this.#isFirst };
    const last = this.#isFirst ? undefined : this.#fixes.at(-1);
    [this.#isFirst, this.#since] = [false, this.#since ?? now];
    const distance = last ? distanceBetween(last, fix) : 0;
    const isStep = distance + tripDefaults.stepTolerance >= tripDefaults.step;
    if (last && !isStep && fix.time - last.time < heartbeat) return;
    if (isStep) [this.#distance, this.#moved] = [this.#distance + distance, fix.time];
    // Still at the same place, as far as anybody can tell: small errors do not add up to a step.
    this.#fixes.push(last && !isStep ? { ...last, time: fix.time, isFirst: false } : fix);
  }
}
