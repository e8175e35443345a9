// The basemap beneath everything, in the tone of the page; without one the graticule alone gives the place.

import { escaped } from "./dom.js";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

/**
 * `background` is what the server says of its basemap, or nothing.
 *
 * Our own is shown twice: beneath the field, and above it in a pane whose style leaves of it only lines and names, so
 * that one sees where one is under the strongest colours, too. Another's colours are not known, so it lies beneath only;
 * so does ours on a map without a field, which has no such pane.
 */
export function addBackground(map, background) {
  if (!background) return;
  map.getContainer().classList.add("with-basemap");
  const address = () => {
    const template = dark.matches ? background.dark : background.light;
    return background.retina && L.Browser.retina ? template.replace("{y}", "{y}@2x") : template;
  };
  const isOwn = background.light.startsWith("/");
  const panes = isOwn && map.getPane("lines") ? ["tilePane", "lines"] : ["tilePane"];
  const layers = panes.map((pane) => L.tileLayer(address(), {
    pane, maxNativeZoom: background.maxzoom, maxZoom: 14, attribution: escaped(background.attribution),
    updateWhenZooming: false,
  }).addTo(map));
  dark.addEventListener("change", () => layers.forEach((layer) => layer.setUrl(address())));
}
