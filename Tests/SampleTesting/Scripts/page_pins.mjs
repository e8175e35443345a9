// Holds the pin on the small map of an answer to where the service has its place.
//
// Arguments: the folder with the modules, and a file with lists: longitude, latitude, column and row of the tile, and the position
// in tiles from the corner of the world. Prints a line for each difference.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { tilesAround } = await import(pathToFileURL(`${folder}/study-tiles.js`));
/** The pin is that near, in tiles, whatever the last digits say: a fiftieth of a pixel. */
const near = 1e-4;

for (const [longitude, latitude, column, row, x, y] of JSON.parse(readFileSync(file))) {
  const { tiles, pin } = tilesAround({ latitude, longitude });
  const told = `${longitude}, ${latitude}: `;
  const place = Math.min(Math.floor(pin.y), 1) * 3 + Math.floor(pin.x);
  const [tile, first] = [tiles[place], tiles[0]];
  const isSame = (one, other) => Math.abs((one - other + 768) % 512 - 256) < near;
  if (!tile || tiles.length !== 6) process.stdout.write(`${told}the pin is beyond the map\n`);
  // At the eastern end of the world, the next tile is the westernmost.
  else if (tile.row !== row || (tile.column !== column && x % 1 !== 0)) process.stdout.write(`${told}${JSON.stringify(tile)} instead of ${column}, ${row}\n`);
  if (!isSame(first.column + pin.x, x) || Math.abs(first.row + pin.y - y) > near) process.stdout.write(`${told}the pin is at ${pin.x}, ${pin.y}\n`);
}
