// The chart of days and air on one axis of time: the air as an area, the days as columns, and a gap where nothing is known.

const edge = { top: 14, right: 10, bottom: 34, left: 40 };

/** The colours of the page, which follow its light or dark mode. */
function palette() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  return { ink: colour("--ink"), soft: colour("--ink-soft"), line: colour("--line"), paper: colour("--paper"), days: colour("--accent"), air: "#e0a030" };
}

/**
 * A picture of some days.
 *
 * `days` have `day`, `value` and `air` (numbers or `null`) and `medicine`; of a health value they have `figures`, with the
 * lowest and the highest. `scale` are the lowest and highest numbers of the picture, `words` its texts.
 */
export class DayChart {
  #canvas;
  #content = null;
  #marked = null;
  /** The picture without a mark: painting years anew for each day under a finger would take longer than a frame. */
  #ground = document.createElement("canvas");

  constructor(canvas, onMark) {
    this.#canvas = canvas;
    new ResizeObserver(() => this.#paint()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#paint());
    const mark = (event) => {
      const index = this.#indexAt(event.offsetX);
      if (index === this.#marked) return;
      this.#marked = index;
      onMark(index);
      requestAnimationFrame(() => this.#draw());
    };
    canvas.addEventListener("pointermove", mark);
    canvas.addEventListener("pointerdown", mark);
    canvas.addEventListener("pointerleave", () => { this.#marked = null; onMark(null); this.#draw(); });
  }

  show(content) {
    this.#content = content;
    this.#marked = null;
    this.#paint();
  }

  /** The picture as a file, with its title, on the page's paper. */
  picture(title) {
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [1200, 640];
    const context = copy.getContext("2d");
    const colours = palette();
    context.fillStyle = colours.paper;
    context.fillRect(0, 0, copy.width, copy.height);
    context.scale(2, 2);
    context.fillStyle = colours.ink;
    context.font = "600 14px system-ui, sans-serif";
    context.fillText(title, 16, 24, 568);
    context.translate(0, 32);
    paint(context, 600, 288, this.#content, colours);
    return new Promise((resolve) => { copy.toBlob(resolve, "image/png"); });
  }

  #indexAt(x) {
    if (!this.#content) return null;
    const index = Math.floor((x - edge.left) / this.#step);
    return index >= 0 && index < this.#content.days.length ? index : null;
  }

  /** The width of a day. */
  get #step() { return (this.#canvas.clientWidth - edge.left - edge.right) / this.#content.days.length; }

  /** Paints the picture in the size that the page has for it. */
  #paint() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (!this.#content || width === 0) return;
    const scale = devicePixelRatio || 1;
    const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
    Object.assign(this.#ground, size);
    Object.assign(this.#canvas, size);
    const context = this.#ground.getContext("2d");
    context.scale(scale, scale);
    paint(context, width, height, this.#content, palette());
    this.#draw();
  }

  /** Shows the picture, with the marked day. */
  #draw() {
    const { width, height } = this.#ground;
    if (!this.#content || width === 0) return;
    const context = this.#canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.drawImage(this.#ground, 0, 0);
    if (this.#marked === null) return;
    const scale = width / this.#canvas.clientWidth;
    context.scale(scale, scale);
    context.lineWidth = 1;
    context.strokeStyle = palette().ink;
    const x = edge.left + (this.#marked + 0.5) * this.#step;
    line(context, x, edge.top, x, this.#canvas.clientHeight - edge.bottom);
  }
}

function paint(context, width, height, { days, scale: [least, most], words }, colours) {
  const [inner, base] = [width - edge.left - edge.right, height - edge.bottom];
  const step = inner / days.length;
  const x = (index) => edge.left + index * step;
  const y = (share) => base - share * (base - edge.top);
  context.font = "11px system-ui, sans-serif";
  context.lineWidth = 1;
  context.strokeStyle = colours.line;
  for (const share of [0.25, 0.5, 0.75, 1]) line(context, edge.left, y(share), edge.left + inner, y(share));

  // Counts span three powers of ten: a square root keeps low days readable.
  const highest = Math.max(1, ...days.map(({ air }) => air ?? 0));
  context.fillStyle = colours.air;
  context.globalAlpha = 0.45;
  for (const [from, to] of runs(days, ({ air }) => air !== null)) {
    context.beginPath();
    context.moveTo(x(from), base);
    for (let index = from; index < to; index += 1) {
      const top = y(Math.sqrt(days[index].air / highest));
      context.lineTo(x(index), top);
      context.lineTo(x(index + 1), top);
    }
    context.lineTo(x(to), base);
    context.fill();
  }
  context.globalAlpha = 1;

  context.fillStyle = colours.days;
  const breadth = Math.max(1, Math.min(14, step * 0.6));
  const level = (value) => y((value - least) / (most - least));
  days.forEach(({ value, figures, medicine }, index) => {
    const left = x(index) + (step - breadth) / 2;
    if (figures && figures.sum === undefined) spanned(context, left, breadth, level(figures.low), level(figures.high), level(value));
    // A day without symptoms has a stroke on the axis; one without an entry has nothing.
    else if (value !== null) context.fillRect(left, Math.min(level(value), base - 3), breadth, Math.max(base - level(value), 3));
    if (medicine) context.fillRect(left, base + 4, breadth, 4);
  });

  context.strokeStyle = colours.soft;
  line(context, edge.left, base, edge.left + inner, base);
  context.fillStyle = colours.soft;
  context.textAlign = "right";
  context.fillText(words.top, edge.left - 5, y(1) + 4);
  context.fillText(words.bottom, edge.left - 5, base);
  const dates = Math.max(2, Math.floor(inner / 90));
  for (let mark = 0; mark < dates; mark += 1) {
    const index = Math.round((mark * (days.length - 1)) / (dates - 1));
    context.textAlign = mark === 0 ? "left" : mark === dates - 1 ? "right" : "center";
    context.fillText(words.date(days[index].day), mark === dates - 1 ? edge.left + inner : x(index), height - 8);
  }
}

/** A day's lowest to highest value, and a point at the one that stands for it. */
function spanned(context, left, breadth, low, high, value) {
  context.globalAlpha = 0.35;
  context.fillRect(left, high, breadth, low - high);
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(left + breadth / 2, value, Math.max(2.5, breadth / 2), 0, 2 * Math.PI);
  context.fill();
}

function line(context, fromX, fromY, toX, toY) {
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.lineTo(toX, toY);
  context.stroke();
}

/** The runs of days, as first and one past the last, so that nothing is drawn across a gap. */
function runs(days, has) {
  const found = [];
  days.forEach((day, index) => {
    if (!has(day)) return;
    if (found.at(-1)?.[1] === index) found.at(-1)[1] = index + 1;
    else found.push([index, index + 1]);
  });
  return found;
}
