// The course of the strongest allergen at a place: the last days at its station, and those that are forecast.

import * as api from "./api.js";
import { adding } from "./calendar.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { failure, waiting } from "./sheet.js";
import { daysOf } from "./today-days.js";
import { capitalised } from "./words.js";

/** The days before today that are drawn. */
const before = 14;

/** A part that draws the course when it is opened; nothing without a station. */
export function course(entry, date, colours, nameOf) {
  if (!entry?.station) return null;
  const name = capitalised(nameOf(entry.allergen));
  const holder = element("div", { class: "chart-holder" });
  const part = element("details", {}, element("summary", {}, text("today.course", { name, days: before })), holder);
  const draw = async () => {
    holder.replaceChildren(waiting());
    try {
      const [{ chart }, readings] = await Promise.all([
        import("./chart.js"), api.readings(entry.station.id, adding(date, -before), date, entry.allergen),
      ]);
      const coming = daysOf(entry).slice(1).map((day, index) =>
        day?.level && { ...day, unit: entry.unit, day: adding(date, index + 1), isExpected: true }).filter(Boolean);
      holder.replaceChildren(chart(name, [...readings, ...coming], { from: adding(date, -before), to: coming.at(-1)?.day ?? date, selected: date, colours }));
    } catch (error) {
      holder.replaceChildren(failure(error, draw));
    }
  };
  part.addEventListener("toggle", () => { if (part.open) draw(); });
  return part;
}
