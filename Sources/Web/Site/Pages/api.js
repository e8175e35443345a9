// Requests to the server; this file contains all paths that the page uses.

import { language, text } from "./language.js";
import { ramp, rampQuery } from "./ramp.js";

async function request(path, parameters = {}, signal, options = {}) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const headers = { Accept: "application/json, application/geo+json", "Accept-Language": language };
  const response = await fetch(url, { signal, headers, ...options }).catch((error) => {
    throw error.name === "AbortError" ? error : new Error(text("error.unreachable"));
  });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Error(problem.detail ?? problem.title ?? text("error.status", { status: response.status }));
}

/** Cached answers are revalidated with their ETag. */
const fresh = { cache: "no-cache" };

const get = (...wish) => request(...wish).then((response) => response.json());

/**
 * Pages with a map have already sent this request when their script starts; extra headers would make it
 * another one.
 */
export const catalogue = () => get("/tiles", {}, undefined, { headers: {} });

/** Part of tile URLs that changes with new values, so that the browser's cache does not serve old tiles. */
let edition = "";

/** Makes the browser fetch tiles again that it has cached. */
export const renewTiles = (version) => { edition = `&v=${encodeURIComponent(version.replace(/\W/g, ""))}`; };

export const tileTemplate = (layer, date, scale) =>
  `/tiles/${layer}/{z}/{x}/{y}${scale}.png?date=${date}${rampQuery()}${edition}`;

/** The names in a block of the basemap. */
export const labels = (address) => get(address).then((answer) => answer.labels);

export const legend = (layer, signal) => get(`/tiles/${layer}/legend.json`, { ramp: ramp() }, signal);

/** The stations as GeoJSON features, each with the layer's reading on that day or `null`. */
export const stations = (layer, date, signal) => stationsOf(layer, date, signal).then(({ features }) => features);

/** The same, with the version of the answer. */
export async function stationsOf(layer, date, signal, options) {
  const response = await request("/v1/stations", { allergen: layer, date }, signal, options);
  return { features: (await response.json()).features, version: response.headers.get("ETag") ?? "" };
}

/** The same, revalidated. */
export const stationsNow = (layer, date) => stationsOf(layer, date, undefined, fresh);

export const readings = (station, from, to, allergen, signal) =>
  get(`/v1/stations/${encodeURIComponent(station)}/readings`, { from, to, allergen }, signal, fresh)
    .then((answer) => answer.readings);

/** Everything known about a station on some days: its values, forecasts and notes. */
export const stationDays = (station, from, to, signal) =>
  get(`/v1/stations/${encodeURIComponent(station)}/readings`, { from, to }, signal, fresh);

/** The alerts in force, newest first. */
export const alerts = () => get("/v1/alerts", {}, undefined, fresh)
  .then(({ features }) => features.map((feature) => feature.properties));

/**
 * The alerts that were or will be in force on a day of UTC, newest first.
 *
 * An alert lasts at least twelve hours, so that each is in force at noon or at the end of its day.
 */
export async function alertsOn(date, signal) {
  const moments = [`${date}T12:00:00Z`, `${date}T23:59:59Z`];
  const pages = await Promise.all(moments.map((at) => get("/v1/alerts", { at }, signal)));
  const found = new Map(pages.flatMap(({ features }) => features.map(({ properties }) => [properties.id, properties])));
  return [...found.values()].sort((a, b) => b.sent.localeCompare(a.sent));
}

/** The regions that intersect a box, each with its stated values for the day; the server answers in pages. */
export async function regions(bbox, date, signal) {
  const found = [];
  let after;
  do {
    const page = await get("/v1/regions", { bbox, date, after }, signal);
    found.push(...page.features);
    after = page.next;
  } while (after);
  return found;
}

/** The feeds of other networks that the service fetches. */
export const feeds = () => get("/v1/feeds").then(({ feeds: all }) => all);

/** The data that the service stores about people, for what purpose, and for how long. */
export const privacy = () => get("/v1/privacy");

/** The accuracy of the map and the forecast, from `breathe evaluate --json`. */
export const accuracy = () => get("/assets/accuracy.json");

/** The air at a place. Three decimals are 100 m: precise enough, and the page sends no more than needed. */
export const air = (position, date, signal) =>
  get("/v1/air", { lon: position.lng.toFixed(3), lat: position.lat.toFixed(3), date }, signal, fresh);

/** The same for today, with the time of the answer and whether it comes from the offline cache. */
export async function airNow({ lat, lng }, days) {
  const response = await request("/v1/air", { lon: lng.toFixed(3), lat: lat.toFixed(3), days });
  const keptAt = response.headers.get("X-Kept-At");
  return { air: await response.json(), at: new Date(keptAt ?? response.headers.get("Date") ?? Date.now()), isKept: keptAt !== null };
}

/** The modelled hours at a place, from the one so many hours before the current one on. */
export const airHours = ({ lat, lng }, ago) =>
  get("/v1/air/hours", { lon: lng.toFixed(3), lat: lat.toFixed(3), ago }, undefined, fresh);

/** An allergen's season around a place, beside its earlier years. */
export const season = ({ lat, lng }, allergen) =>
  get("/v1/air/season", { lon: lng.toFixed(3), lat: lat.toFixed(3), allergen }, undefined, fresh);

/** The weather around a place, in `metric` or `imperial` units. */
export const weather = ({ lat, lng }, units, signal) =>
  get("/v1/weather", { lon: lng.toFixed(3), lat: lat.toFixed(3), units }, signal, fresh);

/** Towns whose names begin with a text, largest first. */
export const places = (q) => get("/v1/places", { q, limit: 8 }).then((answer) =>
  answer.places.map(({ name, country, longitude, latitude }) => ({ name, country, lng: longitude, lat: latitude })));

/** The town at a position, or `null` if none is near. Two decimals are a square kilometre, as of a report. */
export const nearestTown = ({ lat, lng }) =>
  get("/v1/places/nearest", { lon: lng.toFixed(2), lat: lat.toFixed(2) }).then((answer) => answer.places[0] ?? null);

const inLanguage = (names, key) => names[language] ?? names.en ?? key;

/** The allergens by key: each with its name in the page's language, its group, its category and its unit. */
export const allergens = () => get("/v1/allergens").then((answer) =>
  new Map(answer.allergens.map(({ key, names, group, category, unit }) => [key, { name: inLanguage(names, key), group, category, unit }])));

/** The names of the allergens by key, in the page's language. */
export const names = () => allergens().then((known) => new Map([...known].map(([key, { name }]) => [key, name])));
