// What was eaten, as the bars and the pie of carbon take it: a day and grams, and no name.

import { isDate } from "./calendar.js";
import { averageIn } from "./trip-carbon.js";

/** The kind of what was eaten, beside the ways of travelling. */
export const food = "food";

/** Grams of carbon dioxide and what equals it for a share of some food. */
export const carbonOfFood = ({ kilogramsPerKilogram }, grams, share = 1) => kilogramsPerKilogram * grams * share;

/** Grams of each group of food on the list, the most first; a group without any is left out, and so is food without a type. */
export function gramsByGroup(eaten, types) {
  const groups = new Map();
  for (const { type, grams, share } of eaten) {
    const known = types.find(({ code }) => code === type);
    if (known) groups.set(known.group, (groups.get(known.group) ?? 0) + carbonOfFood(known, grams, share));
  }
  return [...groups].filter(([, grams]) => grams > 0).sort(([, one], [, other]) => other - one).map(([group, grams]) => ({ group, grams }));
}

/** What the food of a person emits in a country on average, with `gramsPerDay`. */
export function foodAverageOf(averages, country) {
  const average = averageIn(averages, country);
  return average && { ...average, gramsPerDay: 1_000 * average.kilogramsPerDay };
}

/** Entries of the list as kept trips have it, at noon of their day on this device; without a type of food there is no figure, and no meal. */
export function mealsOf(eaten, types) {
  return eaten.flatMap(({ type, grams, share, day }) => {
    const known = types.find(({ code }) => code === type);
    if (!known || !isDate(day)) return [];
    const start = new Date(`${day}T12:00:00`).toISOString();
    return [{ mode: food, start, end: start, count: 1, distance: 0, minutes: 0, carbon: { grams: carbonOfFood(known, grams, share) }, exposures: [] }];
  });
}
