// Fetches tiles of neighbouring days while the page is idle, so that the next day appears at once.

import { tileTemplate } from "./api.js";

const tileSize = 256;
/** Views with more tiles than a large screen shows are not preloaded. */
const most = 40;

const idle = window.requestIdleCallback ?? ((act) => setTimeout(act, 300));
let round = 0;

/** Makes the browser cache the visible map of a layer on other days; a new call replaces a previous one. */
export function preload(map, layer, dates) {
  const asked = round += 1;
  if (navigator.connection?.saveData) return;
  idle(() => {
    if (asked !== round) return;
    const places = tilesInView(map).slice(0, most);
    for (const date of dates) {
      const template = tileTemplate(layer, date, L.Browser.retina ? "@2x" : "");
      for (const place of places) new Image().src = L.Util.template(template, place);
    }
  }, { timeout: 2000 });
}

/** The coordinates of the tiles in view, each with its north-western corner in pixels of the world. */
export function tilesInView(map) {
  const { min, max } = map.getPixelBounds();
  const z = map.getZoom();
  const count = 2 ** z;
  const found = [];
  for (let y = Math.max(0, Math.floor(min.y / tileSize)); y <= Math.min(count - 1, Math.floor(max.y / tileSize)); y += 1) {
    for (let x = Math.floor(min.x / tileSize); x <= Math.floor(max.x / tileSize); x += 1) {
      found.push({ x: ((x % count) + count) % count, y, z, corner: { x: x * tileSize, y: y * tileSize } });
    }
  }
  return found;
}
