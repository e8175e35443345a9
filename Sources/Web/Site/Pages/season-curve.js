// The curve of a season: a line over the range and the middle of earlier years.

import { dateIn, daysIn } from "./calendar.js";
import { shape } from "./dom.js";
import { monthName, number } from "./words.js";

const height = 250;
const edge = { top: 10, right: 8, bottom: 24, left: 46 };
/** Days that are drawn before and after the season. */
const around = 7;
/** The share of the highest value from which on a day belongs to the season; answers contain every day. */
const share = 0.01;

/** Selects the values of a season: stray grains in autumn would stretch it over the year. */
function belongs(values) {
  const least = share * Math.max(...values);
  return values.map((value) => value > 0 && value >= least);
}

/** The relevant days of a year, each with its value and the usual one. */
export class Season {
  /**
   * @param {number} year
   * @param {object[]} readings Each with its `day` and `value`.
   * @param {object[]} normals What is usual: each with its `day` as month and day, its `middle`, what most values are
   * between as `low` and `high`, and the number of `years`.
   * @param {?string} unit
   */
  constructor(year, readings, normals, unit) {
    const values = new Map(readings.map((reading) => [reading.day, reading]));
    const usual = new Map(normals.map((normal) => [normal.day, normal]));
    const all = Array.from({ length: daysIn(year) }, (_, index) => dateIn(year, index + 1))
      .map((day) => ({ day, reading: values.get(day), normal: usual.get(day.slice(5) === "02-29" ? "02-28" : day.slice(5)) }));
    const isUsual = belongs(all.map(({ normal }) => normal?.middle ?? 0));
    const busy = belongs(all.map(({ reading }) => reading?.value ?? 0)).map((isBusy, index) => isBusy || isUsual[index]);
    const first = Math.max(0, busy.indexOf(true) - around);
    const last = busy.lastIndexOf(true) < 0 ? all.length - 1 : busy.lastIndexOf(true) + around;
    this.year = year;
    this.days = all.slice(first, last + 1);
    this.unit = unit;
    this.years = Math.max(0, ...normals.map((normal) => normal.years));
    this.top = Math.max(10, ...this.days.flatMap(({ reading, normal }) => [reading?.value ?? 0, normal?.high ?? 0]));
  }
}

/** Suspect and dismissed values are shown, but do not count towards the season. */
export const counted = ({ reading }) => reading && reading.quality !== "suspect" && reading.quality !== "dismissed";

/**
 * The curve, `width` pixels wide.
 *
 * @param {Season} season
 * @param {number} width
 * @param {{label: string, told: ?Function, today: ?string}} look `label` says what it shows, `told` what a day says to the
 * pointer; the day `today` is marked.
 */
export function curve({ days, top }, width, { label, told, today }) {
  const inner = Math.max(120, width - edge.left - edge.right);
  const step = inner / days.length;
  const x = (index) => edge.left + (index + 0.5) * step;
  // Counts span three powers of ten: a square root keeps low days readable.
  const y = (value) => height - edge.bottom - Math.sqrt(value / top) * (height - edge.bottom - edge.top);
  const now = days.findIndex(({ day }) => day === today);
  return shape("svg", {
    class: "season", viewBox: `0 0 ${edge.left + inner + edge.right} ${height}`, role: "img", "aria-label": label,
  },
  ticks(top).map((value) => [
    shape("line", { class: "bound", x1: edge.left, x2: edge.left + inner, y1: y(value), y2: y(value) }),
    shape("text", { x: edge.left - 6, y: y(value) + 3.5, "text-anchor": "end" }, number(value)),
  ]).flat(),
  monthMarks(days, x, step, inner),
  runs(days, ({ normal }) => normal).map((run) => shape("path", { class: "band", d: bandPath(run, x, y) })),
  runs(days, ({ normal }) => normal).map((run) => shape("path", { class: "mean", d: linePath(run, x, (day) => y(day.normal.middle)) })),
  runs(days, counted).map((run) => shape("path", { class: "this-year", d: linePath(run, x, (day) => y(day.reading.value)) })),
  days.map((day, index) => (day.reading && !counted(day)
    ? shape("circle", { class: "doubtful", cx: x(index), cy: y(day.reading.value), r: 3 }) : null)),
  now < 0 ? null : shape("line", { class: "now", x1: x(now), x2: x(now), y1: edge.top, y2: height - edge.bottom }),
  shape("line", { class: "axis", x1: edge.left, x2: edge.left + inner, y1: y(0), y2: y(0) }),
  told ? days.map((day, index) => shape("rect", {
    class: "touch", x: x(index) - step / 2, y: edge.top, width: step, height: height - edge.top - edge.bottom,
  }, shape("title", {}, told(day)))) : null);
}

/** Runs of consecutive days with values, so that no line crosses a gap. */
function runs(days, has) {
  const found = [];
  days.forEach((day, index) => {
    if (!has(day)) return;
    if (index > 0 && has(days[index - 1])) found.at(-1).push([index, day]);
    else found.push([[index, day]]);
  });
  return found;
}

const point = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A single day is a short stroke, because a point would be invisible. */
function linePath(run, x, y) {
  const points = run.map(([index, day]) => point(x(index), y(day)));
  if (points.length === 1) points.push(point(x(run[0][0]) + 1.5, y(run[0][1])));
  return `M${points.join("L")}`;
}

function bandPath(run, x, y) {
  const upper = run.map(([index, { normal }]) => point(x(index), y(normal.high)));
  const lower = run.map(([index, { normal }]) => point(x(index), y(normal.low))).reverse();
  return `M${[...upper, ...lower].join("L")}Z`;
}

function ticks(top) {
  const steps = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
  return [0, ...steps.filter((step) => step <= top && step >= top / 60)];
}

function monthMarks(days, x, step, inner) {
  const firsts = days.map(({ day }, index) => ({ day, index })).filter(({ day }) => day.endsWith("-01"));
  // Names need room: on a phone, only every other month has one.
  const every = Math.ceil(34 / (step * 30.4));
  return firsts.flatMap(({ day, index }, place) => {
    const left = x(index) - step / 2;
    const isNamed = place % every === 0 && left < edge.left + inner - 20;
    return [
      shape("line", { class: "bound", x1: left, x2: left, y1: edge.top, y2: height - edge.bottom + 4 }),
      isNamed ? shape("text", { x: left + 3, y: height - 8 }, monthName(Number(day.slice(5, 7)))) : null,
    ];
  });
}
