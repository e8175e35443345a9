// A small map with a pin, from whole tiles of the service's own ground: their addresses say far less of a place than its cell.

import { catalogue } from "./api.js";
import { element, shape } from "./dom.js";
import { columns, rows, tilesAround, zoom } from "./study-tiles.js";

/** The pin of maps, which is 33 high in this drawing; it stands on `foot`. */
const outline = "M22 42C13 32 9 25.500 9 18a13 13 0 0 1 26 0c0 7.500-4 14-13 24z";
const [foot, head] = [{ x: 22, y: 42 }, { cx: 22, cy: 18, r: 5 }];
/** So much of a tile is a unit of the drawing: the pin is a fifth of a tile high. */
const scale = 0.006;

/**
 * The map around a place, with the credit of its ground; nothing without a ground of the service's own, because others would
 * learn where somebody is.
 */
export async function pinnedMap(place, label) {
  const background = await catalogue().then((answer) => answer.background, () => null);
  if (!background || ![background.light, background.dark].every((template) => /^\/(?!\/)/.test(template))) return [];
  const { tiles, pin } = tilesAround(place);
  const map = element("div", { class: "study-map", role: "img", "aria-label": label },
    tiles.map((tile) => picture(tile, background, () => { whole.hidden = true; })),
    shape("svg", { viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" },
      shape("g", { class: "pin", transform: `translate(${pin.x} ${pin.y}) scale(${scale}) translate(${-foot.x} ${-foot.y})` },
        shape("path", { d: outline }), shape("circle", head))));
  const whole = element("div", {}, map, element("p", { class: "small" }, background.attribution));
  return [whole];
}

/** A tile in the reader's colours; `onerror` is called if it does not come, as without a network. */
function picture({ column, row }, { light, dark, retina }, onerror) {
  const address = (template) => template.replace("{z}", zoom).replace("{x}", column).replace("{y}", retina ? `${row}@2x` : row);
  return element("picture", {},
    element("source", { media: "(prefers-color-scheme: dark)", srcset: address(dark) }),
    element("img", { loading: "lazy", alt: "", width: 256, height: 256, onerror, src: address(light) }));
}
