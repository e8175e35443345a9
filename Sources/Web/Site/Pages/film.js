// The field of one day after the other, drawn from tiles that are fetched ahead.

import { tileTemplate } from "./api.js";
import { tilesInView } from "./preload.js";

/** Days that are fetched before they are shown. */
const ahead = 12;
/** Views with more tiles would take too long for a film. */
const most = 60;

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
    const tiles = tilesInView(this.#map).slice(0, most);
    const frames = new Map();
    let due = performance.now();
    this.#raise();
    for (const [index, day] of days.entries()) {
      for (const coming of days.slice(index, index + ahead)) {
        if (!frames.has(coming)) frames.set(coming, frame(layer, coming, tiles, run.signal));
      }
      const pictures = await frames.get(day);
      frames.delete(day);
      await until(due);
      if (run.signal.aborted) return;
      this.#draw(tiles, pictures);
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

  #draw(tiles, pictures) {
    const context = this.#canvas.getContext("2d");
    const corner = this.#map.getPixelBounds().min;
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
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
  const response = await fetch(L.Util.template(tileTemplate(layer, day, ""), tile), { signal }).catch(() => null);
  return response?.ok ? createImageBitmap(await response.blob()).catch(() => null) : null;
}));

async function until(time) {
  do await new Promise(requestAnimationFrame); while (performance.now() < time);
}
