// Holds the order of layers in the choice on the map.
//
// Arguments: the folder with the modules. Prints a line for each difference.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { isQuiet, layerSections } = await import(pathToFileURL(`${folder}/layer-order.js`));

const peak = { date: "2026-04-14", index: 8 };
// As the server lists them: by identifier, in English.
const layers = [
  { id: "air-quality", title: "Luftqualität" }, { id: "ash", title: "Esche", group: "tree", peak }, { id: "birch", title: "Birke", group: "tree", peak },
  { id: "cypress", title: "Zypresse", group: "tree" }, { id: "elm", title: "Ulme", group: "tree", peak }, { id: "grass", title: "Gräser", group: "grass", peak },
  { id: "nettle", title: "Brennnessel", group: "weed", peak }, { id: "olive", title: "Ölbaum", group: "tree" }, { id: "overall", title: "Pollen insgesamt" },
  { id: "ozone", title: "Ozon", group: "pollutant", peak }, { id: "rye", title: "Roggen", group: "grass", peak }, { id: "tree", title: "Bäume" },
  { id: "alternaria", title: "Alternaria", group: "spore", peak },
];
const found = layerSections(layers, (id) => id === "overall", "de").map(([group, members]) => [group, members.map(({ id }) => id)]);
const expected = [
  [null, ["overall", "tree", "grass", "air-quality"]], ["tree", ["birch", "ash", "elm", "olive", "cypress"]], ["grass", ["rye"]], ["weed", ["nettle"]],
  ["spore", ["alternaria"]], ["pollutant", ["ozone"]],
];
if (JSON.stringify(found) !== JSON.stringify(expected)) process.stdout.write(`${JSON.stringify(found)}\n`);
const quiet = layers.filter(isQuiet).map(({ id }) => id).join();
if (quiet !== "air-quality,cypress,olive,overall,tree") process.stdout.write(`without a season: ${quiet}\n`);
