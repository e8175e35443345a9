// A map for choosing or showing a place: the basemap, without any layers about the air.

import { catalogue } from "./api.js";
import { addBackground } from "./background.js";
import { text } from "./language.js";
import { calmMap, isCalm, motionOptions } from "./motion.js";

/** The catalogue, fetched only once for all maps on a page. */
let asked = null;
const background = () => (asked ??= catalogue().then((answer) => answer.background).catch(() => null));

/** The initial view of a map without a place. */
export const europe = [[36, -11], [62, 31]];

/** A map that can be moved and zoomed with pointer and keyboard. */
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
    // Set once with its full text, because later additions would shift the layout.
    L.control.attribution({ prefix: text("map.leaflet") }).addTo(map);
  });
  return map;
}

/** A static picture of a place; its description is beside it. */
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

/** Moves a map, without animation for readers who want no motion. */
export function moveTo(map, position, zoom = map.getZoom()) {
  map.setView(position, zoom, { animate: !isCalm() });
}
