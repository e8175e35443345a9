// The names that the basemap's tiles draw, so that the page covers none of them.

import { labels as fetchLabels } from "./api.js";

/** A block of names is four tiles wide and high, and its address is that of a tile two zooms further out. */
const [side, depth] = [1024, 2];

/** `onKnown` is called when the names in view have arrived, or cannot be had. */
export function basemapLabels(map, onKnown) {
  let template = null;
  /** The names of each block in view by its address; `null` while they are fetched. */
  const blocks = new Map();

  /** Begins to fetch names from an address with {z}, {x} and {y}. */
  function follow(address) {
    template = address ?? null;
    if (inView()) onKnown();
  }

  /** The names in view, each with its box in pixels of the whole world at this zoom; `null` while they are fetched. */
  function inView() {
    const wanted = addresses();
    for (const address of blocks.keys()) if (!wanted.includes(address)) blocks.delete(address);
    for (const address of wanted) if (!blocks.has(address)) load(address);
    const known = wanted.map((address) => blocks.get(address));
    return known.includes(null) ? null : known.flat();
  }

  async function load(address) {
    blocks.set(address, null);
    // Without them the page writes its names as if the ground had none.
    const found = await fetchLabels(address).catch(() => []);
    if (blocks.get(address) !== null) return;
    blocks.set(address, found.map(({ kind, box: [left, top, right, bottom] }) => ({ kind, left, top, right, bottom })));
    if (![...blocks.values()].includes(null)) onKnown();
  }

  function addresses() {
    const zoom = map.getZoom() - depth;
    if (!template || zoom < 0) return [];
    const last = 2 ** zoom - 1;
    const span = (from, to) => {
      const [first, end] = [Math.max(Math.floor(from / side), 0), Math.min(Math.floor(to / side), last)];
      return Array.from({ length: Math.max(end - first + 1, 0) }, (_, step) => first + step);
    };
    const { min, max } = map.getPixelBounds();
    return span(min.x, max.x).flatMap((x) => span(min.y, max.y).map((y) =>
      template.replace("{z}", zoom).replace("{x}", x).replace("{y}", y)));
  }

  return { follow, inView };
}
