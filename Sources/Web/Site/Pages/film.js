// The field of one day after the other, drawn from tiles that are fetched ahead.

import { tileTemplate } from "./api.js";
import { shareOf } from "./film-pace.js";
import { tilesInView } from "./preload.js";

/** The days that are fetched before they are shown: as many as make some hundreds of tiles. */
const daysAhead = (tiles) => Math.max(2, Math.min(12, Math.floor(240 / tiles.length)));

export class Film {
  #map;
  #canvas = L.DomUtil.create("canvas", "film");
  #run = null;

  /** `map` is the Leaflet map. */
  constructor(map) {
    this.#map = map;
    map.on("movestart zoomstart resize", () => this.stop());
  }

  get isRunning() { return this.#run !== null; }

  /**
   * Shows days, and resolves when the last one was shown or the film was stopped.
   *
   * `pace()` is the number of days a second; a day whose tiles have not come yet is waited for. `onDay` is told of each day
   * as it is shown.
   */
  async run(layer, days, { pace, onDay }) {
    this.stop();
    const run = this.#run = new AbortController();
    const tiles = tilesInView(this.#map);
    const ahead = daysAhead(tiles);
    const frames = new Map();
    let due = performance.now();
    this.#raise();
    run.signal.addEventListener("abort", () => [...frames.values()].forEach(discard));
    for (const [index, day] of days.entries()) {
      for (const coming of days.slice(index, index + ahead)) {
        if (!frames.has(coming)) frames.set(coming, frame(layer, coming, tiles, run.signal));
      }
      const pictures = await frames.get(day);
      await until(due);
      if (run.signal.aborted) return;
      frames.delete(day);
      this.#draw(tiles, pictures, index === 0 ? 1 : shareOf(pace()));
      onDay(day);
      due = Math.max(due, performance.now() - 1000 / pace()) + 1000 / pace();
    }
    this.stop();
  }

  stop() {
    if (!this.#run) return;
    this.#run.abort();
    this.#run = null;
    this.#map.getContainer().classList.remove("playing");
    this.#canvas.remove();
  }

  /** Puts an empty picture above the field, as large as the map. */
  #raise() {
    const { x: width, y: height } = this.#map.getSize();
    Object.assign(this.#canvas, { width, height });
    L.DomUtil.setPosition(this.#canvas, this.#map.containerPointToLayerPoint([0, 0]));
    this.#map.getPane("field").append(this.#canvas);
    this.#map.getContainer().classList.add("playing");
  }

  /** Draws a day; what is there already keeps the rest of the share. */
  #draw(tiles, pictures, share) {
    const context = this.#canvas.getContext("2d");
    const corner = this.#map.getPixelBounds().min;
    context.globalAlpha = share;
    context.globalCompositeOperation = "destination-out";
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.globalCompositeOperation = "lighter";
    tiles.forEach(({ corner: { x, y } }, index) => {
      const picture = pictures[index];
      if (!picture) return;
      context.drawImage(picture, Math.round(x - corner.x), Math.round(y - corner.y));
      picture.close();
    });
  }
}

/** The pictures of a day's tiles; `null` for one that could not be fetched, as for a place where nothing is known. */
const frame = (layer, day, tiles, signal) => Promise.all(tiles.map(async (tile) => {
  try {
    const response = await patiently(L.Util.template(tileTemplate(layer, day, ""), tile), signal);
    return response.ok ? await createImageBitmap(await response.blob()) : null;
  } catch {
    return null;
  }
}));

/** Gives back the memory of pictures that will not be shown. */
const discard = (pictures) => pictures.then((drawn) => drawn.forEach((picture) => picture?.close()));

/** A film may ask for more than the service answers within a minute; then it waits as long as it is told to. */
async function patiently(address, signal) {
  for (;;) {
    const response = await fetch(address, { signal });
    if (response.status !== 429) return response;
    const seconds = Number(response.headers.get("Retry-After")) || 1;
    await new Promise((resume) => setTimeout(resume, 1000 * seconds));
  }
}

async function until(time) {
  do await new Promise(requestAnimationFrame); while (performance.now() < time);
}
