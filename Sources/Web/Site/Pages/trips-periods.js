// Trips by day, week and month of this device's time zone, and what of them is shown as bars.

import { dayHere, todayHere, yearOf } from "./calendar.js";
import { food } from "./food-days.js";
import { text } from "./language.js";
import { lazily, locale } from "./locale.js";
import { isOfKnownCarbon } from "./trip-carbon.js";
import { daysOfTrip, keyOf, pastDaysOf, shareOf, slotOf, slotsOf, slotsOfDay } from "./trip-days.js";
import { windowOf } from "./trip-window.js";
import { besideAverage } from "./trips-carbon.js";
import { durationWords, exactMassWords, exposureWords, kinds, massWords, modeName, wholeExposureWords } from "./trips-words.js";
import { lengthName, shortDate } from "./words.js";

const minute = 60_000;
/** As many periods are shown at once: a week, nine months, five years (Alter Eco, which has no weeks). */
const mostBars = { day: 7, week: 9, month: 9, year: 5 };
const month = lazily(() => new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" }));
const clock = lazily(() => new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }));
const dated = lazily(() => new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }));
/** A day without its year, if it is of this one. */
const dayName = (day) => (yearOf(day) === yearOf(todayHere()) ? shortDate(day) : dated().format(new Date(`${day}T00:00:00Z`)));
const nameOf = {
  day: dayName, week: (day) => text("trips.week", { day: dayName(day) }), month: (key) => month().format(new Date(`${key}-01T00:00:00Z`)), year: (key) => key,
};
/** Sums of months have no day and no week. */
const ofSums = new Set(["month", "year"]);

/** Whether something is a trip, and not a meal. */
const isWay = ({ mode }) => mode !== food;
/** When the first of some trips began; infinite without any. */
const firstOf = (trips) => Math.min(...trips.filter(isWay).map(({ start }) => Date.parse(start)));

/** The sum of something for each way of travelling, and for meals; `exactOf` tells it as exactly as it is known. */
function byMode(trips, amountOf, wordsOf, exactOf) {
  return kinds.flatMap((mode) => {
    const own = trips.filter((trip) => trip.mode === mode);
    const amount = own.reduce((sum, trip) => sum + amountOf(trip), 0);
    return amount > 0 ? [{ kind: mode, name: modeName(mode), amount, words: wordsOf(amount), exact: exactOf(amount) }] : [];
  });
}

const modeLegend = (trips) => kinds.filter((mode) => trips.some((trip) => trip.mode === mode)).map((mode) => ({ kind: mode, name: modeName(mode) }));

/** A measure whose bars have a piece for each way of travelling. */
const ofModes = (key, trips, amountOf, wordsOf, exactOf = wordsOf) => ({
  key, name: text(`trips.measure.${key}`), legend: modeLegend(trips), columns: ["when", "mode", "value"],
  pieces: (some) => byMode(some, amountOf, wordsOf, exactOf), rows: (some) => byMode(some, amountOf, wordsOf, exactOf), words: (some) => wordsOf(some.reduce((sum, trip) => sum + amountOf(trip), 0)),
});

/** Grams in words; at least so many, or not known, if the carbon of a trip is not. */
function gramsWords(some) {
  const grams = some.reduce((sum, { carbon }) => sum + (carbon?.grams ?? 0), 0);
  if (some.every(isOfKnownCarbon)) return massWords(grams);
  return grams > 0 ? text("trips.atLeast", { amount: massWords(grams) }) : text("level.unknown");
}

const ofCarbon = (all) => ({ ...ofModes("carbon", all, ({ carbon }) => carbon?.grams ?? 0, massWords, exactMassWords), words: gramsWords });

/** The sum of what was in the air of an allergen. */
const airOf = (trips, allergen) => trips.flatMap(({ exposures }) => exposures.filter((each) => each.allergen === allergen)).reduce((sum, each) => ({
  lowest: sum.lowest + each.lowest, highest: sum.highest + each.highest, known: sum.known + each.knownMinutes * minute,
  unknown: sum.unknown + each.unknownMinutes * minute,
}), { lowest: 0, highest: 0, known: 0, unknown: 0 });

/** A measure whose bars go from the least to the most that was in the air. */
const ofAllergen = ({ allergen, name, unit }) => ({
  key: allergen, name, columns: ["when", "allergen", "exposure"],
  legend: [{ kind: "sure", name: text("trips.outdoors") }, { kind: "range", name: text("trips.inside") }],
  pieces: (some) => {
    const { lowest, highest } = airOf(some, allergen);
    return [{ kind: "sure", amount: lowest }, { kind: "range", amount: highest - lowest }];
  },
  rows: (some) => [{ name, words: wholeExposureWords(airOf(some, allergen), unit) }],
  words: (some) => exposureWords(airOf(some, allergen), unit),
});

/** What can be shown of trips: distance, time, carbon, also of meals, if there is any, and each allergen. */
export function measuresOf(trips, meals = []) {
  const allergens = new Map(trips.flatMap(({ exposures }) => exposures.map((each) => [each.allergen, each])));
  const ways = trips.length === 0 ? []
    : [ofModes("distance", trips, ({ distance }) => distance, lengthName), ofModes("time", trips, ({ minutes }) => minutes * minute, durationWords)];
  const all = [...trips, ...meals];
  if (all.some(({ carbon }) => carbon)) ways.push(ofCarbon(all));
  return [...ways, ...[...allergens.values()].map(ofAllergen)];
}

