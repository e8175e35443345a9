// Shows a day beside one's own usual days, as trip-usual.js works it out on this device.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { table, tableRow } from "./table.js";
import { besideUsual, leastDays } from "./trip-usual.js";
import { exposureWords, massWords } from "./trips-words.js";
import { lengthName } from "./words.js";

const columns = ["what", "thatDay", "usualDay"];
/** Allergens that are compared; the table above has all. */
const mostShown = 3;

/** The name of a row, and its amounts in words; `allergens` have names and units. */
function rowWords({ key, now, usual, count }, allergens) {
  const allergen = allergens.find((each) => each.key === key);
  const words = (amount) => {
    if (allergen) return exposureWords({ lowest: amount, highest: amount, known: 1 }, allergen.unit);
    return key === "carbon" ? massWords(amount) : lengthName(amount);
  };
  const name = allergen ? text("trips.usual.outside", { name: allergen.name }) : text(`trips.measure.${key}`);
  return [name, words(now), text("trips.usual.of", { amount: words(usual), count })];
}

/**
 * Shows in the part with an identifier how the `ways` of a day were beside usual days among `trips`, for the first `allergens`, each with
 * its key, name and unit. The part is hidden without other days.
 */
export function showUsual(id, { ways, day, trips, allergens }) {
  const shown = allergens.slice(0, mostShown);
  const { days, rows } = ways.length === 0 ? { days: 0, rows: [] } : besideUsual(ways, day, trips, shown.map(({ key }) => key));
  byId(id).hidden = days === 0;
  byId(`${id}-about`).textContent = rows.length === 0 ? text("trips.usual.few", { count: days, least: String(leastDays) }) : text("trips.usual.about");
  byId(`${id}-table`).replaceChildren(...(rows.length === 0 ? []
    : [table({ "aria-labelledby": `${id}-heading` }, columns, element("tbody", {}, rows.map((row) => tableRow(columns, rowWords(row, shown)))))]));
}
