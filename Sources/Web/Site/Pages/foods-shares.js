// A pie of what was eaten, by groups of food, and the same as a table.

import { byId, element, shape } from "./dom.js";
import { gramsByGroup } from "./food-days.js";
import { text } from "./language.js";
import { table, tableRow } from "./table.js";
import { hundredthsOf, slicesOf } from "./trip-pie.js";
import { shareWords } from "./trips-shares.js";
import { massWords } from "./trips-words.js";

const columns = ["group", "value", "share"];

/** Shows the shares of groups in what the food on the list emits; hidden if that is nothing. */
export function showFoodShares(eaten, types) {
  const groups = gramsByGroup(eaten, types);
  const slices = slicesOf(groups.map(({ grams }) => grams));
  const hundredths = hundredthsOf(slices.map(({ share }) => share));
  const words = groups.map(({ group, grams }, index) => [text(`foods.carbon.group.${group}`), massWords(grams), shareWords(hundredths[index])]);
  const drawn = slices.map(({ path }, index) => ({ path, index })).filter(({ path }) => path !== "");
  byId("shares").hidden = groups.length === 0;
  byId("share-words").textContent = "";
  byId("pie").replaceChildren(...drawn.map(({ path, index }) => shape("path", {
    class: `slice ${groups[index].group}`, d: path, onclick: () => { byId("share-words").textContent = text("trips.share", { mode: words[index][0], value: words[index][1], share: words[index][2] }); },
  })));
  byId("shares-table").replaceChildren(table({ "aria-labelledby": "shares-heading" }, columns, element("tbody", {}, words.map((row) => tableRow(columns, row)))));
}
