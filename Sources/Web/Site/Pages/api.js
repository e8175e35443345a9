// The server's answers; every path of the page's requests is in this file.

import { language, text } from "./language.js";

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

/** What the browser keeps is asked for again, with its ETag. */
const fresh = { cache: "no-cache" };

const get = (...wish) => request(...wish).then((response) => response.json());

/** What pages with a map have asked for already when their script begins; headers of our own would make it another wish. */
export const catalogue = () => get("/tiles", {}, undefined, { headers: {} });

/** What tells tiles of new values from those that the browser keeps. */
let edition = "";

/** Has the browser ask for tiles anew that it keeps. */
export const renewTiles = (version) => { edition = `&v=${encodeURIComponent(version.replace(/\W/g, ""))}`; };

export const tileTemplate = (layer, date, scale) =>
  `/tiles/${layer}/{z}/{x}/{y}${scale}.png?date=${date}${edition}`;

export const legend = (layer, signal) => get(`/tiles/${layer}/legend.json`, {}, signal);

/** The stations as GeoJSON features, each with its reading of the layer on that day or `null`. */
export const stations = (layer, date, signal) => stationsOf(layer, date, signal).then(({ features }) => features);

/** The same, with the version of the answer. */
export async function stationsOf(layer, date, signal, options) {
  const response = await request("/v1/stations", { allergen: layer, date }, signal, options);
  return { features: (await response.json()).features, version: response.headers.get("ETag") ?? "" };
}

/** The same as it is now. */
export const stationsNow = (layer, date) => stationsOf(layer, date, undefined, fresh);

export const readings = (station, from, to, allergen, signal) =>
  get(`/v1/stations/${encodeURIComponent(station)}/readings`, { from, to, allergen }, signal, fresh)
    .then((answer) => answer.readings);

/** All that is known of a station on some days: its values, what it expects, and what it says to them. */
export const stationDays = (station, from, to, signal) =>
  get(`/v1/stations/${encodeURIComponent(station)}/readings`, { from, to }, signal, fresh);

/** The alerts in force, the newest first. */
export const alerts = () => get("/v1/alerts", {}, undefined, fresh)
  .then(({ features }) => features.map((feature) => feature.properties));

/** The regions that meet a box, each with what sources state of it for the day; the server gives them in pages. */
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

/** What the service keeps of people, what for, and for how long. */
export const privacy = () => get("/v1/privacy");

/** How right the map and the forecast were, as `breathe evaluate --json` told it. */
export const accuracy = () => get("/assets/accuracy.json");

/** What is in the air at a place. Three decimals are 100 m: enough, and no more than needed leaves the page. */
export const air = (position, date, signal) =>
  get("/v1/air", { lon: position.lng.toFixed(3), lat: position.lat.toFixed(3), date }, signal, fresh);

/** The same for today, with the time of the answer and whether it is one that was kept for want of a network. */
export async function airNow({ lat, lng }) {
  const response = await request("/v1/air", { lon: lng.toFixed(3), lat: lat.toFixed(3) });
  const keptAt = response.headers.get("X-Kept-At");
  return { air: await response.json(), at: new Date(keptAt ?? response.headers.get("Date") ?? Date.now()), isKept: keptAt !== null };
}

/** Towns whose names begin with some letters, the largest first. */
export const places = (q) => get("/v1/places", { q, limit: 8 }).then(({ places }) =>
  places.map(({ name, country, longitude, latitude }) => ({ name, country, lng: longitude, lat: latitude })));

const inLanguage = (names, key) => names[language] ?? names.en ?? key;

/** The allergens by key: each with its name in the page's language, its group and its category. */
export const allergens = () => get("/v1/allergens").then(({ allergens }) =>
  new Map(allergens.map(({ key, names, group, category }) => [key, { name: inLanguage(names, key), group, category }])));

/** The names of the allergens by key, in the page's language. */
export const names = () => allergens().then((known) => new Map([...known].map(([key, { name }]) => [key, name])));
