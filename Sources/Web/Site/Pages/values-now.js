// What was measured last of each kind, and how today went.

import { adding } from "./calendar.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { measured, kindName, kinds, meters } from "./values-kinds.js";
import { number } from "./words.js";

const [upper, lower] = ["systolicPressure", "diastolicPressure"];
/** A value that is older is no longer how it is now. */
const recent = 7;

/** Shows a tile for each kind of the last week; nothing in it has a colour, because no colour would be true for everybody. */
export function showNow(days, zones, today) {
  const latest = new Map();
  for (const { day, figures } of days.filter((each) => each.day > adding(today, -recent))) {
    for (const figure of figures) latest.set(figure.kind, { day, ...figure });
  }
  byId("now-none").hidden = latest.size > 0;
  byId("now").replaceChildren(...kinds.filter((kind) => latest.has(kind) && !(kind === lower && isPair(latest)))
    .map((kind) => (kind === upper && isPair(latest) ? pressure(latest) : tile(latest.get(kind), zones[kind], today))));
}

const isPair = (latest) => latest.has(upper) && latest.get(lower)?.lastAt === latest.get(upper).lastAt;

/** Both values of one measurement. */
function pressure(latest) {
  const [high, low] = [latest.get(upper), latest.get(lower)];
  return element("li", {},
    element("span", { class: "kind" }, text("values.pressure")),
    element("span", { class: "figure" }, `${number(high.last)} / ${measured(low.last, lower)}`),
    element("span", { class: "small" }, moment(high.lastAt)));
}

function tile({ kind, day, last, lastAt, low, high, mean, sum, count }, plan, today) {
  const value = sum ?? last;
  const spread = count > 1 && sum === undefined
    ? text(day === today ? "values.today" : "values.thatDay", { low: measured(low, kind), mean: measured(mean, kind), high: measured(high, kind) }) : "";
  return element("li", {},
    element("span", { class: "kind" }, kindName(kind)),
    element("span", { class: "figure" }, measured(value, kind)),
    element("span", { class: "small" }, sum === undefined ? moment(lastAt) : date(lastAt)),
    spread && element("span", { class: "small" }, spread),
    plan && meters.includes(kind) && element("span", { class: "small" }, zoneWords(value, plan)));
}

/** Where a value stands in the zones that the person's doctor has written. */
function zoneWords(value, { best, upper: first, lower: third }) {
  const share = (100 * value) / best;
  const zone = share >= first ? 1 : share >= third ? 2 : 3;
  return text(`values.zone.${zone}`, { share: number(share), upper: number(first), lower: number(third) });
}

const moment = (instant) => new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }).format(new Date(instant));
const date = (instant) => new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short" }).format(new Date(instant));
