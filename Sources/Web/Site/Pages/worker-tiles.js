// Map tiles: viewed ones are kept for a while, and so are those around the account's places.

import { age, each, keep, kept, names, trim } from "./worker-cache.js";

const limit = 450;
/** A younger tile is shown at once and refreshed in the background; an older one is only used without a network. */
const prompt = 10 * 60_000;
/** Tiles around the places are fetched again after six hours. */
const lasting = 6 * 60 * 60_000;
const placeLimit = 4;
const zooms = [6, 7, 8, 9];

/** Whether it is a picture, or the names on some. */
export const isTile = ({ pathname }) => /^\/tiles\/[^/]+\/\d+\/\d+\/\d+((@2x)?\.png|\.json)$/.test(pathname);

let sinceTrimmed = 0;
/** Counts the requests to load or forget places; only the latest counts. */
let rounds = 0;

export async function answerTile(event) {
  const key = event.request.url;
  const copy = await kept(names.tiles, key) ?? await kept(names.places, key);
  const asked = fetch(event.request);
  event.waitUntil(asked.then((response) => store(key, response.clone())).catch(() => {}));
  if (copy && age(copy) < prompt) return copy;
  const live = await asked.catch(() => null);
  return live?.ok || !copy ? live ?? Response.error() : copy;
}

async function store(key, response) {
  await keep(names.tiles, key, response);
  // Counting all tiles for each new one would be slow.
  sinceTrimmed += 1;
  if (sinceTrimmed % 20 === 0) await trim(names.tiles, limit);
}

/** Fetches the map around a signed-in reader's places, in the resolution and theme of the page that asks. */
export async function keepPlaces({ scale, tone, ramp }) {
  if (!await kept(names.personal, new URL("/v1/me", self.location.origin).href)) return;
  const [fences, catalogue] = await Promise.all([json("/v1/me/fences"), json("/tiles")]);
  if (!fences || !catalogue) return;
  const centres = fences.fences.slice(0, placeLimit).map(({ area }) => middle(area.coordinates));
  const wanted = new Set(centres.flatMap((centre) => addresses(centre, catalogue, { scale, tone, ramp })));
  const cache = await caches.open(names.places);
  await each((await cache.keys()).filter(({ url }) => !wanted.has(url)), (key) => cache.delete(key));
  const round = rounds += 1;
  await each(wanted, (address) => refresh(address, round), 2);
}

async function refresh(address, round) {
  const copy = round === rounds ? await kept(names.places, address) : null;
  if (copy && age(copy) < lasting) return;
  const response = round === rounds ? await fetch(address).catch(() => null) : null;
  if (round === rounds) await keep(names.places, address, response);
}

/** Cancels pending work, and forgets the places. */
export async function forgetPlaces() {
  rounds += 1;
  await caches.delete(names.places);
}

async function json(path) {
  const response = await fetch(path).catch(() => null);
  return response?.ok ? response.json() : null;
}

/** The centre of all positions in a geometry, at any depth. */
function middle(coordinates) {
  const positions = coordinates.flat(3);
  const longitudes = positions.filter((_, index) => index % 2 === 0);
  const latitudes = positions.filter((_, index) => index % 2 === 1);
  // Areas may have ten thousand positions: too many for function arguments.
  const mean = (values) => (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2;
  return { longitude: mean(longitudes), latitude: mean(latitudes) };
}

/** At each zoom, the four tiles around the nearest common corner: basemap, field, and the lines above. */
function addresses({ longitude, latitude }, { background, today, layers }, { scale, tone, ramp }) {
  const layer = layers.some(({ id }) => id === "overall") ? "overall" : layers[0]?.id;
  const own = [background, background?.lines].filter((tiles) => tiles?.[tone].startsWith("/"));
  const drawn = own.map((tiles) => (tiles.retina ? tiles[tone].replace("{y}", `{y}${scale}`) : tiles[tone]));
  if (layer) drawn.push(`/tiles/${layer}/{z}/{x}/{y}${scale}.png?date=${today}${ramp}`);
  return zooms.flatMap((zoom) => {
    const count = 2 ** zoom;
    const sine = Math.sin(latitude * Math.PI / 180);
    const column = Math.floor((longitude + 180) / 360 * count - 0.5);
    const row = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * count - 0.5);
    return [[0, 0], [1, 0], [0, 1], [1, 1]].flatMap(([right, down]) => {
      const place = { z: zoom, x: (column + right + count) % count, y: Math.min(Math.max(row + down, 0), count - 1) };
      return drawn.map((template) => template.replace(/\{([zxy])\}/g, (_, name) => place[name]));
    });
  }).map((path) => new URL(path, self.location.origin).href);
}
