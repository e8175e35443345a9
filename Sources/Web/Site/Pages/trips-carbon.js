// The greenhouse gases of activities, by factors of their country; the lungs come before the climate.

import { byId, element } from "./dom.js";
import { foodAverageOf } from "./food-days.js";
import { text } from "./language.js";
import { lazily, locale } from "./locale.js";
import { averageOf, carbonOrStandIn, carDistance, neighbours, states, union } from "./trip-carbon.js";
import { tipOfWays } from "./trip-tip.js";
import { chooseForTrips, tripChoices } from "./trips-settings.js";
import { massWords, modeName } from "./trips-words.js";
import { lengthName, number } from "./words.js";

/** Seats of most cars that have three rows. */
const mostPeople = 8;
/** A country that is none of those with figures. */
const other = "other";
const countries = lazily(() => new Intl.DisplayNames(locale, { type: "region" }));
const countryName = (code) => countries().of(code);
const percent = lazily(() => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }));

export class TripCarbon {
  #factors = [];
  #averages = [];
  /** The address of each licence. */
  #licences = {};
  #loaded = null;
  /** How many share the car of the track that is shown. */
  #people = 1;

  /** `onChange` is called when another country or another number of people is chosen. */
  constructor(onChange) {
    byId("people").replaceChildren(...Array.from({ length: mostPeople }, (_, index) => element("option", { value: String(index + 1) }, number(index + 1))));
    byId("people").addEventListener("change", ({ target }) => {
      this.#people = Number(target.value);
      onChange();
    });
    byId("country").addEventListener("change", ({ target }) => {
      chooseForTrips({ country: target.value });
      onChange();
    });
  }

