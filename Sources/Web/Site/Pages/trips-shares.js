// A pie of what was kept, by way of travelling and with what was eaten, and the same as a table.

import { dayHere } from "./calendar.js";
import { byId, element, shape } from "./dom.js";
import { text } from "./language.js";
import { lazily, locale } from "./locale.js";
import { table, tableRow } from "./table.js";
import { hundredthsOf, slicesOf } from "./trip-pie.js";
import { kinds } from "./trips-words.js";
import { longDate } from "./words.js";

const columns = ["mode", "value", "share"];
const percent = lazily(() => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }));

/** Hundredths in words; what is there is never none. */
export const shareWords = (hundredths) => (hundredths === 0 ? `< ${percent().format(0.01)}` : percent().format(hundredths / 100));

/** Since when, in words. */
function sinceWords(trips, isWhole) {
  if (trips.length === 0) return "";
  const day = longDate(dayHere(Math.min(...trips.map(({ start }) => Date.parse(start)))));
  return isWhole ? text("trips.shares.since", { day }) : text("trips.shares.latest", { day });
}

/** Shows the shares of a measure in all trips, or in the latest unless `isWhole`; hidden for one that has no ways of travelling, or is nothing. */
export function showShares(trips, measure, isWhole) {
  const rows = measure.rows(trips).filter(({ kind }) => kinds.includes(kind));
  const slices = slicesOf(rows.map(({ amount }) => amount));
  byId("shares").hidden = slices.length === 0;
  byId("share-words").textContent = "";
  byId("shares-about").textContent = sinceWords(trips, isWhole);
  const hundredths = hundredthsOf(slices.map(({ share }) => share));
  const words = rows.map((row, index) => [row.name, row.words, shareWords(hundredths[index])]);
  const drawn = slices.map(({ path }, index) => ({ path, index })).filter(({ path }) => path !== "");
  byId("pie").replaceChildren(...drawn.map(({ path, index }) => shape("path", {
    class: `slice ${rows[index].kind}`, d: path, onclick: () => { byId("share-words").textContent = text("trips.share", { mode: words[index][0], value: words[index][1], share: words[index][2] }); },
  })));
  byId("shares-table").replaceChildren(table({ "aria-labelledby": "shares-heading" }, columns, element("tbody", {}, words.map((row) => tableRow(columns, row)))));
}
