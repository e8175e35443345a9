// Holds days that people write where a browser has no field for dates to the days that are meant.
//
// Arguments: the folder with the modules. Prints a line for each difference.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { inFigures, readWritten } = await import(pathToFileURL(`${folder}/written-days.js`));

const days = {
  "2026-11-27": "2026-11-27", " 2026-3-5 ": "2026-03-05", "2026/03/05": "2026-03-05", "2026. 3. 5.": "2026-03-05",
  "5.3.1990": "1990-03-05", "05/03/1990": "1990-03-05", "5-3-1990": "1990-03-05", "5. 3. 1990": "1990-03-05",
  "29.2.2024": "2024-02-29", "29.2.2026": null, "31/11/2026": null, "11/27/2026": null, "5.3.90": null, "5 March 1990": null,
  "20261127": null, "2026-11-27T00:00": null, "": null, "0.0.2026": null,
};
const failures = [];
const hold = (what, found, expected) => { if (found !== expected) failures.push(`${what}: ${found} instead of ${expected}`); };
for (const [words, day] of Object.entries(days)) hold(words, readWritten(words), day);
// What the hint shows can be typed, in every language of the site.
for (const locale of ["en-GB", "de", "fr", "it", "es"]) {
  for (const day of ["2026-11-27", "1990-03-05"]) hold(`${locale} ${inFigures(day, locale)}`, readWritten(inFigures(day, locale)), day);
}
process.stdout.write(failures.map((failure) => `${failure}\n`).join(""));
