// The layers that the server offers, and what a layer expression ("birch+grass") says of them.

export class Catalogue {
  constructor({ layers, today, demonstration, background }) {
    this.layers = layers;
    this.today = today;
    this.demonstration = demonstration;
    this.background = background;
  }

  /** The expression itself when the server has each of its layers, else `undefined`. */
  known(expression) {
    const isKnown = expression?.split("+").every((id) => this.layers.some((layer) => layer.id === id));
    return isKnown ? expression : undefined;
  }

  get defaultLayer() {
    return this.known("overall") ?? this.known("birch") ?? this.layers[0].id;
  }

  title(expression) {
    return this.#members(expression).map((layer) => layer.title).join(" + ");
  }

  /** The date of the strongest day of any member, or `null`. */
  peak(expression) {
    const peaks = this.#members(expression).map((layer) => layer.peak).filter((peak) => peak);
    return peaks.sort((a, b) => b.index - a.index)[0]?.date ?? null;
  }

  #members(expression) {
    return expression.split("+").map((id) => this.layers.find((layer) => layer.id === id));
  }
}
