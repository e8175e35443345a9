// A station's table: a row per allergen, a column each for the previous, current and next day.

import { adding } from "./calendar.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { levelSwatch } from "./legend.js";
import { basisName, capitalised, levelName, longDate, number, quantity, shortDate } from "./words.js";

/**
 * The table with its footnotes, and the initially chosen allergen.
 *
 * @param {{values: object[]}} days
 */
export function daysTable({ values }, options) {
  const { date, mine, nameOf, shown } = options;
  const columns = [-1, 0, 1].map((step) => adding(date, step));
  const rows = grouped(values);
  const keys = [...rows.keys()].sort((a, b) => strength(rows.get(b), date) - strength(rows.get(a), date));
  if (keys.length === 0) return { node: element("p", {}, text("station.none", { day: longDate(date) })), first: null };
  const isOwn = (key) => mine.isKnown && mine.includes(key);
  const isPresent = (key) => key === shown || columns.some((day) => (rows.get(key).get(day)?.level ?? "none") !== "none");
  // Allergens that the reader named come before cross-reactions.
  const own = keys.filter(isOwn).sort((a, b) => Number(mine.names(b)) - Number(mine.names(a)));
  const ownShown = own.filter((key) => mine.names(key) || isPresent(key));
  const others = keys.filter((key) => !isOwn(key) && isPresent(key));
  const absent = keys.filter((key) => !ownShown.includes(key) && !others.includes(key));
  const first = ownShown.includes(shown) || others.includes(shown) ? shown : ownShown[0] ?? others[0] ?? null;
  const part = (list, title) => [
    title && list.length > 0 ? element("tbody", {}, element("tr", {},
      element("th", { class: "part-head", colspan: 3, scope: "rowgroup" }, title))) : null,
    ...list.map((key) => allergenRows(key, rows.get(key), columns, first, options)),
  ];
  return {
    first,
    node: element("div", {},
      element("table", { class: "days-table" },
        element("caption", { class: "unseen" }, text("station.table")),
        head(columns, rows, options),
        part(ownShown, text("station.mine")),
        part(others, ownShown.length > 0 ? text("station.others") : null)),
      absent.length > 0
        ? element("p", { class: "hint" }, text("air.noneFound", { names: absent.map(nameOf).join(", ") })) : null),
  };
}

/** Values by allergen and day; the first value of a day wins. */
function grouped(values) {
  const rows = new Map();
  for (const value of values) {
    if (typeof value.value !== "number") continue;
    if (!rows.has(value.allergen)) rows.set(value.allergen, new Map());
    const days = rows.get(value.allergen);
    if (!days.has(value.day)) days.set(value.day, value);
  }
  return rows;
}

const strength = (days, date) => days.get(date)?.index ?? -1;

function head(columns, rows, { date, today }) {
  const near = { [adding(today, -1)]: "dates.yesterday", [today]: "dates.today", [adding(today, 1)]: "dates.tomorrow" };
  return element("thead", {}, element("tr", {}, columns.map((day) => {
    const bases = [...rows.values()].map((days) => days.get(day)?.basis).filter(Boolean);
    const words = [...new Set(bases.map((basis) => originName(basis, day, today)))].filter(Boolean).join(", ");
    return element("th", { scope: "col", class: day === date ? "chosen-day" : null },
      near[day] ? text(near[day]) : shortDate(day), element("span", { class: "small beneath" }, words));
  })));
}

/** How a day's values came about. The note above the table already says that a demonstration simulates them. */
function originName(basis, day, today) {
  if (basis === "simulated") return day > today ? basisName("forecast") : "";
  return basisName(basis);
}

/** The name with the button for the chart in one row, the days in the next. */
function allergenRows(key, days, columns, first, { date, nameOf, colours, onChoose }) {
  const choice = element("input", {
    type: "radio", name: "chart", value: key, checked: key === first, onchange: () => onChoose(key).catch(() => {}),
  });
  return element("tbody", {},
    element("tr", {}, element("th", { class: "allergen-head", colspan: 3, scope: "rowgroup" },
      element("label", { title: text("station.chart") }, choice, capitalised(nameOf(key))))),
    element("tr", {}, columns.map((day) =>
      element("td", { class: day === date ? "chosen-day" : null }, cell(days.get(day), colours)))));
}

function cell(value, colours) {
  if (!value) return element("span", { class: "small" }, levelName(null));
  return [
    element("span", { class: "day-level" }, levelSwatch(value.level ?? null, colours), levelName(value.level)),
    element("span", { class: "small beneath" }, quantity(value.value, value.unit)),
    typeof value.index === "number"
      ? element("span", { class: "small beneath" }, text("station.index", { index: number(value.index) })) : null,
  ];
}
