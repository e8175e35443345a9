// A pie of what was kept, by way of travelling and with what was eaten, and the same as a table.

import { byId, element, shape } from "./dom.js";
import { text } from "./language.js";
import { lazily, locale } from "./locale.js";
import { table, tableRow } from "./table.js";
import { hundredthsOf, slicesOf } from "./trip-pie.js";
import { kinds } from "./trips-words.js";

const columns = ["mode", "value", "share"];
const percent = lazily(() => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }));

/** Hundredths in words; what is there is never none. */
const shareWords = (hundredths) => (hundredths === 0 ? `< ${percent().format(0.01)}` : percent().format(hundredths / 100));

/** Shows the shares of a measure in all trips; hidden for one that has no ways of travelling, or is nothing. */
export function showShares(trips, measure) {
  const rows = measure.rows(trips).filter(({ kind }) => kinds.includes(kind));
  const slices = slicesOf(rows.map(({ amount }) => amount));
  byId("shares").hidden = slices.length === 0;
  byId("share-words").textContent = "";
  const hundredths = hundredthsOf(slices.map(({ share }) => share));
  const words = rows.map((row, index) => [row.name, row.words, shareWords(hundredths[index])]);
  const drawn = slices.map(({ path }, index) => ({ path, index })).filter(({ path }) => path !== "");
  byId("pie").replaceChildren(...drawn.map(({ path, index }) => shape("path", {
    class: `slice ${rows[index].kind}`, d: path, onclick: () => { byId("share-words").textContent = text("trips.share", { mode: words[index][0], value: words[index][1], share: words[index][2] }); },
  })));
  byId("shares-table").replaceChildren(table({ "aria-labelledby": "shares-heading" }, columns, element("tbody", {}, words.map((row) => tableRow(columns, row)))));
}
