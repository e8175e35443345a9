// The people and places on the page: the reader and the persons in their care, each with allergens and
// places.

import { ask } from "./account-api.js";
import { theirs } from "./mine.js";
import { knownPlace } from "./position.js";
import { placeName } from "./words.js";

/** How far such a place reaches, in metres. */
const near = 20_000;
const earthRadius = 6_371_000;

/** `{name, mine, places}` for each; the reader's own name is missing. */
export async function findHouseholds(allergens, mine) {
  const own = mine.account ? await fences("/v1/me/fences") : [];
  const persons = mine.account ? await ask("GET", "/v1/me/persons").then((answer) => answer.persons).catch(() => []) : [];
  const others = await Promise.all(persons.map(async ({ id, name }) => ({
    name,
    mine: await theirs(allergens, mine.account, id).catch(() => null),
    places: await fences(`/v1/me/persons/${encodeURIComponent(id)}/fences`),
  })));
  const known = others.filter((person) => person.mine?.isKnown && person.places.length > 0);
  const here = own.length + known.length === 0 ? [rememberedPlace()].filter((place) => place) : [];
  return [{ name: null, mine, places: [...own, ...here] }, ...known];
}

/** The reader's own places, and the one remembered in this browser. */
export const ownPlaces = async () =>
  [...await fences("/v1/me/fences"), rememberedPlace()].filter((place) => place);

const fences = (path) => ask("GET", path)
  .then(({ fences: all }) => all.map(({ name, area, radius }) => ({ name, isFence: true, ...middle(area, radius) })))
  .catch(() => []);

/** The place remembered in this browser for readers without fences, or `null`. */
export function rememberedPlace() {
  const place = knownPlace();
  if (!place) return null;
  return { name: place.name ?? placeName(place.lat, place.lng, 2), lat: place.lat, lng: place.lng, reach: near, isFence: false };
}

/** The centre of an area, and its radius in metres. */
function middle(area, radius) {
  const points = area.type === "Point" ? [area.coordinates] : area.coordinates.flat(area.type === "Polygon" ? 1 : 2);
  const [longitudes, latitudes] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const between = (values) => (Math.min(...values) + Math.max(...values)) / 2;
  const place = { lng: between(longitudes), lat: between(latitudes) };
  const farthest = Math.max(...points.map(([lng, lat]) => distance(place, { lat, lng })));
  return { ...place, reach: (radius ?? 0) + farthest };
}

/** The distance between two places on the sphere, in metres. */
export function distance(a, b) {
  const radians = (degrees) => (degrees * Math.PI) / 180;
  const height = Math.sin(radians(b.lat - a.lat) / 2) ** 2;
  const width = Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(height + width));
}

/** The values for a reader's allergens at a place, strongest first; all allergens if the reader named none. */
export function ownEntries(place, mine) {
  const isOwn = (entry) => !mine.isKnown || mine.includes(entry.allergen);
  const entries = (place.now?.air?.allergens ?? []).filter((entry) => entry.level && isOwn(entry));
  return entries.sort((a, b) => (b.index ?? 0) - (a.index ?? 0));
}
