// What the map begins with when its address does not say.

import * as api from "./api.js";
import { dayOfYear } from "./calendar.js";
import { byId } from "./dom.js";
import { text } from "./language.js";
import { longDate } from "./words.js";

/** Farther than this from the peak, in days of the year, the season of a layer is surely over. */
const season = 100;

/** The day to open: today, or in a demonstration whose season is over the layer's peak, and the banner says so. */
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

/** Whether more than one station in twenty finds more than a little. */
async function isBusy(layer, day) {
  const stations = await api.stations(layer, day).catch(() => []);
  const levels = stations.map((station) => station.properties.reading?.level);
  return levels.filter((level) => level && level !== "none" && level !== "low").length * 20 > levels.length;
}
