// A month of the diary as a table of faces; days to come are empty.

import { adding } from "./calendar.js";
import { face } from "./diary-faces.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { longDate, weekdayName } from "./words.js";

/** A Monday. */
const monday = "2024-01-01";
const daysOfWeek = 7;

export const firstOf = (day) => `${day.slice(0, 7)}-01`;

/** The first day of the month before or after the one of a day. */
export function monthBeside(day, step) {
  const date = new Date(`${firstOf(day)}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + step);
  return date.toISOString().slice(0, 10);
}

export const monthTitle = (day) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, { timeZone: "UTC", month: "long", year: "numeric" });

/** The table of the month that begins on a day; `entries` are by day. */
export function monthTable(first, today, entries) {
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + daysOfWeek - 1) % daysOfWeek;
  const end = monthBeside(first, 1);
  const rows = [];
  for (let day = adding(first, -weekday); day < end; day = adding(day, daysOfWeek)) {
    rows.push(element("tr", {}, Array.from({ length: daysOfWeek }, (_, index) => cell(adding(day, index), first, end, today, entries))));
  }
  const heads = Array.from({ length: daysOfWeek }, (_, index) => element("th", { scope: "col" }, weekdayName(adding(monday, index))));
  return element("table", { class: "month" }, element("thead", {}, element("tr", {}, heads)), element("tbody", {}, rows));
}

function cell(day, first, end, today, entries) {
  if (day < first || day >= end || day > today) return element("td");
  const entry = entries.get(day);
  const feeling = entry?.answers.feeling;
  const said = feeling === undefined ? text(entry ? "diary.noted" : "diary.empty") : text(`diary.feeling.${feeling}`);
  return element("td", {}, element("a", {
    href: `/diary?day=${day}`, class: day === today ? "today" : "", "aria-label": `${longDate(day)}: ${said}`,
  }, element("span", { "aria-hidden": "true" }, Number(day.slice(-2))), face(feeling)));
}
