// What became of the rows of a file, as the server reports it.

import { element } from "./dom.js";
import { capitalised, number, plural } from "./words.js";

/** Rows that are shown at first; a button shows the rest. */
const firstRows = 50;

const kinds = [
  ["accepted", "new"], ["replaced", "corrected"], ["unchanged", "known already"], ["suspect", "of them doubtful"],
  ["missing", "without a value"], ["rejectedCount", "turned away"],
];

/** The counts in one line, such as `312 new · 4 turned away`. */
export const counts = (answer) =>
  kinds.filter(([name]) => answer[name] > 0).map(([name, words]) => `${number(answer[name])} ${words}`).join(" · ") || "no rows";

/** The whole report: counts, rejected rows, doubtful values. */
export function report(answer, nameOf) {
  return element("div", { class: "report" },
    element("ul", { class: "counts" }, kinds.map(([name, words]) =>
      element("li", { class: name === "rejectedCount" && answer[name] > 0 ? "bad" : null },
        element("b", {}, number(answer[name])), ` ${words}`))),
    rejectedRows(answer.rejected ?? [], answer.rejectedCount),
    doubtfulRows(answer.suspects ?? [], answer.suspect, nameOf));
}

export function rejectedRows(rows, total) {
  if (rows.length === 0) return null;
  return listing("Rows that were turned away", ["Line", "Column", "Value", "Reason"], rows, total, (row) => [
    row.line, row.column, element("code", {}, row.value === "" ? "(empty)" : row.value), capitalised(row.reason),
  ]);
}

function doubtfulRows(rows, total, nameOf) {
  if (rows.length === 0) return null;
  return listing("Doubtful values", ["Line", "Allergen", "Day", "Value", "Reason"], rows, total, (row) => [
    row.line, capitalised(nameOf(row.allergen)), row.period, number(row.value), capitalised(row.reasons.join("; ")),
  ]);
}

function listing(title, heads, rows, total, cells) {
  const body = element("tbody");
  const more = element("button", { class: "quiet", type: "button", onclick: () => fill(rows.length) });
  const holder = element("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": title },
    element("table", { class: "table" },
      element("caption", {}, title),
      element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))), body));
  fill(firstRows);

  function fill(count) {
    body.replaceChildren(...rows.slice(0, count).map((row) =>
      element("tr", {}, cells(row).map((cell, index) => element("td", { "data-head": heads[index] }, cell)))));
    more.hidden = count >= rows.length;
    more.textContent = `Show all ${number(rows.length)} rows`;
  }

  const rest = total > rows.length
    ? element("p", { class: "hint" }, `The server lists the first ${number(rows.length)} of ${plural(total, "row", "rows")}.`) : null;
  return element("div", {}, holder, more, rest);
}