/** What is emitted on average where there are trips, over as many `days`, and where there are meals, over the days that have some. */
function limitOf(some, { average, foodAverage, days }) {
  const mealDays = new Set(some.filter((each) => !isWay(each)).map(({ start }) => dayHere(start)));
  return (average && some.some(isWay) ? average.gramsPerDay * days : 0) + (foodAverage?.gramsPerDay ?? 0) * mealDays.size;
}

/** A bar of carbon beside the averages of what is in it; alone if there are none, or if the carbon of a trip is not known. */
function withLimit(bar, some, { average, foodAverage, days, carWords }) {
  const compared = some.filter((each) => (isWay(each) ? average : foodAverage));
  const limit = limitOf(some, { average, foodAverage, days });
  if (limit === 0 || !compared.every(isOfKnownCarbon)) return bar;
  const grams = compared.reduce((sum, { carbon }) => sum + (carbon?.grams ?? 0), 0);
  const note = [besideAverage(grams, limit), carWords(grams)].join(" ").trim();
  return { ...bar, limit, isOver: grams > limit, note, rows: [...bar.rows, { name: text("trips.average"), words: massWords(limit) }] };
}

/** The latest day with trips of its own, not of the sum of a month; undefined without any. */
export const latestDay = (trips) => trips.filter(({ count }) => count === 1).map(({ start }) => dayHere(start)).sort().at(-1);

/** The days on which somebody travelled, also those that a trip only reaches past midnight; sums of months have none. */
export const daysWith = (trips) => [...new Set(trips.filter(({ count }) => count === 1).flatMap(daysOfTrip).map(({ start }) => dayHere(start)))].sort();

/**
 * The bars of a day, two hours each, in their order: a trip is in each with its share, and those without one are empty.
 *
 * On a day that `isOver` the average, all bars with something say so.
 */
export function slotBarsOf(trips, measure, day, isOver = false) {
  if (day === undefined) return [];
  const groups = new Map(slotsOfDay(day).map((slot) => [slot, []]));
  for (const trip of trips.filter(({ count }) => count === 1)) {
    for (const { slot, share } of slotsOf(trip)) groups.get(slot)?.push(shareOf(trip, share));
  }
  const nameOfSlot = (slot) => text("trips.slot", { from: clock().format(slot), to: clock().format(slotOf(slot, 2)) });
  return [...groups].map(([slot, some]) => ({ ...barOf(nameOfSlot(slot), some, measure), ...(isOver && some.length > 0 ? { isOver, overWords: text("trips.slots.above") } : {}) }));
}

/** Whether all trips of a day emit more than an average of transport, and a `note` that compares both; null if that cannot be told. */
export function dayBeside(average, trips, day) {
  const some = trips.filter(({ count }) => count === 1).flatMap(daysOfTrip).filter(({ start }) => dayHere(start) === day);
  if (!average || some.length === 0 || !some.every(isOfKnownCarbon)) return null;
  const grams = some.reduce((sum, { carbon }) => sum + (carbon?.grams ?? 0), 0);
  return { isOver: grams > average.gramsPerDay, note: besideAverage(grams, average.gramsPerDay) };
}

/** A bar; without pieces if nothing is in its period. */
const barOf = (name, some, measure) => (some.length === 0 ? { name, pieces: [], rows: [], words: text("trips.bar.none") }
  : { name, pieces: measure.pieces(some), rows: measure.rows(some), words: measure.words(some) });

/** The trips of each period, by its key, those over midnight in parts; sums of months have no day and no week. */
function groupsOf(trips, period) {
  const groups = new Map();
  for (const trip of trips.filter(({ count }) => count === 1 || ofSums.has(period)).flatMap(daysOfTrip)) {
    const key = keyOf[period](trip);
    groups.set(key, [...groups.get(key) ?? [], trip]);
  }
  return groups;
}

/** The last period of days or weeks of which trips may be missing: of sums of months, and before the oldest trip if there are more. */
function unsureOf(trips, period, isWhole) {
  if (ofSums.has(period)) return "";
  const ends = trips.filter(({ count }) => count > 1).map(({ end }) => Date.parse(end));
  const last = Math.max(...ends, ...(isWhole ? [] : [firstOf(trips)]));
  return Number.isFinite(last) ? keyOf[period]({ start: new Date(last).toISOString(), count: 1 }) : "";
}

/**
 * The bars of periods, newest first, from `until` on, or else the latest, and the latest `earlier` period that is not among them.
 *
 * A period without anything between others has a bar without pieces. Those of carbon are beside an `average` of transport and a
 * `foodAverage`, if these are given.
 * `all` are the trips of which some are shown; they are not all that are kept unless `isWhole`.
 */
export function barsOf(trips, period, measure, { all = trips, isWhole = true, until = null, average = null, foodAverage = null, carWords }) {
  const groups = groupsOf(trips, period);
  const [today, now] = [todayHere(), { start: new Date().toISOString(), count: 1 }];
  const { keys, earlier } = windowOf([...groups.keys()], period, { most: mostBars[period], today: keyOf[period](now), until, unsure: unsureOf(all, period, isWhole) });
  const first = average ? dayHere(firstOf(all)) : "";
  const bars = keys.map((key) => {
    const some = groups.get(key) ?? [];
    const bar = barOf(nameOf[period](key), some, measure);
    return withLimit(bar, some, { average, foodAverage, days: average ? pastDaysOf(period, key, first, today) : 0, carWords });
  });
  return { bars, earlier };
}
