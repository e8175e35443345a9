// The state of the page: place, layer, date and switches. The address carries it:
// #zoom/latitude/longitude/layer/date, followed by switches that differ from the default, such as /regions or
// /no-stations.

import { isDate } from "./calendar.js";

const layerForm = /^[a-z0-9_-]+(\+[a-z0-9_-]+)*$/i;

/** The switches, with the words for their other position in an address. */
const switches = { regions: "regions", stations: "no-stations", alerts: "no-alerts", allAlerts: "all-alerts" };

/** The default position of the switches. */
export const usual = { regions: false, stations: true, alerts: true, allAlerts: false };

/** Parses an address; missing or invalid parts are left out. */
export function parse(hash) {
  const [zoom, latitude, longitude, layer, date, ...words] = hash.replace(/^#/, "").replaceAll("%2B", "+").split("/");
  const place = [zoom, latitude, longitude].map(Number);
  const hasPlace = longitude !== undefined && place.every(Number.isFinite) && Math.abs(place[1]) <= 85.06;
  return {
    zoom: hasPlace ? place[0] : undefined,
    centre: hasPlace ? [place[1], place[2]] : undefined,
    layer: layerForm.test(layer ?? "") ? layer : undefined,
    date: isDate(date) ? date : undefined,
    switches: layer === undefined ? undefined : Object.fromEntries(Object.entries(switches)
      .map(([name, word]) => [name, words.includes(word) !== usual[name]])),
  };
}

export const format = ({ zoom, centre, layer, date, switches: stand }) =>
  [`#${zoom}`, centre.lat.toFixed(3), centre.lng.toFixed(3), layer, date,
    ...Object.entries(switches).filter(([name]) => stand[name] !== usual[name]).map(([, word]) => word)].join("/");
