// Whose air it is about, and where: the reader and those in their care, each with allergens and places.

import { ask } from "./account-api.js";
import { recall } from "./memory.js";
import { theirs } from "./mine.js";
import { lastPlace } from "./position.js";
import { placeName } from "./words.js";

/** Where the place of somebody without fences is remembered. */
export const placeMemory = "place";
/** What is near such a place, in metres. */
const near = 20_000;
const earthRadius = 6_371_000;

/** `{name, mine, places}` for each; the reader's own has no name. */
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

const fences = (path) => ask("GET", path)
  .then(({ fences: all }) => all.map(({ name, area, radius }) => ({ name, isFence: true, ...middle(area, radius) })))
  .catch(() => []);

/** The place of whoever has none in an account, as this browser remembers it, or `null`. */
export function rememberedPlace() {
  const place = recall(placeMemory, null) ?? lastPlace();
  if (!Number.isFinite(place?.lat) || !Number.isFinite(place?.lng)) return null;
  return { name: place.name ?? placeName(place.lat, place.lng, 2), lat: place.lat, lng: place.lng, reach: near, isFence: false };
}

/** The middle of an area, and how far it reaches from there, in metres. */
function middle(area, radius) {
  const points = area.type === "Point" ? [area.coordinates] : area.coordinates.flat(area.type === "Polygon" ? 1 : 2);
  const [longitudes, latitudes] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const between = (values) => (Math.min(...values) + Math.max(...values)) / 2;
  const place = { lng: between(longitudes), lat: between(latitudes) };
  const farthest = Math.max(...points.map(([lng, lat]) => distance(place, { lat, lng })));
  return { ...place, reach: (radius ?? 0) + farthest };
}

/** Metres between two places, on the sphere. */
export function distance(a, b) {
  const radians = (degrees) => (degrees * Math.PI) / 180;
  const height = Math.sin(radians(b.lat - a.lat) / 2) ** 2;
  const width = Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  return 2 * earthRadius * Math.asin(Math.sqrt(height + width));
}

/** What is known of one's allergens at a place, the strongest first; of all, for somebody who named none. */
export function ownEntries(place, mine) {
  const isOwn = (entry) => !mine.isKnown || mine.includes(entry.allergen);
  const entries = (place.now?.air?.allergens ?? []).filter((entry) => entry.level && isOwn(entry));
  return entries.sort((a, b) => (b.index ?? 0) - (a.index ?? 0));
}
