// The basemap beneath everything, in the tone of the page; without one the graticule alone gives the place.

import { escaped } from "./dom.js";
import { painted, passed } from "./frames.js";

/** Milliseconds in which the ground has to come for anything to wait for it. */
const patience = 250;
const dark = window.matchMedia("(prefers-color-scheme: dark)");

/**
 * `background` is what the server says of its basemap, or nothing.
 *
 * Our own is shown twice: beneath the field, and above it in a pane whose style leaves of it only lines and names, so
 * that one sees where one is under the strongest colours, too. Another's colours are not known, so it lies beneath only;
 * so does ours on a map without a field, which has no such pane.
 *
 * Resolves when the ground can be seen, or is long in coming.
 */
export async function addBackground(map, background) {
  if (!background) return;
  map.getContainer().classList.add("with-basemap");
  const address = () => {
    const template = dark.matches ? background.dark : background.light;
    return background.retina && L.Browser.retina ? template.replace("{y}", "{y}@2x") : template;
  };
  const isOwn = background.light.startsWith("/");
  const layers = [];
  const add = (pane) => {
    layers.push(L.tileLayer(address(), {
      pane, maxNativeZoom: background.maxzoom, maxZoom: 14, attribution: escaped(background.attribution),
      updateWhenZooming: false,
    }).addTo(map));
  };
  dark.addEventListener("change", () => layers.forEach((layer) => layer.setUrl(address())));
  add("tilePane");
  await Promise.race([loaded(layers[0]).then(painted), passed(patience)]);
  if (isOwn && map.getPane("lines")) add("lines");
}

const loaded = (layer) => new Promise((resolve) => { layer.once("load", resolve); });
