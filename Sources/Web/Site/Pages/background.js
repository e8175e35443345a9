// The basemap beneath everything, in the tone of the page; without one the graticule alone gives the place.

import { escaped } from "./dom.js";
import { painted, passed } from "./frames.js";

/** Milliseconds in which the ground has to come for anything to wait for it. */
const patience = 250;
const dark = window.matchMedia("(prefers-color-scheme: dark)");

/**
 * `background` is what the server says of its basemap, or nothing.
 *
 * Lines and names lie above the field once more, on tiles that hold nothing else, so that one sees where one is under the
 * strongest colours, too; a map without a field has no pane for them. They are laid over it by their alpha alone, as
 * every engine does it alike.
 *
 * Resolves when the ground can be seen, or is long in coming.
 */
export async function addBackground(map, background) {
  if (!background) return;
  map.getContainer().classList.add("with-basemap");
  const ground = add(map, background, "tilePane");
  await Promise.race([loaded(ground).then(painted), passed(patience)]);
  if (background.lines && map.getPane("lines")) add(map, background.lines, "lines");
}

/** Shows tiles in a pane, and those of the other tone when the page changes to it. */
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
