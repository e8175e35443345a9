// Holds the days of the pages to the time zone of the device.
//
// Arguments: the folder with the modules. Prints a line for each difference.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { dayHere, todayHere } = await import(pathToFileURL(`${folder}/calendar.js`));

const instant = "2026-11-26T23:30:00Z";
const days = {
  "Europe/Zurich": "2026-11-27", "Pacific/Kiritimati": "2026-11-27", "UTC": "2026-11-26", "America/Los_Angeles": "2026-11-26",
};
for (const [zone, day] of Object.entries(days)) {
  process.env.TZ = zone;
  Date.now = () => Date.parse(instant);
  for (const found of [dayHere(instant), todayHere()]) {
    if (found !== day) process.stdout.write(`${zone}: ${found} instead of ${day}\n`);
  }
}
