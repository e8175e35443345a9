// What today's trips emit beside the average, with one sentence a day; the lungs come before the climate.

import { dayHere, dayOfYear, todayHere } from "./calendar.js";
import { byId } from "./dom.js";
import { text } from "./language.js";
import { bandOf, isOfKnownCarbon } from "./trip-carbon.js";
import { airOf } from "./trip-points.js";
import { classesOfAll } from "./trips-air.js";
import { shortWay } from "./trips-carbon.js";

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
    const tip = await tipOf(todays);
    if (turn === this.#turn) byId("highlight-words").textContent = [sentence, tip].join(" ").trim();
  }
}

/** Walking is worth a word only if a short way was driven and the air of every trip is known not to have been high. */
async function tipOf(todays) {
  const allergens = [...new Set(todays.flatMap(({ exposures }) => exposures.map(({ allergen }) => allergen)))];
  const classes = new Map((await classesOfAll(allergens)).map((each, index) => [allergens[index], each]));
  const airs = todays.map((trip) => airOf(trip, classes));
  if (airs.includes("high")) return text("trips.highlight.lungs");
  const isDriven = todays.some(({ mode, distance }) => mode === "car" && distance <= shortWay);
  return isDriven && airs.every((air) => air === "fine") ? text("trips.highlight.walk") : "";
}
