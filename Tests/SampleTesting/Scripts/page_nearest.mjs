// Holds what a misspelt allergen may mean to examples.
//
// Arguments: the folder with the modules. Prints a line for each difference.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { nearest } = await import(pathToFileURL(`${folder}/nearest.js`));

const names = new Map([["birch", "Birke"], ["grass", "Gräser"], ["ash", "Esche"], ["pm10", "Feinstaub (PM10)"], ["pm2_5", "Feinstaub (PM2.5)"]]);
const meant = {
  brich: "birch", Birc: "birch", birrch: "birch", bircj: "birch", birke: "birch", " BIRCH ": "birch", esche: "ash",
  pm25: "pm2_5", gräsre: "grass", moonflower: undefined, "": undefined, oak: undefined, brihc: undefined,
};
for (const [word, key] of Object.entries(meant)) {
  const found = nearest(word, names);
  if (found !== key) process.stdout.write(`${word}: ${found} instead of ${key}\n`);
}
