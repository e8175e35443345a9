// A month of doses and reactions as a table; a tap opens a day.

import { adding } from "./calendar.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { firstOf, monthBeside, monthTitle } from "./lookback-month.js";
import { longDate, weekdayName } from "./words.js";

/** A Monday. */
const monday = "2024-01-01";
const daysOfWeek = 7;
const week = Array.from({ length: daysOfWeek }, (_, index) => index);

/** Shows the month of a day: `dosesOf` are those of a day, and `open` shows a day. */
export function showMonth(first, today, chosen, dosesOf, open) {
  byId("month-title").textContent = monthTitle(first);
  byId("month-next").disabled = first >= firstOf(today);
  const end = monthBeside(first, 1);
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + daysOfWeek - 1) % daysOfWeek;
  const rows = [];
  for (let day = adding(first, -weekday); day < end; day = adding(day, daysOfWeek)) {
    rows.push(element("tr", {}, week.map((index) => cell(adding(day, index), first, end, today, chosen, dosesOf, open))));
  }
  byId("calendar").replaceChildren(element("table", { class: "month" },
    element("thead", {}, element("tr", {}, week.map((index) => element("th", { scope: "col" }, weekdayName(adding(monday, index)))))),
    element("tbody", {}, rows)));
}

function cell(day, first, end, today, chosen, dosesOf, open) {
  if (day < first || day >= end || day > today) return element("td");
  const doses = dosesOf(day);
  const hasReaction = doses.some(({ reaction }) => reaction);
  const said = doses.length === 0 ? text("dose.calendar.none") : text("dose.calendar.doses", { count: doses.length });
  const label = `${longDate(day)}: ${said}${hasReaction ? ` ${text("dose.calendar.reaction")}` : ""}`;
  return element("td", {}, element("button", {
    type: "button", class: day === today ? "today" : "", "aria-pressed": String(day === chosen), "aria-label": label, onclick: () => open(day),
  }, element("span", { "aria-hidden": "true" }, Number(day.slice(-2))),
  element("span", { class: "marks", "aria-hidden": "true" }, doses.length > 0 ? element("span", { class: "mark" }) : null, hasReaction ? element("span", { class: "mark reacted" }, "!") : null)));
}
