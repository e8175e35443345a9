// What the page of the map says about it: its title and legend, the state of the day's data, and their sources.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { showLegend } from "./legend.js";
import { ownLayer } from "./picker.js";
import { longDate } from "./words.js";

/** The most owners of stations that are named. */
const mostSources = 4;

/** Shows the state of the day's data; a failure comes with a button that tries again. */
export function sayState(words, retry = null) {
  const again = () => element("button", { class: "link", type: "button", onclick: retry }, text("again"));
  byId("status").replaceChildren(words, ...(retry ? [" ", again()] : []));
  byId("status").classList.toggle("error", retry !== null);
}

/**
 * Names what the map shows.
 *
 * @param {string} layer The layer that is chosen.
 * @param {string} expression The server's layers in it.
 * @param {object | null} legend The legend, if it is not shown already.
 */
export function sayTitle(catalogue, layer, expression, legend) {
  const members = catalogue.title(expression);
  const title = layer === ownLayer ? text("picker.mine") : members;
  document.title = `${title}: Breathe Easy`;
  if (legend) showLegend(title, layer === ownLayer ? members : null, expression.includes("+"), legend);
}

/** The sources of the visible data for the map's corner: owners of stations, and the numerical models. */
export function creditsOf(catalogue, expression, features) {
  const sources = new Set(features.map((feature) => feature.properties.attribution).filter((source) => source));
  return [...[...sources].slice(0, mostSources), ...catalogue.models(expression)];
}

/** How many stations say something about a day, in words. */
export function summaryOf(features, date, today) {
  const reporting = features.filter((feature) => feature.properties.reading).length;
  if (reporting === 0) return text("stations.none", { day: longDate(date) });
  if (date > today) return text("stations.forecast", { count: reporting });
  return text("stations.reporting", { reporting, count: features.length });
}
