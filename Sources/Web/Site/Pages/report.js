// The results for the rows of a file, as the server reports them.

import { isDate } from "./calendar.js";
import { element } from "./dom.js";
import { known, text } from "./language.js";
import { nearest } from "./nearest.js";
import { table, tableRow } from "./table.js";
import { capitalised, doubtsName, mediumDate, number } from "./words.js";

/** Rows shown at first; a button shows the rest. */
const firstRows = 50;

const kinds = ["accepted", "replaced", "unchanged", "suspect", "missing", "rejectedCount"];

/** The counts in one line, such as `312 new · 4 rejected`. */
export const counts = (answer) =>
  kinds.filter((kind) => answer[kind] > 0).map((kind) => `${number(answer[kind])} ${text(`count.${kind}`)}`).join(" · ")
  || text("count.none");

/** The whole report: counts, rejected rows, doubtful values; `names` has the allergens by key. */
export function report(answer, names) {
  return element("div", { class: "report" },
    element("ul", { class: "counts" }, kinds.map((kind) =>
      element("li", { class: kind === "rejectedCount" && answer[kind] > 0 ? "bad" : null },
        element("b", {}, number(answer[kind])), ` ${text(`count.${kind}`)}`))),
    rejectedRows(answer.rejected ?? [], answer.rejectedCount, names),
    doubtfulRows(answer.suspects ?? [], answer.suspect, names));
}

export function rejectedRows(rows, total, names) {
  if (rows.length === 0) return null;
  return listing(text("report.rejected"), ["line", "column", "value", "reason"], rows, total, (row) => [
    row.line, row.column, element("code", {}, row.value === "" ? text("report.empty") : row.value), rejection(row, names),
  ]);
}

/** Why a row was rejected; what a definition of a feed says of it comes from the server, in English. */
function rejection({ code, details, reason, value }, names) {
  const values = { ...details, day: details?.day && mediumDate(details.day) };
  const words = known(`rejection.${code}`, null, values);
  const meant = code === "unknown-allergen" ? nearest(value, names) : undefined;
  if (meant) return `${words}. ${text("meant", { name: meant })}`;
  return words ?? element("span", { lang: "en" }, capitalised(reason));
}

function doubtfulRows(rows, total, names) {
  if (rows.length === 0) return null;
  return listing(text("report.doubtful"), ["line", "allergen", "period", "value", "reason"], rows, total, (row) => [
    row.line, capitalised(names.get(row.allergen) ?? row.allergen), isDate(row.period) ? mediumDate(row.period) : row.period,
    number(row.value), doubtsName(row),
  ]);
}

function listing(title, columns, rows, total, cells) {
  const body = element("tbody");
  const more = element("button", { class: "quiet", type: "button", onclick: () => fill(rows.length) });
  fill(firstRows);

  function fill(count) {
    body.replaceChildren(...rows.slice(0, count).map((row) => tableRow(columns, cells(row))));
    more.hidden = count >= rows.length;
    more.textContent = text("report.showAll", { count: rows.length });
  }

  const rest = total > rows.length
    ? element("p", { class: "hint" }, text("report.first", { first: number(rows.length), count: total })) : null;
  return element("div", {}, table({ "aria-label": title }, columns, body, title), more, rest);
}
