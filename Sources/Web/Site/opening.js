// What the map begins with when its address does not say.

import * as api from "./api.js";
import { byId } from "./dom.js";
import { text } from "./language.js";
import { longDate } from "./words.js";

/** The day to open: today, or in a demonstration whose season is over the layer's peak, and the banner says so. */
export async function openingDate(catalogue, layer) {
  const { today } = catalogue;
  const peak = catalogue.peak(layer);
  if (!catalogue.demonstration || !peak || peak === today) return today;
  const stations = await api.stations(layer, today).catch(() => []);
  const levels = stations.map((station) => station.properties.reading?.level);
  const busy = levels.filter((level) => level && level !== "none" && level !== "low").length;
  if (busy * 20 > levels.length) return today;
  byId("banner-text").textContent = text("banner.peak", { day: longDate(peak) });
  byId("banner-peak").hidden = false;
  return peak;
}
