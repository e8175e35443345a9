// What today's trips emit beside the average, with one sentence a day; the lungs come before the climate.

import { dayHere, dayOfYear, todayHere } from "./calendar.js";
import { byId } from "./dom.js";
import { text } from "./language.js";
import { bandOf, isOfKnownCarbon } from "./trip-carbon.js";
import { tipOfDay } from "./trip-tip.js";
import { classesOfAll } from "./trips-air.js";
import { averageName } from "./trips-carbon.js";

/** Sentences of each band; a day shows one of them. */
const variants = 2;

export class TripHighlight {
  /** Counts what was asked for: answers about other trips come too late. */
  #turn = 0;

  /** Shows today's trips beside an `average`; nothing without trips of today whose carbon is known. */
  async show(trips, average) {
    this.#turn += 1;
    const turn = this.#turn;
    const todays = trips.filter(({ count, start }) => count === 1 && dayHere(start) === todayHere());
    const isKnown = average !== null && todays.length > 0 && todays.every(isOfKnownCarbon);
    byId("highlight").hidden = !isKnown;
    if (!isKnown) return;
    const grams = todays.reduce((sum, { carbon }) => sum + (carbon?.grams ?? 0), 0);
    const sentence = text(`trips.highlight.${bandOf(grams, average.gramsPerDay)}.${dayOfYear(todayHere()) % variants}`);
    byId("highlight-words").textContent = sentence;
    byId("highlight-average").textContent = averageName(average);
    const tip = await tipOf(todays);
    if (turn === this.#turn) byId("highlight-words").textContent = [sentence, tip].join(" ").trim();
  }
}

/** The tip of the day in words; empty if there is none. */
async function tipOf(todays) {
  const allergens = [...new Set(todays.flatMap(({ exposures }) => exposures.map(({ allergen }) => allergen)))];
  const classes = new Map((await classesOfAll(allergens)).map((each, index) => [allergens[index], each]));
  const tip = tipOfDay(todays, classes);
  return tip === null ? "" : text(`trips.highlight.${tip}`);
}
