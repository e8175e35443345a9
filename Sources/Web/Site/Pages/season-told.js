// A season at a place in words and as a curve, as the page of the place tells it.

import { element } from "./dom.js";
import { text } from "./language.js";
import { Season, curve } from "./season-curve.js";
import { distanceName, quantity, shortDate } from "./words.js";

/** What happened so far with its curve, `width` pixels wide, what the curve shows, and where it was counted. */
export function seasonTold(answer, today, width) {
  const { station, unit, values, normals, year, years } = answer;
  const usual = normals.map(({ day, p10, median, p90 }) => ({ day, middle: median, low: p10, high: p90, years }));
  const told = sentences(answer, today);
  return [
    told.map((sentence) => element("p", {}, sentence)),
    curve(new Season(year, values, usual, unit), width, { label: told.join(" "), today }),
    element("p", { class: "small" }, years > 0 ? text("place.season.legend", { count: years }) : text("place.season.noYears")),
    element("p", { class: "small" }, station.distance === undefined ? station.name : `${station.name}, ${distanceName(station.distance)}`),
  ].flat();
}

/** When it began beside when it usually does, its highest value, and its end. */
function sentences({ season, usual, unit, year }, today) {
  const peak = season && { value: quantity(season.peak.value, unit), day: shortDate(season.peak.day) };
  return [
    season?.start ? beginning(season) : usual ? waited(`${year}-${usual.start}`, today) : null,
    peak ? text(season.end ? "place.season.peak" : "place.season.peakSoFar", peak) : text("place.season.none"),
    season?.end ? text("place.season.ended", { day: shortDate(season.end) }) : null,
  ].filter(Boolean);
}

function beginning({ start, delay }) {
  const day = shortDate(start);
  if (delay === undefined) return text("place.season.began", { day });
  if (delay === 0) return text("place.season.onTime", { day });
  const count = Math.abs(delay);
  return text("place.season.shifted", { day, delay: delay < 0 ? text("place.season.early", { count }) : text("place.season.late", { count }) });
}

const waited = (start, today) =>
  text(start < today ? "place.season.overdue" : "place.season.ahead", { day: shortDate(start) });
