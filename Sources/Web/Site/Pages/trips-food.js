// What was eaten, for the bars and the pie of carbon: from the list on this device, which has days and no hours.

import { mealsOf } from "./food-days.js";
import { recallEaten } from "./foods-eaten.js";

/** Nothing eaten. */
export const noFood = { meals: [], averages: [] };

/** The `meals` of the list on this device, and the `averages` that they are beside; none without a list, or without figures. */
export async function foodHere() {
  const eaten = recallEaten();
  if (eaten.length === 0) return noFood;
  const table = await fetch("/assets/food-carbon.json").then((response) => response.json()).catch(() => null);
  return table === null ? noFood : { meals: mealsOf(eaten, table.types), averages: table.averages };
}
