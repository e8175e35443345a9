// Holds the cells of places on the pages to those of the service.
//
// Arguments: the folder with the modules, and a file with lists of decimals, latitude and longitude of a position, and latitude
// and longitude of the middle of its cell. Prints a line for each difference.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { cellOf } = await import(pathToFileURL(`${folder}/study-cell.js`));

for (const [digits, lat, lng, ...expected] of JSON.parse(readFileSync(file))) {
  const cell = cellOf({ lat, lng }, digits);
  const again = cellOf(cell, digits);
  const found = [cell.lat, cell.lng];
  if (found.join() !== expected.join()) process.stdout.write(`${lat}, ${lng}: ${found} instead of ${expected}\n`);
  if (again.lat !== cell.lat || again.lng !== cell.lng) process.stdout.write(`${lat}, ${lng}: the middle is in another cell\n`);
}
