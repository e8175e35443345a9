// The server's answers; every path of the page's requests is in this file.

async function get(path, parameters = {}, signal) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const response = await fetch(url, { signal, headers: { Accept: "application/json, application/geo+json" } })
    .catch((error) => {
      throw error.name === "AbortError" ? error : new Error("The server cannot be reached.");
    });
  if (response.ok) return response.json();
  const problem = await response.json().catch(() => ({}));
  throw new Error(problem.detail ?? problem.title ?? `The server answered ${response.status}.`);
}

export const catalogue = () => get("/tiles");

export const tileTemplate = (layer, date, scale) =>
  `/tiles/${layer}/{z}/{x}/{y}${scale}.png?date=${date}`;

export const legend = (layer, signal) => get(`/tiles/${layer}/legend.json`, {}, signal);

/** The stations as GeoJSON features, each with its reading of the layer on that day or `null`. */
export const stations = (layer, date, signal) =>
  get("/v1/stations", { allergen: layer, date }, signal).then((answer) => answer.features);

export const readings = (station, from, to, allergen, signal) =>
  get(`/v1/stations/${encodeURIComponent(station)}/readings`, { from, to, allergen }, signal)
    .then((answer) => answer.readings);

/** What is in the air at a place. Three decimals are 100 m: enough, and no more than needed leaves the page. */
export const air = (position, date, signal) =>
  get("/v1/air", { lon: position.lng.toFixed(3), lat: position.lat.toFixed(3), date }, signal)
    .then((answer) => answer.allergens);

/** The names of the allergens by key, in the page's language. */
export const names = () =>
  get("/v1/allergens").then((answer) =>
    new Map(answer.allergens.map((allergen) => [allergen.key, allergen.names.en ?? allergen.key])));
