// What the recorded doses show, treatment by treatment: facts about days, no praise and no advice.

import { element, shape } from "./dom.js";
import { text } from "./language.js";
import { longDate, number, shortDate } from "./words.js";

export function doseInsights({ treatments, lastSymptom }, names) {
  const begun = treatments.filter(({ lastDose }) => lastDose);
  if (begun.length === 0) return [element("p", {}, text("dose.insights.none"))];
  const last = lastSymptom ? element("p", { class: "hint" }, text("dose.insights.lastSymptom", { day: longDate(lastSymptom) })) : null;
  return [...begun.map((treatment) => insight(treatment, names)), last].filter(Boolean);
}

function insight({ allergen, day, month, symptoms, lastReaction }, names) {
  return element("section", {}, element("h3", {}, names.name(allergen)), element("p", {}, text("dose.day", { count: day })),
    element("p", {}, text("dose.insights.month", { taken: number(month.taken), skipped: number(month.skipped) })), strip(month),
    element("p", {}, lastReaction ? text("dose.insights.lastReaction", { day: longDate(lastReaction) }) : text("dose.insights.noReaction")),
    symptoms.length > 0 ? element("ul", { class: "points" }, symptoms.map(({ symptom, count }) => element("li", {}, text("dose.insights.symptom", { name: text(`diary.symptom.${symptom}`), count })))) : null);
}

/** The days of the month as bars; a day without a recorded dose is a low one. */
function strip({ days, taken }) {
  const step = 300 / days.length;
  return shape("svg", { class: "bars", viewBox: "0 0 300 40", preserveAspectRatio: "none", role: "img", "aria-label": text("dose.insights.bars", { taken: number(taken), count: days.length }) },
    days.map(({ day, taken: isTaken }, index) => shape("rect", {
      class: isTaken ? "" : "unknown", x: index * step + step * 0.15, width: step * 0.7, y: isTaken ? 6 : 34, height: isTaken ? 30 : 2,
    }, shape("title", {}, `${shortDate(day)}: ${text(isTaken ? "dose.insights.taken" : "dose.calendar.none")}`))),
    shape("line", { x1: 0, x2: 300, y1: 37, y2: 37 }));
}
