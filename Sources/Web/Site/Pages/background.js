// The basemap below all layers, in the page's theme; without one, only the graticule shows the position.

import { escaped } from "./dom.js";
import { painted, passed } from "./frames.js";

/** Milliseconds that other layers wait for the basemap. */
const patience = 250;
const dark = window.matchMedia("(prefers-color-scheme: dark)");

/**
 * `background` is the server's description of its basemap, if it has one.
 *
 * Lines and names are repeated above the field, on tiles that hold nothing else, so that the reader can find
 * places under the strongest colours. A map without a field has no pane for them. They are blended
 * by their alpha alone, which every browser engine does alike.
 *
 * Resolves when the basemap is visible, or takes too long.
 */
export async function addBackground(map, background) {
  if (!background) return;
  map.getContainer().classList.add("with-basemap");
  const ground = add(map, background, "tilePane");
  await Promise.race([loaded(ground).then(painted), passed(patience)]);
  if (background.lines && map.getPane("lines")) add(map, background.lines, "lines");
}

/** Shows tiles in a pane, and switches them when the page's theme changes. */
function add(map, tiles, pane) {
  const address = () => {
    const template = dark.matches ? tiles.dark : tiles.light;
    return tiles.retina && L.Browser.retina ? template.replace("{y}", "{y}@2x") : template;
  };
  const layer = L.tileLayer(address(), {
    pane, maxNativeZoom: tiles.maxzoom, maxZoom: 14, attribution: escaped(tiles.attribution), updateWhenZooming: false,
  });
  dark.addEventListener("change", () => layer.setUrl(address()));
  return layer.addTo(map);
}

const loaded = (layer) => new Promise((resolve) => { layer.once("load", resolve); });
