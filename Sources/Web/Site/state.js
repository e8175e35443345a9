// Where the page stands: place, layer, date and whether regions are shown. The address carries it:
// #zoom/latitude/longitude/layer/date, and /regions behind it.

import { isDate } from "./calendar.js";

const layerForm = /^[a-z0-9_-]+(\+[a-z0-9_-]+)*$/i;

/** What an address says; parts that are missing or make no sense are left out. */
export function parse(hash) {
  const [zoom, latitude, longitude, layer, date, areas] = hash.replace(/^#/, "").replaceAll("%2B", "+").split("/");
  const place = [zoom, latitude, longitude].map(Number);
  const hasPlace = longitude !== undefined && place.every(Number.isFinite) && Math.abs(place[1]) <= 85.06;
  return {
    zoom: hasPlace ? place[0] : undefined,
    centre: hasPlace ? [place[1], place[2]] : undefined,
    layer: layerForm.test(layer ?? "") ? layer : undefined,
    date: isDate(date) ? date : undefined,
    regions: areas === "regions",
  };
}

export const format = ({ zoom, centre, layer, date, regions }) =>
  `#${zoom}/${centre.lat.toFixed(3)}/${centre.lng.toFixed(3)}/${layer}/${date}${regions ? "/regions" : ""}`;
