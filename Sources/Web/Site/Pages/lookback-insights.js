// What the entries of a diary show: the last reaction, a month, a week, and all symptoms so far.

import { adding } from "./calendar.js";
import { element, shape } from "./dom.js";
import { known, text } from "./language.js";
import { number, shortDate, weekdayName } from "./words.js";

/** After so many days, the time since the last reaction is a reason to be glad. */
const long = 3;

const nameOf = (symptom) => known(`diary.symptom.${symptom}`, known(`diary.answer.${symptom}`, symptom));

/** The nodes of the insights. */
export function insights({ today, lastReaction, month, week, shares }) {
  if (!month.some(({ entered }) => entered) && shares.length === 0) return [element("p", {}, text("lookback.few"))];
  return [
    lastReaction ? element("p", { class: "last" }, lastWords(lastReaction.days)) : null,
    part("lookback.month", months(month), element("p", { class: "hint" }, text("lookback.month.about"))),
    part("lookback.week", week.length > 0 ? weekTable(week, today) : element("p", {}, text("lookback.week.none"))),
    shares.length > 0 ? part("lookback.shares", shareList(shares)) : null,
  ].filter(Boolean);
}

function lastWords(days) {
  if (days === 0) return text("lookback.last.today");
  return text(days < long ? "lookback.last" : "lookback.last.long", { count: days });
}

const part = (title, ...nodes) => element("section", {}, element("h3", {}, text(title)), nodes);

function months(days) {
  const highest = Math.max(1, ...days.map(({ count }) => count));
  const step = 300 / days.length;
  const label = days.filter(({ count }) => count > 0).map(({ day, count }) => `${shortDate(day)}: ${number(count)}`).join(", ");
  return shape("svg", {
    class: "bars", viewBox: "0 0 300 60", preserveAspectRatio: "none", role: "img",
    "aria-label": `${text("lookback.month")}. ${label || text("lookback.week.none")}`,
  }, days.map(({ day, count, entered }, index) => {
    const height = count > 0 ? (count / highest) * 52 : 2;
    return shape("rect", {
      class: entered ? "" : "unknown", x: index * step + step * 0.15, width: step * 0.7, y: 56 - height, height,
    }, shape("title", {}, `${shortDate(day)}: ${entered ? number(count) : text("lookback.gap")}`));
  }), shape("line", { x1: 0, x2: 300, y1: 56.5, y2: 56.5 }));
}

function weekTable(week, today) {
  const days = week[0].present.map((_, index, all) => adding(today, index + 1 - all.length));
  return element("div", { class: "wide-table", tabindex: 0, role: "group", "aria-label": text("lookback.week") }, element("table", { class: "week-of-symptoms" },
    element("thead", {}, element("tr", {}, element("td"), days.map((day) => element("th", { scope: "col" }, weekdayName(day))))),
    element("tbody", {}, week.map(({ symptom, present }) => element("tr", {},
      element("th", { scope: "row" }, nameOf(symptom)),
      present.map((isPresent) => element("td", {}, isPresent ? "●" : "")))))));
}

function shareList(shares) {
  const highest = shares[0].share;
  return element("ul", { class: "shares" }, shares.map(({ symptom, count, share }) => {
    const bar = element("span", { class: "share" });
    bar.style.width = `${(100 * share) / highest}%`;
    return element("li", {}, element("span", {}, nameOf(symptom)), bar,
      element("span", { class: "small" }, `${number(100 * share)} %, ${text("lookback.times", { count })}`));
  }));
}
