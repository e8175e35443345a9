// Holds the names of time zones to what people read.
//
// Arguments: the folder with the modules. Prints a line for each difference.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { zoneName, zonesByPart } = await import(pathToFileURL(`${folder}/zone-names.js`));

const failures = [];
const hold = (what, found, expected) => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) failures.push(`${what}: ${JSON.stringify(found)}`);
};
const [winter, summer] = ["2026-01-10", "2026-07-10"].map((day) => Date.parse(`${day}T12:00:00Z`));
const names = [
  ["Europe/Zurich", "en-GB", winter, "Zurich (GMT+1)"], ["Europe/Zurich", "de", summer, "Zurich (GMT+2)"],
  ["Europe/Zurich", "fr", winter, "Zurich (UTC+1)"], ["America/New_York", "en-GB", winter, "New York (GMT-5)"],
  ["America/Indiana/Tell_City", "en-GB", winter, "Tell City, Indiana (GMT-6)"], ["Mars/Olympus_Mons", "en-GB", winter, "Olympus Mons"],
  ["GMT", "en-GB", winter, "GMT"],
];
for (const [zone, locale, now, name] of names) hold(`${zone} ${locale}`, zoneName(zone, locale, now).replace("−", "-"), name);

const some = ["Pacific/Auckland", "Europe/Zurich", "Arctic/Longyearbyen", "Atlantic/Azores", "Europe/Berlin", "Australia/Sydney", "Asia/Tokyo"];
hold("parts of the world", zonesByPart(some, "de", (part) => `the ${part}`), [
  ["the asia", ["Asia/Tokyo"]], ["the atlantic", ["Atlantic/Azores"]],
  ["the europe", ["Europe/Berlin", "Arctic/Longyearbyen", "Europe/Zurich"]], ["the pacific", ["Pacific/Auckland", "Australia/Sydney"]],
]);
// No zone of the browser is lost, and none is alone under a raw name.
const all = Intl.supportedValuesOf("timeZone");
const groups = zonesByPart(all, "it", (part) => part);
hold("all zones", groups.flatMap(([, zones]) => zones).sort(), [...all].sort());
hold("names of parts", groups.map(([name]) => name), ["africa", "america", "antarctica", "asia", "atlantic", "europe", "indian", "pacific"]);
process.stdout.write(failures.map((failure) => `${failure}\n`).join(""));
