// What was eaten, for the bars and the pie of carbon: from the list on this device, which has days and no hours.

import { mealsOf } from "./food-days.js";
import { recallEaten } from "./foods-eaten.js";

/** The meals of the list on this device; none without a list, or without figures. */
export async function mealsHere() {
  const eaten = recallEaten();
  if (eaten.length === 0) return [];
  const table = await fetch("/assets/food-carbon.json").then((response) => response.json()).catch(() => null);
  return table === null ? [] : mealsOf(eaten, table.types);
}
