// Trips by day, week and month of this device's time zone, and what of them is shown as bars.

import { dayHere, todayHere } from "./calendar.js";
import { food } from "./food-days.js";
import { text } from "./language.js";
import { lazily, locale } from "./locale.js";
import { isOfKnownCarbon } from "./trip-carbon.js";
import { keyOf, pastDaysOf, shareOf, slotOf, slotsOf } from "./trip-days.js";
import { besideAverage } from "./trips-carbon.js";
import { durationWords, exposureWords, kinds, massWords, modeName, wholeExposureWords } from "./trips-words.js";
import { lengthName, shortDate } from "./words.js";

const minute = 60_000;
/** The latest periods with trips are shown. */
const mostBars = 14;
const month = lazily(() => new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" }));
const clock = lazily(() => new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }));
const nameOf = {
  day: shortDate, week: (day) => text("trips.week", { day: shortDate(day) }), month: (key) => month().format(new Date(`${key}-01T00:00:00Z`)), year: (key) => key,
};
/** Sums of months have no day and no week. */
const ofSums = new Set(["month", "year"]);

/** Whether something is a trip, and not a meal. */
const isWay = ({ mode }) => mode !== food;

/** The sum of something for each way of travelling, and for meals. */
function byMode(trips, amountOf, wordsOf) {
  return kinds.flatMap((mode) => {
    const own = trips.filter((trip) => trip.mode === mode);
    const amount = own.reduce((sum, trip) => sum + amountOf(trip), 0);
    return amount > 0 ? [{ kind: mode, name: modeName(mode), amount, words: wordsOf(amount) }] : [];
  });
}

const modeLegend = (trips) => kinds.filter((mode) => trips.some((trip) => trip.mode === mode)).map((mode) => ({ kind: mode, name: modeName(mode) }));

/** A measure whose bars have a piece for each way of travelling. */
const ofModes = (key, trips, amountOf, wordsOf) => ({
  key, name: text(`trips.measure.${key}`), legend: modeLegend(trips), columns: ["when", "mode", "value"],
  pieces: (some) => byMode(some, amountOf, wordsOf), rows: (some) => byMode(some, amountOf, wordsOf), words: (some) => wordsOf(some.reduce((sum, trip) => sum + amountOf(trip), 0)),
});

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
  if (all.some(({ carbon }) => carbon)) ways.push(ofModes("carbon", all, ({ carbon }) => carbon?.grams ?? 0, massWords));
  return [...ways, ...[...allergens.values()].map(ofAllergen)];
}

/** A bar of carbon beside what the transport of a country emits over as many days; alone without a trip, or if the carbon of one is not known. */
function withLimit(bar, some, gramsPerDay, days, carWords) {
  const ways = some.filter(isWay);
  if (ways.length === 0 || !ways.every(isOfKnownCarbon)) return bar;
  const grams = ways.reduce((sum, { carbon }) => sum + (carbon?.grams ?? 0), 0);
  const limit = gramsPerDay * days;
  const note = [besideAverage(grams, limit), carWords(grams)].join(" ").trim();
  return { ...bar, limit, isOver: grams > limit, note, rows: [...bar.rows, { name: text("trips.average"), words: massWords(limit) }] };
}

/** The latest day with trips of its own, not of the sum of a month; undefined without any. */
export const latestDay = (trips) => trips.filter(({ count }) => count === 1).map(({ start }) => dayHere(start)).sort().at(-1);

/** The bars of the latest day, two hours each, in their order: a trip is in each with its share. */
export function slotBarsOf(trips, measure) {
  const [day, groups] = [latestDay(trips), new Map()];
  for (const trip of trips.filter(({ count, start }) => count === 1 && dayHere(start) === day)) {
    for (const { slot, share } of slotsOf(trip)) groups.set(slot, [...groups.get(slot) ?? [], shareOf(trip, share)]);
  }
  return [...groups].sort(([one], [other]) => one - other).map(([slot, some]) => ({
    name: text("trips.slot", { from: clock().format(slot), to: clock().format(slotOf(slot, 2)) }), pieces: measure.pieces(some), rows: measure.rows(some), words: measure.words(some),
  }));
}

/** The bars of the latest periods, newest first; those of carbon beside an `average`, if one is known. */
export function barsOf(trips, period, measure, average, carWords) {
  const groups = new Map();
  for (const trip of trips.filter(({ count }) => count === 1 || ofSums.has(period))) {
    const key = keyOf[period](trip);
    groups.set(key, [...groups.get(key) ?? [], trip]);
  }
  const first = dayHere(Math.min(...trips.filter(isWay).map(({ start }) => Date.parse(start))));
  return [...groups].sort(([one], [other]) => (one < other ? 1 : -1)).slice(0, mostBars)
    .map(([key, some]) => {
      const bar = { name: nameOf[period](key), pieces: measure.pieces(some), rows: measure.rows(some), words: measure.words(some) };
      return average ? withLimit(bar, some, average.gramsPerDay, pastDaysOf(period, key, first, todayHere()), carWords) : bar;
    });
}
