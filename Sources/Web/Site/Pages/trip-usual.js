// A day beside one's own usual days: the middle values of the four weeks before, of days with kept trips. Days without one are not
// taken for days without air.

import { adding, dayHere } from "./calendar.js";
import { isOfKnownCarbon } from "./trip-carbon.js";
import { isMostlyKnown } from "./trip-exposure.js";

/** How many days before a day are usual ones. */
export const reach = 28;
/** With fewer days, nothing is said to be usual. */
export const leastDays = 5;

/** The middle one of numbers, or between two of them; there is at least one. */
export function medianOf(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What was outside of an allergen on all ways of a day; null if that is not known for nearly all of the time. */
function outsideOf(trips, allergen) {
  const sum = { highest: 0, known: 0, unknown: 0 };
  for (const { exposures, minutes } of trips) {
    const { highest, knownMinutes, unknownMinutes } = exposures.find((each) => each.allergen === allergen) ?? { highest: 0, knownMinutes: 0, unknownMinutes: minutes };
    [sum.highest, sum.known, sum.unknown] = [sum.highest + highest, sum.known + knownMinutes, sum.unknown + unknownMinutes];
  }
  return isMostlyKnown(sum.known, sum.unknown) ? sum.highest : null;
}

/** The amounts of the ways of a day by what they are of: `distance`, `carbon`, and allergens by their keys; null for what is not known. */
function amountsOf(trips, allergens) {
  const carbon = trips.every(isOfKnownCarbon) ? trips.reduce((sum, trip) => sum + (trip.carbon?.grams ?? 0), 0) : null;
  return new Map([
    ["distance", trips.reduce((sum, { distance }) => sum + distance, 0)], ["carbon", carbon], ...allergens.map((allergen) => [allergen, outsideOf(trips, allergen)]),
  ]);
}

/** The kept trips of each of the days before a day. */
function daysBefore(trips, day) {
  const [days, first] = [new Map(), adding(day, -reach)];
  for (const trip of trips.filter(({ count }) => count === 1)) {
    const key = dayHere(trip.start);
    if (key >= first && key < day) days.set(key, [...days.get(key) ?? [], trip]);
  }
  return [...days.values()];
}

/**
 * What the `ways` of a day were beside usual days among kept `trips`: `days` there were, and `rows`, each with the `key` of what it is of,
 * how much it is `now` and is `usual`. What is not known of that day, or of enough others, has no row.
 */
export function besideUsual(ways, day, trips, allergens) {
  const days = daysBefore(trips, day);
  const [now, others] = [amountsOf(ways, allergens), days.map((each) => amountsOf(each, allergens))];
  const rows = [...now].flatMap(([key, amount]) => {
    const known = others.map((each) => each.get(key)).filter((each) => each !== null);
    return amount === null || known.length < leastDays ? [] : [{ key, now: amount, usual: medianOf(known), count: known.length }];
  });
  return { days: days.length, rows };
}
