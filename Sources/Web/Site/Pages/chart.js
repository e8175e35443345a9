// A small chart of one station's days: one bar per day, with the index as its height and the level as its colour. A finger,
// the pointer or the arrow keys choose a day, whose value is then said below.

import { adding, daysBetween } from "./calendar.js";
import { element, shape } from "./dom.js";
import { text } from "./language.js";
import { levelColour } from "./legend.js";
import { levelName, number, quantity, shortDate } from "./words.js";

const size = { width: 312, height: 92, top: 8, bottom: 72, left: 22 };
/** The ends of low and moderate, and the beginning of very high, as an index. */
const bounds = [2.5, 5, 7.5];
const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageDown: -7, PageUp: 7, Home: -Infinity, End: Infinity };

const y = (index) => size.bottom - (index / 10) * (size.bottom - size.top);

/**
 * The readings of one allergen between two dates.
 *
 * A day without a reading has a dot below the line instead of a bar; a bar that `isExpected` has a broken edge.
 */
export function chart(name, readings, { from, to, selected, colours }) {
  const byDay = new Map(readings.map((reading) => [reading.day, reading]));
  const count = daysBetween(from, to) + 1;
  const step = (size.width - size.left) / count;
  const days = Array.from({ length: count }, (_, index) => ({ day: adding(from, index), x: size.left + index * step }));
  const mark = shape("rect", { class: "chosen", y: size.top - 4, width: step, height: size.bottom - size.top + 12 });
  const said = element("p", { class: "chart-said" });
  const box = element("div", {
    class: "chart-box", role: "slider", tabindex: 0, "aria-label": summary(name, readings, from, to), "aria-valuemin": 1, "aria-valuemax": count,
  }, picture(days, byDay, { step, mark, selected, from, to, colours }));
  let chosen = 0;

  function choose(index) {
    chosen = Math.min(count - 1, Math.max(0, index));
    const words = dayWords(days[chosen].day, byDay.get(days[chosen].day));
    mark.setAttribute("x", days[chosen].x);
    said.textContent = words;
    box.setAttribute("aria-valuenow", chosen + 1);
    box.setAttribute("aria-valuetext", words);
  }

  function point({ clientX }) {
    const { left, width } = box.firstChild.getBoundingClientRect();
    choose(Math.floor((((clientX - left) / width) * size.width - size.left) / step));
  }

  box.addEventListener("pointerdown", point);
  box.addEventListener("pointermove", point);
  box.addEventListener("keydown", (event) => {
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    choose(chosen + steps[event.key]);
  });
  choose(daysBetween(from, selected));
  return element("div", {}, box, said);
}

const picture = (days, byDay, { step, mark, selected, from, to, colours }) => shape("svg", {
  class: "chart", viewBox: `0 0 ${size.width} ${size.height}`, "aria-hidden": "true",
},
bounds.map((bound) => [
  shape("line", { class: "bound", x1: size.left, x2: size.width, y1: y(bound), y2: y(bound) }),
  shape("text", { x: size.left - 4, y: y(bound) + 3.5, "text-anchor": "end" }, number(bound)),
]),
mark,
days.map(({ day, x }) => bar(byDay.get(day), x, step, colours)),
shape("line", { class: "axis", x1: size.left, x2: size.width, y1: size.bottom, y2: size.bottom }),
label(size.left, "start", shortDate(from)),
label(size.left + (daysBetween(from, selected) + 0.5) * step, "middle", isInside(selected, from, to) ? shortDate(selected) : ""),
label(size.width, "end", isInside(selected, from, adding(to, -4)) ? shortDate(to) : ""));

/** Whether a day is far enough from both ends that their names leave room for its own. */
const isInside = (day, from, to) => daysBetween(from, day) > 4 && daysBetween(day, to) >= 0;

function bar(reading, x, step, colours) {
  if (!reading) return shape("circle", { class: "missing", cx: x + step / 2, cy: size.bottom + 3.5, r: 0.9 });
  const top = Math.min(y(reading.index ?? 0), size.bottom - 1);
  return shape("rect", {
    class: reading.isExpected ? "bar expected" : "bar", x: x + step * 0.12, y: top, width: step * 0.76, height: size.bottom - top,
    fill: levelColour(reading.level, colours),
  });
}

const label = (x, anchor, words) =>
  shape("text", { x, y: size.height - 5, "text-anchor": anchor }, words);

function dayWords(day, reading) {
  if (!reading) return `${shortDate(day)}: ${levelName(null)}`;
  const index = text("station.index", { index: number(reading.index ?? 0) });
  const basis = reading.isExpected ? ` (${text("basis.forecast")})` : "";
  return `${shortDate(day)}: ${levelName(reading.level)}, ${quantity(reading.value, reading.unit)}, ${index}${basis}`;
}

function summary(name, readings, from, to) {
  const period = text("chart.period", { name, from: shortDate(from), to: shortDate(to) });
  if (readings.length === 0) return `${period}: ${levelName(null)}`;
  const top = readings.reduce((best, reading) => (reading.value > best.value ? reading : best));
  const highest = text("chart.highest", {
    value: quantity(top.value, top.unit), level: levelName(top.level), day: shortDate(top.day),
  });
  return `${period}: ${highest}`;
}
