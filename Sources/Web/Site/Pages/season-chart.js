// The chart of a season: a line over the range and mean of other years.

import { element, shape } from "./dom.js";
import { text } from "./language.js";
import { capitalised, monthName, number, quantity, shortDate, unitName } from "./words.js";

const height = 250;
const edge = { top: 10, right: 8, bottom: 24, left: 46 };

/** The chart of a season, `width` pixels wide, with its legend and its table. */
export function picture(name, season, width) {
  const { days, top, year } = season;
  const inner = Math.max(120, width - edge.left - edge.right);
  const step = inner / days.length;
  const x = (index) => edge.left + (index + 0.5) * step;
  // Counts span three powers of ten: a square root keeps low days readable.
  const y = (value) => height - edge.bottom - Math.sqrt(value / top) * (height - edge.bottom - edge.top);
  const chart = shape("svg", {
    class: "season", viewBox: `0 0 ${edge.left + inner + edge.right} ${height}`, role: "img", "aria-label": told(name, season),
  },
  ticks(top).map((value) => [
    shape("line", { class: "bound", x1: edge.left, x2: edge.left + inner, y1: y(value), y2: y(value) }),
    shape("text", { x: edge.left - 6, y: y(value) + 3.5, "text-anchor": "end" }, number(value)),
  ]).flat(),
  monthMarks(days, x, step, inner),
  runs(days, ({ normal }) => normal).map((run) => shape("path", { class: "band", d: bandPath(run, x, y) })),
  runs(days, ({ normal }) => normal).map((run) => shape("path", { class: "mean", d: linePath(run, x, (day) => y(day.normal.mean)) })),
  runs(days, counted).map((run) => shape("path", { class: "this-year", d: linePath(run, x, (day) => y(day.reading.value)) })),
  days.map((day, index) => (day.reading && !counted(day)
    ? shape("circle", { class: "doubtful", cx: x(index), cy: y(day.reading.value), r: 3 }) : null)),
  shape("line", { class: "axis", x1: edge.left, x2: edge.left + inner, y1: y(0), y2: y(0) }),
  days.map((day, index) => shape("rect", {
    class: "touch", x: x(index) - step / 2, y: edge.top, width: step, height: height - edge.top - edge.bottom,
  }, shape("title", {}, dayWords(day, season.unit)))));
  return [legend(year, season.years), chart,
    element("p", { class: "small" }, text("season.axis", { unit: unitName(season.unit) || text("column.value") })), table(name, season)];
}

/** Suspect and dismissed values are shown, but do not count towards the season. */
const counted = ({ reading }) => reading && reading.quality !== "suspect" && reading.quality !== "dismissed";

/** The suffix for a value that does not count. */
const marked = (reading) => (counted({ reading }) ? "" : ` (${text(`quality.${reading.quality}`)})`);

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
  const upper = run.map(([index, { normal }]) => point(x(index), y(normal.highest)));
  const lower = run.map(([index, { normal }]) => point(x(index), y(normal.lowest))).reverse();
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

function legend(year, years) {
  const sample = (name, words) => element("li", {}, element("span", { class: `sample ${name}`, "aria-hidden": "true" }), words);
  if (years === 0) return element("ul", { class: "samples" }, sample("this-year", `${year}`), element("li", {}, text("season.noYears")));
  return element("ul", { class: "samples" },
    sample("this-year", `${year}`), sample("mean", text("season.mean", { count: years })), sample("band", text("season.band")));
}

function dayWords({ day, reading, normal }, unit) {
  const value = reading ? quantity(reading.value, unit) + marked(reading) : text("season.noValue");
  const usual = normal ? text("season.usual", {
    mean: number(normal.mean), lowest: number(normal.lowest), highest: number(normal.highest), count: normal.years,
  }) : "";
  return `${shortDate(day)}: ${value}${usual}`;
}

function told(name, { year, days, unit, years }) {
  const values = days.filter(counted);
  if (values.length === 0) return text("season.toldNone", { name, year });
  const top = values.reduce((best, day) => (day.reading.value > best.reading.value ? day : best));
  const usual = top.normal ? text("season.toldUsual", { mean: number(top.normal.mean) }) : "";
  const highest = text("season.told", {
    name, year, count: years, value: quantity(top.reading.value, unit), day: shortDate(top.day), usual,
  });
  return `${highest} ${text("season.toldTable")}`;
}

/** All days as a table, built when it is opened. */
function table(name, { year, days, unit }) {
  const label = text("season.byDay", { name, year });
  const holder = element("div", { class: "wide-table", tabindex: 0, role: "group", "aria-label": label });
  const [first, ...others] = ["day", "mean", "lowest", "highest", "years"].map((column) => text(`column.${column}`));
  const heads = [first, year, ...others];
  const fill = () => holder.replaceChildren(element("table", { class: "table" },
    element("caption", {}, capitalised(unitName(unit))),
    element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, days.map(({ day, reading, normal }) => element("tr", {},
      element("th", { scope: "row" }, shortDate(day)),
      [reading ? number(reading.value) + marked(reading) : text("season.noValue"),
        normal ? number(normal.mean) : "", normal ? number(normal.lowest) : "", normal ? number(normal.highest) : "", normal?.years ?? ""]
        .map((cell) => element("td", {}, cell)))))));
  const details = element("details", { class: "figures" }, element("summary", {}, text("season.figures")), holder);
  details.addEventListener("toggle", () => { if (details.open) fill(); });
  return details;
}
