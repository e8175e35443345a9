// How accurate the map and the forecast were, with the figures from `breathe evaluate`.

import { byId, element } from "./dom.js";
import { locale, text } from "./language.js";
import { capitalised } from "./words.js";

const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
const count = new Intl.NumberFormat(locale);

/** The figures shown for each method, by their names in the file. */
const measures = ["pod", "far", "exactClass"];

/** One of our methods and the simple one that it is compared with. */
const map = { own: "the map", peer: "nearest station", words: "accuracy.map" };
const forecast = { own: "the model", peer: "persistence", words: "accuracy.forecast" };

/**
 * @param {{map: object[], forecast: object[]}} figures A row for each allergen and method.
 * @param {Map<string, string>} names The names of the allergens.
 */
export function showAccuracy(figures, names) {
  byId("map-figures").replaceChildren(table(figures.map, map, "map-heading", names));
  byId("forecast-figures").replaceChildren(table(figures.forecast, forecast, "tomorrow-heading", names));
  byId("map-leads").textContent = leads(figures.map, map, names);
  byId("forecast-leads").textContent = leads(figures.forecast, forecast, names);
  byId("range").textContent = text("accuracy.range", { share: percent.format(rangeShare(figures.forecast)) });
}

/**
 * Names the allergens for which our method is ahead of the simple one beyond chance, by what the evaluation found on
 * the days that both predicted.
 */
function leads(rows, { own, peer }, names) {
  const ahead = (measure) => list(rows
    .filter(({ method, against }) => method === own
      && against.some((other) => other.method === peer && other[measure]?.verdict === "better"))
    .map(({ allergen }) => names.get(allergen) ?? allergen));
  return text("accuracy.leads", { errors: ahead("maeLog"), high: ahead("csi") });
}

const list = (words) => words.length > 0 ? new Intl.ListFormat(locale).format(words) : text("accuracy.leads.none");

function table(rows, { own, peer, words }, label, names) {
  const heads = measures.map((key) => element("th", { scope: "col" }, text(`accuracy.${key}`)));
  const body = rows.filter(({ method }) => method === own).map((row) => {
    const plain = rows.find(({ allergen, method }) => allergen === row.allergen && method === peer);
    return element("tr", {},
      element("th", { scope: "row" }, capitalised(names.get(row.allergen) ?? row.allergen),
        element("span", { class: "small" }, text("accuracy.days", { high: count.format(row.strong), count: row.count }))),
      measures.map((key) => element("td", { "data-head": text(`accuracy.${key}`) },
        cell(row[key], text(`${words}.own`), "own"), cell(plain?.[key], text(`${words}.peer`), "small"))));
  });
  return element("table", { "aria-labelledby": label },
    element("thead", {}, element("tr", {}, element("th", { scope: "col" }, text("column.allergen")), heads)),
    element("tbody", {}, body));
}

/** A share; its label is for readers who cannot see the layout. */
const cell = (share, whose, look) =>
  element("span", { class: look },
    element("span", { class: "unseen" }, `${whose}: `), share === undefined ? "–" : percent.format(share));

/** The share of all ranges that contained the actual value. */
function rangeShare(rows) {
  const judged = rows.filter(({ inRange }) => inRange !== undefined);
  const days = judged.reduce((sum, row) => sum + row.count, 0);
  return judged.reduce((sum, row) => sum + row.inRange * row.count, 0) / days;
}