  /** For another track, nobody shares the car until somebody says so. */
  alone() {
    [this.#people, byId("people").value] = [1, "1"];
  }

  /** Loads the figures, once. */
  load() {
    this.#loaded ??= this.#fetch();
    return this.#loaded;
  }

  async #fetch() {
    const answer = await fetch("/assets/carbon-factors.json").then((response) => response.json()).catch(() => null);
    // Without a network, the next track asks again.
    if (answer === null) this.#loaded = null;
    const { factors, averages, licences } = answer ?? { factors: [], averages: [], licences: {} };
    [this.#factors, this.#averages, this.#licences] = [factors, averages, licences];
    const { country } = tripChoices();
    // Without a network, what was chosen before can still be seen.
    const chosen = ["", other].includes(country) ? [] : [country];
    const known = new Set([...[...factors, ...averages].map((each) => each.country), ...(answer === null ? [] : [...states, ...neighbours]), ...chosen]);
    known.delete(union);
    const named = [...known].map((code) => [code, countryName(code)]).sort(([, one], [, another]) => one.localeCompare(another, locale));
    const options = [["", text("trips.carbon.none")], ...named, [other, text("trips.carbon.other")]];
    byId("country").replaceChildren(...options.map(([value, name]) => element("option", { value, selected: value === country }, name)));
  }

  /** The carbon of an activity of the track as the service keeps it; null if no factor is known, or none is needed. */
  ofTrack(activity) { return this.of(activity, tripChoices().country, this.#people); }

  /** The same for a trip by the figures of a country; `people` share a car. */
  of(activity, country = tripChoices().country, people = 1) {
    const carbon = country === "" ? null : carbonOrStandIn(activity, this.#factors, country, people);
    return carbon?.factor ? { grams: Math.round(10 * carbon.grams) / 10, country: carbon.factor.country, year: carbon.factor.year } : null;
  }

  /** Shows the sum for some activities; `there` and `today` say what the air was and is for the reader, as trip-tip.js takes it. */
  show(activities, { there, today }) {
    const { country } = tripChoices();
    const all = country === "" ? [] : activities.map((activity) => carbonOrStandIn(activity, this.#factors, country, this.#people));
    byId("people-line").hidden = country === "" || activities.every(({ mode }) => mode !== "car");
    const isKnown = all.length > 0 && all.every((carbon) => carbon !== null);
    const factors = isKnown ? [...new Set(all.map(({ factor }) => factor).filter((factor) => factor))] : [];
    const grams = isKnown ? all.reduce((sum, each) => sum + each.grams, 0) : 0;
    byId("carbon").textContent = isKnown ? [text("trips.carbon.sum", { mass: massWords(grams) }), this.carWords(grams)].join(" ").trim() : missing(country);
    const lenders = [...new Set(factors.map((factor) => factor.country))].filter((code) => code !== country).map(countryName);
    byId("carbon-note").textContent = lenders.length > 0 ? standInWords(country, lenders.join(", ")) : "";
    byId("carbon-source").replaceChildren(...factors.flatMap((factor) => [sourceOf(factor), " ", this.#licenceOf(factor), " "]));
    const tip = tipOfWays(activities, there, today);
    byId("tip").textContent = tip === null ? "" : text(`trips.tip.${tip}`);
    byId("tip-sources").hidden = tip === null;
  }

  /** The licence of a factor, with a link to its text. */
  #licenceOf({ licence }) { return element("a", { href: this.#licences[licence], rel: "noreferrer" }, text("trips.carbon.licence", { licence })); }

  /** How far a car goes for it, in words; empty for nothing. */
  carWords(grams) { return carWords(grams, this.#factors); }

  /** What the transport of a country emits for each of its people, in grams a day: of the chosen country, or else that of the newest trip. */
  averageFor(trips) { return averageOf(this.#averages, countryFor(trips)); }

  /** What the food of a person emits there on average, in grams a day. */
  foodAverageFor(trips, averages) { return foodAverageOf(averages, countryFor(trips)); }
}

/** The chosen country, or else that of the newest trip. */
function countryFor(trips) {
  const { country } = tripChoices();
  return country === "" ? trips.find(({ carbon }) => carbon)?.carbon.country : country;
}

/** How far a car goes for some grams, in words, which name the country of the figure if it is not the chosen one; empty for nothing. */
export function carWords(grams, factors) {
  const { country } = tripChoices();
  const car = grams > 0 ? carDistance(grams, factors, country) : null;
  if (car === null) return "";
  const distance = lengthName(car.metres);
  return car.factor.country === country ? text("trips.carbon.car", { distance }) : text("trips.carbon.car.of", { distance, country: countryName(car.factor.country) });
}

/** Grams of a kept trip with the country and the year of the figure that they come from. */
export const keptCarbonWords = ({ grams, country, year }) => text("trips.way.carbon.of", { mass: massWords(grams), country: countryName(country), year: String(year) });

/** Of which country and year an average is. */
export const averageName = ({ country, year }) => text("trips.average.of", { country: countryName(country), year: String(year) });

/** An average, what it is of and where it comes from, in words: those of transport, or of another `key`. */
export function averageWords({ country, gramsPerDay, source, year }, key = "trips.average.about") {
  return text(key, { country: countryName(country), mass: massWords(gramsPerDay), source, year: String(year) });
}

/** Grams beside an average: a share of it, or how many times as much. */
export function besideAverage(grams, limit) {
  const times = grams / limit;
  return times <= 1 ? text("trips.average.share", { share: percent().format(times) }) : text("trips.average.times", { times: number(times) });
}

/** Which country stands in for the chosen one, in words. */
const standInWords = (chosen, country) => (chosen === other ? text("trips.carbon.standIn", { country }) : text("trips.carbon.standIn.of", { chosen: countryName(chosen), country }));

const missing = (country) => (country === "" ? "" : text("trips.carbon.unknown"));

const sourceOf = ({ mode, country, gramsPerKilometre, source, year }) =>
  text("trips.carbon.source", { mode: modeName(mode), country: countryName(country), factor: massWords(gramsPerKilometre), source, year: String(year) });
