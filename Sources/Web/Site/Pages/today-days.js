// The table of a place: a row per allergen, a column for today and for each day that is forecast.

import { adding } from "./calendar.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { levelSwatch } from "./legend.js";
import { trend } from "./today-words.js";
import { basisName, capitalised, dayOfWeek, levelName, number, quantity } from "./words.js";

/** Today and the days after it that a table may have. */
export const shownDays = 5;

/** An entry's values of these days, as far as they are known. */
export const daysOf = (entry) => [entry, entry.tomorrow, entry.dayAfterTomorrow, ...(entry.later ?? [])];

/**
 * The table, with only the days of which something is known.
 *
 * The explicit roles match the elements; they survive when the style sheet puts the name above its values.
 *
 * @param {object[]} entries
 * @param {{date: string, origin: ?Function, colours: Map, nameOf: Function}} look `origin` names the source of an entry, unless
 * all have the same.
 */
export function dayTable(entries, { date, origin, colours, nameOf }) {
  const heads = Array.from({ length: shownDays }, (_, index) =>
    [text("dates.today"), text("dates.tomorrow")][index] ?? dayOfWeek(adding(date, index)));
  const days = heads.map((head, index) => ({ head, index })).filter(({ index }) => entries.some((entry) => daysOf(entry)[index]?.level));
  const row = (entry) => element("tr", { role: "row" },
    element("th", { scope: "row", role: "rowheader" }, capitalised(nameOf(entry.allergen)),
      origin ? element("span", { class: "small beneath" }, origin(entry)) : null),
    days.map(({ head, index }) => element("td", { role: "cell", "data-head": head }, cell(entry, index, colours))));
  return element("table", { class: `day-table of-${days.length}`, role: "table" },
    element("thead", { role: "rowgroup" }, element("tr", { role: "row" },
      element("th", { scope: "col", role: "columnheader" }, element("span", { class: "unseen" }, text("column.allergen"))),
      days.map(({ head }) => element("th", { scope: "col", role: "columnheader" }, head)))),
    element("tbody", { role: "rowgroup" }, entries.map(row)));
}

function cell(entry, index, colours) {
  const day = daysOf(entry)[index];
  if (!day?.level) return [element("span", { "aria-hidden": "true" }, "–"), element("span", { class: "unseen" }, levelName(null))];
  return [
    element("span", { class: "day-level" }, levelSwatch(day.level, colours), levelName(day.level)),
    element("span", { class: "small beneath" }, `${quantity(day.value, entry.unit)} · ${text("station.index", { index: number(day.index ?? 0) })}`),
    index === 0 ? null : change(daysOf(entry)[index - 1], day),
  ];
}

/** The change since the day before, and where the forecast comes from unless that day's value says so. */
function change(before, day) {
  const { arrow, words } = before?.level ? trend(before, day) : {};
  return [
    words ? element("strong", { class: "small beneath" }, element("span", { "aria-hidden": "true" }, `${arrow} `), words) : null,
    before?.basis === day.basis && day.basis !== "measured" ? null : element("span", { class: "small beneath" }, expectedName(day.basis)),
  ];
}

/** Nobody measures tomorrow: the simulated values of a demonstration stand in for a forecast. */
const expectedName = (basis) =>
  ({ measured: basisName("forecast"), simulated: text("badge.simulated") })[basis] ?? basisName(basis);
