// A line on days that are too hot or too cold for injectors, at the reader's places whose weather is known.
//
// Injectors are kept between 15 and 25 °C: Allergy & Anaphylaxis Australia.

import * as api from "./api.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { ownPlaces } from "./today-household.js";
import { readersUnits } from "./units.js";
import { measure } from "./weather.js";

const source = "https://allergyfacts.org.au/where-to-keep-your-adrenaline-devices";
/** Freezing, and the least and the most at which injectors are kept, in °C or °F. */
const bounds = { metric: [0, 15, 25], imperial: [32, 59, 77] };
/** More places would be more requests than one line is worth. */
const most = 4;

/** The content of the line, or nothing on a day that harms no injector. */
export async function heatLine() {
  const units = readersUnits();
  const places = (await ownPlaces()).slice(0, most);
  const days = await Promise.all(places.map((place) => api.weather(place, units)
    .then((weather) => ({ name: place.name, values: weather.today?.values ?? {}, unit: weather.units.temperature }))
    .catch(() => ({ values: {} }))));
  return sentence(days, bounds[units]);
}

function sentence(days, [freezing, low, high]) {
  const hot = days.find(({ values }) => values.temperatureMax > high);
  const cold = days.find(({ values }) => values.temperatureMin < freezing);
  const { name, unit, values } = hot ?? cold ?? {};
  if (!name) return [];
  const words = { place: name, low: measure(low, unit), high: measure(high, unit) };
  return [
    hot ? text("injectors.hot", { ...words, temperature: measure(values.temperatureMax, unit) })
      : text("injectors.cold", { ...words, temperature: measure(values.temperatureMin, unit) }),
    " ", element("a", { class: "small", href: source }, text("injectors.heat.source")),
  ];
}
