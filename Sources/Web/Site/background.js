// The basemap beneath everything, in the tone of the page; without one the graticule alone gives the place.

import { escaped } from "./dom.js";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** `background` is what the server says of its basemap, or nothing. */
export function addBackground(map, background) {
  if (!background) return;
  map.getContainer().classList.add("with-basemap");
  const retina = background.retina && L.Browser.retina;
  const address = () => {
    const template = dark.matches ? background.dark : background.light;
    return retina ? template.replace("{y}", "{y}@2x") : template;
  };
  const layer = L.tileLayer(address(), {
    maxNativeZoom: background.maxzoom, maxZoom: 14, attribution: escaped(background.attribution),
    className: "basemap", updateWhenZooming: false,
  }).addTo(map);
  dark.addEventListener("change", () => layer.setUrl(address()));
}
