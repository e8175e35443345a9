// The server's layers, and the meaning of a layer expression ("birch+grass").

import { known, language } from "./language.js";
import { capitalised } from "./words.js";

/** The maximum number of layers that the server mixes in one tile. */
const largestMix = 8;

export class Catalogue {
  #allergens;

  /** `allergens` are the server's allergens by key. */
  constructor({ layers, today, demonstration, background }, allergens) {
    this.#allergens = allergens;
    // The page draws stations and alerts itself, so that they are clickable.
    this.layers = layers.filter((layer) => layer.kind === "field")
      .map((layer) => ({ ...layer, title: this.#title(layer) }));
    this.today = today;
    this.demonstration = demonstration;
    this.background = background;
  }

  /** The expression if the server has all of its layers, else `undefined`. */
  known(expression) {
    const isKnown = expression?.split("+").every((id) => this.layers.some((layer) => layer.id === id));
    return isKnown ? expression : undefined;
  }

  /**
   * The expression that mixes the layers of some allergens and groups; `undefined` if none has a layer.
   *
   * Groups expand to their members. If those are too many, whole groups are used, since the server limits a
   * mix.
   */
  mixOf(keys) {
    const layers = this.layers.filter((layer) => keys.includes(layer.id));
    const single = layers.filter((layer) => layer.id === layer.group || !keys.includes(layer.group));
    const ids = single.length <= largestMix ? single.map((layer) => layer.id)
      : [...new Set(single.map((layer) => layer.group ?? layer.id))].sort().slice(0, largestMix);
    return ids.length > 0 ? ids.join("+") : undefined;
  }

  get defaultLayer() {
    return this.known("overall") ?? this.known("birch") ?? this.layers[0].id;
  }

  title(expression) {
    return this.#members(expression).map((layer) => layer.title).join(" + ");
  }

  /** The credits of the numerical models beneath the stations of a layer expression. */
  models(expression) {
    return [...new Set(this.#members(expression).flatMap((layer) => layer.models ?? []))];
  }

  /** The date of the strongest day of any layer in it, or `null`. */
  peak(expression) {
    const peaks = this.#members(expression).map((layer) => layer.peak).filter((peak) => peak);
    return peaks.sort((a, b) => b.index - a.index)[0]?.date ?? null;
  }

  /** Whether a layer expression covers an allergen or group that a class or concentration is about. */
  shows(expression, { allergen, group }) {
    const { group: family, category } = this.#allergens.get(allergen) ?? { group };
    const kind = category ?? (group === "spore" ? "spore" : "pollen");
    return expression.split("+").some((id) => {
      if (id === "overall") return kind === "pollen" || kind === "spore";
      if (id === "air-quality") return kind === "pollutant";
      return id === allergen || id === family;
    });
  }

  /** The server's titles are in English only. */
  #title({ id, title }) {
    if (language === "en") return title;
    return known(`layer.${id}`, capitalised(this.#allergens.get(id)?.name ?? title));
  }

  #members(expression) {
    return expression.split("+").map((id) => this.layers.find((layer) => layer.id === id));
  }
}
