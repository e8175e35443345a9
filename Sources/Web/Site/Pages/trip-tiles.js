// Tiles of degrees (WorldCRS84Quad): whole areas are fetched, so that nobody learns from a request where a way went.

import { valueIn } from "./trip-exposure.js";

const hour = 3_600_000;
const day = 24 * hour;
/** The finest and the coarsest zoom of the tiles of the air: 1.4 and 11.25 degrees. */
const [finest, coarsest] = [7, 4];

const sideOf = (zoom) => 180 / 2 ** zoom;

/** The tile of a zoom that holds a position: columns from the west, rows from the north. */
function tileOf({ longitude, latitude }, zoom) {
  const side = sideOf(zoom);
  const column = Math.min(2 ** (zoom + 1) - 1, Math.floor((longitude + 180) / side));
  return { x: column, y: Math.min(2 ** zoom - 1, Math.floor((90 - latitude) / side)) };
}

/** The tiles of a zoom in which fixes are. */
function tilesAt(zoom, fixes) {
  const found = new Map();
  for (const fix of fixes) {
    const tile = tileOf(fix, zoom);
    found.set(tile.y * 2 ** (zoom + 1) + tile.x, tile);
  }
  return { zoom, tiles: [...found.values()] };
}

/** The tiles in which fixes are, at the finest zoom at which there are not more than `most`, or else at the coarsest. */
export function visitedTiles(fixes, most) {
  for (let zoom = finest; ; zoom -= 1) {
    const found = tilesAt(zoom, fixes);
    if (found.tiles.length <= most || zoom === coarsest) return found;
  }
}

/** The finest tiles in which fixes are, which are the only ones with stations; null if there are more than `most`. */
export function finestTiles(fixes, most) {
  const found = tilesAt(finest, fixes);
  return found.tiles.length <= most ? found : null;
}

/**
 * What tiles of days, as the server sends them, tell at a position and a time, or `later` milliseconds after it; null where none
 * of them knows. A day without a course has its mean in all hours.
 */
export function airIn(tiles, later = 0) {
  const days = tiles.map((tile) => ({
    tile, start: tile.start, end: tile.start + day, west: tile.origin.longitude, east: tile.origin.longitude + tile.step * tile.columns,
    south: tile.origin.latitude, north: tile.origin.latitude + tile.step * tile.rows,
  }));
  const holds = (at, longitude, latitude, time) =>
    time >= at.start && time < at.end && longitude >= at.west && longitude < at.east && latitude >= at.south && latitude < at.north;
  let last;
  return (position, time) => {
    const moment = time + later;
    if (last === undefined || !holds(last, position.longitude, position.latitude, moment)) {
      last = days.find((at) => holds(at, position.longitude, position.latitude, moment));
    }
    if (last === undefined) return null;
    // The values of a day are a grid of a single hour.
    const mean = valueIn(last.tile, position, last.start);
    const { hours } = last.tile;
    return mean === null || !hours ? mean : mean * hours[Math.floor((moment - last.start) / hour)];
  };
}
