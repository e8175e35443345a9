// Parts of the map that are loaded when the reader first switches them on.

import { byId } from "./dom.js";

/** The regions of pollen services, while their switch is on. */
export class Regions {
  /** The module that draws them, once they have been switched on. */
  #regions = null;

  constructor(map, catalogue, onFailure) {
    Object.assign(this, { map, catalogue, onFailure });
  }

  get isLoaded() { return this.#regions !== null; }

  /** Shows them if they are switched on; loads their module first. */
  async show(layer, date, colours) {
    if (!this.#regions && !byId("regions").checked) return;
    this.#regions ??= import("./regions.js").then(({ makeRegions }) => makeRegions(
      this.map.leaflet, (expression, about) => this.catalogue.shows(expression, about), this.onFailure));
    try {
      (await this.#regions).show(layer, date, colours);
    } catch (error) {
      this.#regions = null;
      this.onFailure(error);
    }
  }

  forget() { this.#regions?.then((regions) => regions.forget()); }
}

/** The comparison with another day. */
export class Comparison {
  #split = null;

  /** `about` is what `makeSplit` needs. */
  constructor(about) { this.about = about; }

  async toggle() {
    this.#split ??= (await import("./split.js")).makeSplit(this.about);
    this.#split.toggle();
  }

  renew() { this.#split?.renew(); }
}
