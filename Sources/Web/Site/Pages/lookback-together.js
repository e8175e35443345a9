// What goes together with the days of a diary: a phrase for each allergen, with its evidence.

import { element, shape } from "./dom.js";
import { text } from "./language.js";
import { locale } from "./locale.js";

const order = ["together", "togetherWith", "notSeen", "tooEarly"];
const decimal = (value) => (value === 0 ? 0 : value).toLocaleString(locale, { maximumFractionDigits: 2 });

/** The nodes of the associations; `names` gives an allergen's name. */
export function together({ measure, fences, associations }, names) {
  if (fences.length === 0) return [element("p", {}, text("lookback.noPlace"), " ", element("a", { href: "/places" }, text("lookback.noPlace.link")))];
  if (associations.length === 0) return [element("p", {}, text("lookback.together.none"))];
  const sorted = [...associations].sort((one, other) =>
    order.indexOf(one.verdict) - order.indexOf(other.verdict) || (other.correlation ?? -1) - (one.correlation ?? -1));
  const shown = sorted.filter(({ verdict }) => verdict.startsWith("together"));
  return [element("p", { class: "small" }, text(`lookback.measured.${measure}`)), ...shown.map((found) => article(found, names)),
    ...["notSeen", "tooEarly"].map((verdict) => group(verdict, sorted, names)).filter(Boolean)];
}

/** The allergens of which there is little to say, behind their verdict. */
function group(verdict, associations, names) {
  const found = associations.filter((each) => each.verdict === verdict);
  if (found.length === 0) return null;
  const title = `${text(`lookback.verdict.${verdict}`)}: ${found.map(({ allergen }) => names(allergen)).join(", ")}`;
  return element("details", { class: "association" }, element("summary", {}, title), found.map((each) => article(each, names)));
}

function article(found, names) {
  const { allergen, verdict, missing, count, correlation, low, high, points } = found;
  const others = (found.with ?? []).map(names).join(", ");
  const evidence = correlation === undefined ? text("lookback.compared", { count })
    : text("lookback.evidence", { count, value: decimal(correlation), low: decimal(low), high: decimal(high) });
  return element("article", { class: "association" },
    element("h3", {}, `${names(allergen)}: ${text(`lookback.verdict.${verdict}`, { others })}`),
    missing ? element("p", {}, text("lookback.missing", { list: lacking(missing).join(", ") })) : null,
    element("p", { class: "small" }, evidence),
    correlation === undefined ? null : interval(correlation, low, high, evidence),
    element("details", {}, element("summary", {}, text("lookback.dots")), element("p", { class: "hint" }, text("lookback.dots.about")), dots(points)));
}

function lacking({ days, badDays, goodDays, spread }) {
  const list = Object.entries({ days, badDays, goodDays }).filter(([, count]) => count > 0)
    .map(([key, count]) => text(`lookback.missing.${key}`, { count }));
  return spread ? [...list, text("lookback.missing.spread")] : list;
}

/** The interval on a line from −1 to 1. */
function interval(value, low, high, label) {
  const x = (number) => 10 + (number + 1) * 140;
  return shape("svg", { class: "interval", viewBox: "0 0 300 22", role: "img", "aria-label": label },
    shape("line", { x1: x(-1), x2: x(1), y1: 8, y2: 8 }),
    [-1, 0, 1].map((mark) => [shape("line", { x1: x(mark), x2: x(mark), y1: 4, y2: 12 }),
      shape("text", { x: x(mark), y: 21, "text-anchor": "middle" }, String(mark))]).flat(),
    shape("line", { class: "reach", x1: x(low), x2: x(high), y1: 8, y2: 8 }),
    shape("circle", { cx: x(value), cy: 8, r: 4.5 }));
}

function dots(points) {
  const right = Math.max(1, ...points.map(({ exposure }) => Math.log1p(exposure)));
  const top = Math.max(1, ...points.map(({ symptoms }) => symptoms));
  return shape("svg", { class: "dots", viewBox: "0 0 300 160", role: "img", "aria-label": text("lookback.dots.about") },
    shape("line", { x1: 8, x2: 296, y1: 150, y2: 150 }), shape("line", { x1: 8, x2: 8, y1: 6, y2: 150 }),
    points.map(({ exposure, symptoms }) => shape("circle", {
      cx: (12 + (Math.log1p(exposure) / right) * 280).toFixed(1), cy: (146 - (symptoms / top) * 136).toFixed(1), r: 3,
    })));
}
