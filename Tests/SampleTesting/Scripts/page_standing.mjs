// Holds what is said of the air at a new place to what it warns of.
//
// Arguments: the folder with the modules. Prints a line for each difference.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { standing } = await import(pathToFileURL(`${folder}/standing.js`));

const levels = ["none", "low", "moderate", "high", "veryHigh"];
const air = [
  { allergen: "birch", level: "high", index: 6.1 }, { allergen: "grass", level: "veryHigh", index: 8.4 }, { allergen: "ash", level: "moderate", index: 3 },
  { allergen: "oak", level: "none", index: 0 }, { allergen: "hazel", level: null }, { allergen: "ragweed", level: "veryHigh", index: 9 },
];
const watches = [
  { allergen: "birch", level: "high" }, { allergen: "grass", level: "high" }, { allergen: "ash", level: "high" }, { allergen: "oak", level: "low" },
  { allergen: "hazel", level: "low" },
];
const found = standing(air, watches, levels).map(({ allergen }) => allergen).join();
if (found !== "grass,birch") process.stdout.write(`${found}\n`);
if (standing(air, [], levels).length > 0) process.stdout.write("a place that watches nothing\n");
