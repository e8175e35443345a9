// What the map shows first if its address does not say.

import * as api from "./api.js";
import { dayOfYear } from "./calendar.js";
import { byId } from "./dom.js";
import { text } from "./language.js";
import { longDate } from "./words.js";

/** Farther than this from the peak, in days of the year, a layer is certainly out of season. */
const season = 100;

/** The day to open: today, or the layer's peak in a demonstration out of season, which the banner then says. */
export async function openingDate(catalogue, layer) {
  const { today } = catalogue;
  const peak = catalogue.peak(layer);
  if (!catalogue.demonstration || !peak || peak === today) return today;
  if (isNear(today, peak) && await isBusy(layer, today)) return today;
  byId("banner-text").textContent = text("banner.peak", { day: longDate(peak) });
  byId("banner-peak").hidden = false;
  return peak;
}

function isNear(one, other) {
  const days = Math.abs(dayOfYear(one) - dayOfYear(other));
  return Math.min(days, 365 - days) <= season;
}

/** Whether more than one station in twenty has more than a low level; without an answer nobody knows, and the day stays. */
async function isBusy(layer, day) {
  const stations = await api.stations(layer, day).catch(() => null);
  if (!stations) return true;
  const levels = stations.map((station) => station.properties.reading?.level);
  return levels.filter((level) => level && level !== "none" && level !== "low").length * 20 > levels.length;
}
