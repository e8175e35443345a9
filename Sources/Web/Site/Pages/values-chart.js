// The chart of a kind of value: nothing is drawn across days without one.

import { scaleOf } from "./values-kinds.js";
import { shortDate } from "./words.js";

const edge = { top: 14, right: 10, bottom: 26, left: 62 };

function palette() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  return { ink: colour("--ink"), soft: colour("--ink-soft"), line: colour("--line"), value: colour("--accent") };
}

export class ValueChart {
  #canvas;
  #days = null;
  #words = String;
  #marked = null;

  constructor(canvas, onMark) {
    this.#canvas = canvas;
    new ResizeObserver(() => this.#draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#draw());
    const mark = (index) => {
      if (index === this.#marked) return;
      this.#marked = index;
      onMark(index);
      requestAnimationFrame(() => this.#draw());
    };
    for (const event of ["pointermove", "pointerdown"]) canvas.addEventListener(event, ({ offsetX }) => mark(this.#indexAt(offsetX)));
    canvas.addEventListener("pointerleave", () => mark(null));
  }

  show(days, words) {
    [this.#days, this.#words, this.#marked] = [days, words, null];
    this.#draw();
  }

  #indexAt(x) {
    const count = this.#days?.length ?? 0;
    const index = Math.floor((x - edge.left) / ((this.#canvas.clientWidth - edge.left - edge.right) / count));
    return index >= 0 && index < count ? index : null;
  }

  #draw() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (!this.#days || width === 0) return;
    const scale = devicePixelRatio || 1;
    Object.assign(this.#canvas, { width: Math.round(width * scale), height: Math.round(height * scale) });
    const context = this.#canvas.getContext("2d");
    context.scale(scale, scale);
    paint(context, width, height, this.#days, this.#words, this.#marked, palette());
  }
}

function paint(context, width, height, days, words, marked, colours) {
  const [inner, base] = [width - edge.left - edge.right, height - edge.bottom];
  const step = inner / days.length;
  const [low, high] = scaleOf(days);
  const x = (index) => edge.left + (index + 0.5) * step;
  const y = (value) => base - ((value - low) / (high - low)) * (base - edge.top);
  context.font = "11px system-ui, sans-serif";
  context.textAlign = "right";
  for (const share of [0, 0.5, 1]) {
    const value = low + share * (high - low);
    stroke(context, colours.line, 1, [[edge.left, y(value)], [edge.left + inner, y(value)]]);
    context.fillStyle = colours.soft;
    context.fillText(words(value), edge.left - 6, y(value) + 4);
  }
  const breadth = Math.max(1, Math.min(10, step * 0.6));
  days.forEach(({ figures, value }, index) => {
    if (!figures) return;
    context.fillStyle = colours.value;
    context.globalAlpha = 0.3;
    const top = figures.sum === undefined ? figures.high : value;
    const bottom = figures.sum === undefined ? figures.low : low;
    context.fillRect(x(index) - breadth / 2, y(top), breadth, Math.max(1, y(bottom) - y(top)));
    context.globalAlpha = 1;
    context.beginPath();
    context.arc(x(index), y(value), Math.max(1.5, breadth / 3), 0, 2 * Math.PI);
    context.fill();
  });
  context.fillStyle = colours.soft;
  for (const [index, align] of [[0, "left"], [days.length - 1, "right"]]) {
    context.textAlign = align;
    context.fillText(shortDate(days[index].day), align === "left" ? edge.left : edge.left + inner, height - 6);
  }
  if (marked !== null) stroke(context, colours.ink, 1, [[x(marked), edge.top], [x(marked), base]]);
}

function stroke(context, colour, breadth, points) {
  context.strokeStyle = colour;
  context.lineWidth = breadth;
  context.beginPath();
  points.forEach(([x, y], index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.stroke();
}
