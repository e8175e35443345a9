// The season of a station for its operator: the curve with its legend, and every day as a table.

import { element } from "./dom.js";
import { text } from "./language.js";
import { counted, curve } from "./season-curve.js";
import { capitalised, number, quantity, shortDate, unitName } from "./words.js";

/** The curve of a season, `width` pixels wide, with its legend and its table. */
export const picture = (name, season, width) => [
  legend(season.year, season.years),
  curve(season, width, { label: told(name, season), told: (day) => dayWords(day, season.unit) }),
  element("p", { class: "small" }, text("season.axis", { unit: unitName(season.unit) || text("column.value") })), table(name, season),
];

/** The suffix for a value that does not count. */
const marked = (reading) => (counted({ reading }) ? "" : ` (${text(`quality.${reading.quality}`)})`);

function legend(year, years) {
  const sample = (name, words) => element("li", {}, element("span", { class: `sample ${name}`, "aria-hidden": "true" }), words);
  if (years === 0) return element("ul", { class: "samples" }, sample("this-year", `${year}`), element("li", {}, text("season.noYears")));
  return element("ul", { class: "samples" },
    sample("this-year", `${year}`), sample("mean", text("season.mean", { count: years })), sample("band", text("season.band")));
}

function dayWords({ day, reading, normal }, unit) {
  const value = reading ? quantity(reading.value, unit) + marked(reading) : text("season.noValue");
  const usual = normal ? text("season.usual", {
    mean: number(normal.middle), lowest: number(normal.low), highest: number(normal.high), count: normal.years,
  }) : "";
  return `${shortDate(day)}: ${value}${usual}`;
}

function told(name, { year, days, unit, years }) {
  const values = days.filter(counted);
  if (values.length === 0) return text("season.toldNone", { name, year });
  const top = values.reduce((best, day) => (day.reading.value > best.reading.value ? day : best));
  const usual = top.normal ? text("season.toldUsual", { mean: number(top.normal.middle) }) : "";
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
        normal ? number(normal.middle) : "", normal ? number(normal.low) : "", normal ? number(normal.high) : "", normal?.years ?? ""]
        .map((cell) => element("td", {}, cell)))))));
  const details = element("details", { class: "figures" }, element("summary", {}, text("season.figures")), holder);
  details.addEventListener("toggle", () => { if (details.open) fill(); });
  return details;
}
