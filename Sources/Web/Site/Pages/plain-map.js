// A map for choosing or showing a place: the basemap, and nothing of what is in the air.

import { catalogue } from "./api.js";
import { addBackground } from "./background.js";
import { text } from "./language.js";
import { calmMap, isCalm, motionOptions } from "./motion.js";

/** The catalogue, asked for once however many maps a page has. */
let asked = null;
const background = () => (asked ??= catalogue().then((answer) => answer.background).catch(() => null));

/** Where a map begins that knows no place. */
export const europe = [[36, -11], [62, 31]];

/** A map that is moved and zoomed, by pointer and by keyboard. */
export function plainMap(node) {
  const map = L.map(node, {
    zoomControl: false, attributionControl: false, minZoom: 2, maxZoom: 16, worldCopyJump: true, ...motionOptions(),
  });
  calmMap(map);
  L.control.zoom({ position: "topright", zoomInTitle: text("map.zoomIn"), zoomOutTitle: text("map.zoomOut") }).addTo(map);
  L.control.scale({ position: "bottomleft", imperial: false }).addTo(map);
  map.fitBounds(europe);
  background().then((found) => {
    addBackground(map, found);
    // Once, with all its words: what grows would move.
    L.control.attribution({ prefix: text("map.leaflet") }).addTo(map);
  });
  return map;
}

/** A picture of a place, which nobody moves; its words stand beside it. */
export function stillMap(node) {
  const map = L.map(node, {
    zoomControl: false, attributionControl: false, dragging: false, keyboard: false, scrollWheelZoom: false,
    doubleClickZoom: false, boxZoom: false, touchZoom: false, zoomAnimation: false, fadeAnimation: false,
  });
  map.fitBounds(europe);
  background().then((found) => addBackground(map, found && { ...found, attribution: "" }));
  return map;
}

export const attribution = () => background().then((found) => found?.attribution ?? "");

/** Moves a map, at once for those who want no motion. */
export function moveTo(map, position, zoom = map.getZoom()) {
  map.setView(position, zoom, { animate: !isCalm() });
}
