// A small chart of one station's season: one bar per day, with the index as its height and the level as its
// colour.

import { adding, daysBetween } from "./calendar.js";
import { shape } from "./dom.js";
import { text } from "./language.js";
import { levelColour } from "./legend.js";
import { levelName, quantity, shortDate } from "./words.js";

const size = { width: 312, height: 84, top: 6, bottom: 66 };

/**
 * The readings of one allergen between two dates; a day without a reading has a dot below the line instead of
 * a bar.
 */
export function chart(name, readings, from, to, selected, colours) {
  const byDay = new Map(readings.map((reading) => [reading.day, reading]));
  const count = daysBetween(from, to) + 1;
  const step = size.width / count;
  const y = (index) => size.bottom - (index / 10) * (size.bottom - size.top);
  const days = Array.from({ length: count }, (_, index) => ({ day: adding(from, index), x: index * step }));

  return shape("svg", {
    class: "chart", viewBox: `0 0 ${size.width} ${size.height}`, role: "img",
    "aria-label": summary(name, readings, from, to),
  },
  [2.5, 5, 7.5].map((bound) =>
    shape("line", { class: "bound", x1: 0, x2: size.width, y1: y(bound), y2: y(bound) })),
  days.filter(({ day }) => day === selected).map(({ x }) =>
    shape("rect", { class: "chosen", x, y: size.top - 4, width: step, height: size.bottom - size.top + 12 })),
  days.map(({ day, x }) => bar(byDay.get(day), day, x, step, y, colours)),
  shape("line", { class: "axis", x1: 0, x2: size.width, y1: size.bottom, y2: size.bottom }),
  label(0, "start", shortDate(from)),
  label(size.width / 2, "middle", selected >= from && selected <= to ? shortDate(selected) : ""),
  label(size.width, "end", shortDate(to)));
}

function bar(reading, day, x, step, y, colours) {
  if (!reading) {
    return shape("circle", { class: "missing", cx: x + step / 2, cy: size.bottom + 3.5, r: 0.9 },
      shape("title", {}, `${shortDate(day)}: ${levelName(null)}`));
  }
  const top = Math.min(y(reading.index ?? 0), size.bottom - 1);
  return shape("rect", {
    class: "bar", x: x + step * 0.12, y: top, width: step * 0.76, height: size.bottom - top,
    fill: levelColour(reading.level, colours),
  }, shape("title", {}, `${shortDate(day)}: ${quantity(reading.value, reading.unit)}, ${levelName(reading.level)}`));
}

const label = (x, anchor, words) =>
  shape("text", { x, y: size.height - 3, "text-anchor": anchor }, words);

function summary(name, readings, from, to) {
  const period = text("chart.period", { name, from: shortDate(from), to: shortDate(to) });
  if (readings.length === 0) return `${period}: ${levelName(null)}`;
  const top = readings.reduce((best, reading) => (reading.value > best.value ? reading : best));
  const highest = text("chart.highest", {
    value: quantity(top.value, top.unit), level: levelName(top.level), day: shortDate(top.day),
  });
  return `${period}: ${highest}`;
}
