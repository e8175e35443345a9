// The course of the strongest allergen at a place: the last days at its station, and those that are forecast; and its
// whole season.

import * as api from "./api.js";
import { adding, yearOf } from "./calendar.js";
import { text } from "./language.js";
import { daysOf } from "./today-days.js";
import { unfolding } from "./unfolding.js";
import { capitalised } from "./words.js";

/** The days before today that are drawn. */
const before = 14;

/** A part that draws the course when it is opened; nothing without a station. */
export function course(entry, date, colours, nameOf) {
  if (!entry?.station) return null;
  const name = capitalised(nameOf(entry.allergen));
  return unfolding(text("today.course", { name, days: before }), async () => {
    const [{ chart }, readings] = await Promise.all([
      import("./chart.js"), api.readings(entry.station.id, adding(date, -before), date, entry.allergen),
    ]);
    const coming = daysOf(entry).slice(1).map((day, index) =>
      day?.level && { ...day, unit: entry.unit, day: adding(date, index + 1), isExpected: true }).filter(Boolean);
    return [chart(name, [...readings, ...coming], { from: adding(date, -before), to: coming.at(-1)?.day ?? date, selected: date, colours })];
  });
}

/** A part that draws the year beside earlier ones when it is opened; nothing without a station. */
export function wholeSeason(entry, place, date, nameOf) {
  if (!entry?.station) return null;
  const summary = text("place.season", { name: capitalised(nameOf(entry.allergen)), year: yearOf(date) });
  return unfolding(summary, async (holder) => {
    const [{ seasonTold }, season] = await Promise.all([import("./season-told.js"), api.season(place, entry.allergen)]);
    return seasonTold(season, date, holder.clientWidth);
  });
}
