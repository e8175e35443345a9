// What today's trips emit beside the average, with one sentence a day; the lungs come before the climate.

import { dayHere, dayOfYear, todayHere } from "./calendar.js";
import { byId } from "./dom.js";
import { text } from "./language.js";
import { sourceLinks } from "./source-links.js";
import { bandOf, isOfKnownCarbon } from "./trip-carbon.js";
import { tipOfDay } from "./trip-tip.js";
import { classesOfAll } from "./trips-air.js";
import { averageName, besideAverage } from "./trips-carbon.js";

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
    const sentence = `trips.highlight.${bandOf(grams, average.gramsPerDay)}.${dayOfYear(todayHere()) % variants}`;
    tell([sentence]);
    byId("highlight-average").textContent = `${besideAverage(grams, average.gramsPerDay)} ${averageName(average)}`;
    const tip = await tipOf(todays);
    if (turn === this.#turn && tip) tell([sentence, tip]);
  }
}

/** Shows sentences, with what they rest on; the page brings the sources along. */
function tell(keys) {
  byId("highlight-words").textContent = keys.map((key) => text(key)).join(" ");
  const known = JSON.parse(byId("highlight-sources").textContent);
  const sources = new Map(keys.flatMap((key) => known[key] ?? []).map((source) => [source.url, source]));
  byId("highlight-based").hidden = sources.size === 0;
  byId("highlight-based").replaceChildren(...[sourceLinks([...sources.values()])].filter(Boolean));
}

/** The key of the tip of the day, or `null`. */
async function tipOf(todays) {
  const allergens = [...new Set(todays.flatMap(({ exposures }) => exposures.map(({ allergen }) => allergen)))];
  const classes = new Map((await classesOfAll(allergens)).map((each, index) => [allergens[index], each]));
  const tip = tipOfDay(todays, classes);
  return tip === null ? null : `trips.highlight.${tip}`;
}
