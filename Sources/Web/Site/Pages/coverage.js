// The year as a calendar: how many allergens have values on each day, and which days are missing.

import { adding, dayOfYear, daysIn, dateIn, yearOf } from "./calendar.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { stretches } from "./times.js";
import { monthName, number, shortDate } from "./words.js";

/** How many periods of missing days are listed; the calendar shows all of them. */
const named = 12;

export function makeCoverage(nameOf) {
  function show(year, readings, today) {
    const byDay = new Map();
    for (const reading of readings) {
      if (!byDay.has(reading.day)) byDay.set(reading.day, new Set());
      byDay.get(reading.day).add(reading.allergen);
    }
    const all = new Set(readings.map((reading) => reading.allergen));
    const past = pastDays(year, today);
    byId("coverage-summary").classList.remove("error");
    byId("coverage-summary").replaceChildren(...summary(year, past, byDay));
    byId("coverage").replaceChildren();
    // A year without any values only gets a sentence; a calendar of gaps would add nothing.
    if (all.size > 0) byId("coverage").append(calendar(year, past.length, byDay, all, nameOf), key(all.size));
  }

  return {
    show,
    fail(error) {
      byId("coverage-summary").textContent = error.message;
      byId("coverage-summary").classList.add("error");
    },
  };
}

/** The days of a year up to today. */
function pastDays(year, today) {
  if (year > yearOf(today)) return [];
  const count = year === yearOf(today) ? dayOfYear(today) : daysIn(year);
  return Array.from({ length: count }, (_, index) => dateIn(year, index + 1));
}

function summary(year, past, byDay) {
  const missing = past.filter((day) => !byDay.has(day));
  const there = past.length - missing.length;
  if (there === 0) return [text("year.none", { year })];
  const first = past.find((day) => byDay.has(day));
  // Many stations only count in season, so days before the first value are not gaps.
  const gaps = stretches(missing.filter((day) => day > first));
  const rest = gaps.length > named ? text("coverage.moreGaps", { count: gaps.length - named }) : "";
  const found = text("coverage.days", { there: number(there), count: past.length, first: shortDate(first) });
  if (gaps.length === 0) return [`${found} ${text("coverage.noGaps")}`];
  return [`${found} ${text("coverage.gaps", { gaps: gaps.slice(0, named).join(", ") + rest })}`];
}

function calendar(year, pastCount, byDay, all, nameOf) {
  const months = Array.from({ length: 12 }, (_, index) => index + 1);
  const holder = { class: "calendar-holder", tabindex: 0, role: "group", "aria-labelledby": "coverage-heading" };
  return element("div", holder, element("table", { class: "calendar" },
    element("caption", { class: "unseen" }, text("coverage.caption", { year })),
    element("thead", {}, element("tr", {}, element("td"),
      Array.from({ length: 31 }, (_, index) => element("th", { scope: "col" }, index + 1)))),
    element("tbody", {}, months.map((month) => monthRow(year, month, pastCount, byDay, all, nameOf)))));
}

function monthRow(year, month, pastCount, byDay, all, nameOf) {
  const first = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-01`;
  const cells = Array.from({ length: 31 }, (_, index) => adding(first, index)).map((day) =>
    day.slice(0, 7) === first.slice(0, 7) ? cell(day, dayOfYear(day) <= pastCount, byDay.get(day), all, nameOf) : element("td"));
  return element("tr", {}, element("th", { scope: "row" }, monthName(month)), cells);
}

function cell(day, isPast, found, all, nameOf) {
  if (!found && !isPast) return element("td", { class: "future", title: shortDate(day) });
  if (!found) return element("td", { class: "missing", title: `${shortDate(day)}: ${text("coverage.nothing")}` }, "0");
  const without = [...all].filter((allergen) => !found.has(allergen)).map(nameOf);
  const rest = without.length > 0 ? text("coverage.without", { names: without.join(", ") }) : "";
  const shade = Math.max(1, Math.ceil((found.size / all.size) * 4));
  const some = text("coverage.some", { found: found.size, all: all.size });
  return element("td", { class: `shade-${shade}`, title: `${shortDate(day)}: ${some}${rest}` }, found.size);
}

function key(count) {
  const sample = (name, words) => element("li", {}, element("span", { class: `sample ${name}`, "aria-hidden": "true" }), words);
  return element("ul", { class: "samples" },
    sample("missing", text("coverage.nothing")), sample("shade-1", text("coverage.few")),
    sample("shade-4", text("coverage.all", { count })));
}
