// Pollutants on a way, beside the reader's allergens: they concern everybody's lungs, and are neither kept nor compared.

import { byId } from "./dom.js";
import { airAround, classesOfAll } from "./trips-air.js";
import { exposureTable, isHigh, judged } from "./trips-exposure.js";

export class TripPollutants {
  #track;
  #pollutants = [];
  #air = [];
  #judged = [];

  constructor(track) { this.#track = track; }

  /** Takes the pollutants of which there is a map, each with its key, name and unit. */
  use(pollutants) {
    this.#pollutants = pollutants.map((pollutant) => ({ ...pollutant, classes: [] }));
    this.clear();
  }

  /** Takes away what is told of another way. */
  clear() {
    [this.#air, this.#judged] = [[], []];
    byId("pollutants").hidden = true;
  }

  /** Fetches them for a way; one that cannot be had is not told, as the way is told without them. */
  async breathe(summary, isLate) {
    const keys = this.#pollutants.map(({ key }) => key);
    const [air, classes] = await Promise.all([airAround(summary, keys).catch(() => []), classesOfAll(keys)]);
    if (isLate()) return;
    this.#air = air;
    this.#pollutants = this.#pollutants.map((pollutant, index) => ({ ...pollutant, classes: classes[index] }));
  }

  /** Adds up what was on the way; `ask` has the modes and settings of the activities. */
  async addUp(ask, isLate) {
    if (this.#air.length === 0) return;
    const { exposures } = await this.#track.ask({ ...ask, air: this.#air });
    if (isLate()) return;
    this.#judged = judged(this.#pollutants, exposures).filter(({ sum }) => sum.known > 0);
    byId("pollutants").hidden = this.#judged.length === 0;
    byId("pollutants-table").replaceChildren(...(this.#judged.length > 0 ? [exposureTable(this.#judged, "pollutants-heading")] : []));
  }

  /** Whether one of them is high on average on the same ways so many milliseconds `later`; what cannot be had is not. */
  async isHighOn({ start, end, ...summary }, later, ask) {
    const keys = this.#pollutants.map(({ key }) => key);
    const air = await airAround({ ...summary, start: start + later, end: end + later }, keys).catch(() => []);
    if (air.length === 0) return false;
    return judged(this.#pollutants, (await this.#track.ask({ ...ask, air, later })).exposures).some(isHigh);
  }

  /** Whether one of them was high on average. */
  get isHigh() { return this.#judged.some(isHigh); }
}
