// What was eaten, as the bars and the pie of carbon take it: a day and grams, and no name.

import { isDate } from "./calendar.js";

/** The kind of what was eaten, beside the ways of travelling. */
export const food = "food";

/** Grams of carbon dioxide and what equals it for a share of some food. */
export const carbonOfFood = ({ kilogramsPerKilogram }, grams, share = 1) => kilogramsPerKilogram * grams * share;

/** Entries of the list as kept trips have it, at noon of their day on this device; without a type of food there is no figure, and no meal. */
export function mealsOf(eaten, types) {
  return eaten.flatMap(({ type, grams, share, day }) => {
    const known = types.find(({ code }) => code === type);
    if (!known || !isDate(day)) return [];
    const start = new Date(`${day}T12:00:00`).toISOString();
    return [{ mode: food, start, end: start, count: 1, distance: 0, minutes: 0, carbon: { grams: carbonOfFood(known, grams, share) }, exposures: [] }];
  });
}
