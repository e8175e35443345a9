// Which tiles are around a place, reckoned as on the server, whose maps are in Web Mercator, too.

/** The zoom: tiles of some 50 km in Europe, where the ground shows all that it has. */
export const zoom = 9;
export const columns = 3;
export const rows = 2;
const size = 2 ** zoom;

/** Where a position is in the square of the world, from its west and north. */
const across = (longitude) => (longitude + 180) / 360;
const down = (latitude) => 0.5 - Math.atanh(Math.sin(latitude * Math.PI / 180)) / (2 * Math.PI);

const within = (value, least, most) => Math.min(Math.max(value, least), most);

/** The tiles around a position, row by row, with the position in tiles from their top left corner. */
export function tilesAround({ latitude, longitude }) {
  const [x, y] = [across(longitude) * size, within(down(latitude), 0, 1) * size];
  const [left, top] = [Math.round(x - columns / 2), within(Math.round(y - rows / 2), 0, size - rows)];
  const tiles = Array.from({ length: rows * columns }, (_, place) => ({
    column: (left + place % columns + size) % size, row: top + Math.floor(place / columns),
  }));
  return { tiles, pin: { x: x - left, y: y - top } };
}
