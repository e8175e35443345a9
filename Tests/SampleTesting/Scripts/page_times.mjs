// Holds times that people write where a browser has no field for them to the times that are meant.
//
// Arguments: the folder with the modules. Prints a line for each difference.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { readWrittenMoment, readWrittenTime } = await import(pathToFileURL(`${folder}/written-times.js`));
const { inFigures } = await import(pathToFileURL(`${folder}/written-days.js`));

const times = {
  "07:30": "07:30", " 7:30 ": "07:30", "7.30": "07:30", "7h30": "07:30", "7 h 30": "07:30", "7:30 Uhr": "07:30", "19:30 h": "19:30",
  "00:00": "00:00", "23:59": "23:59", "07:30:00": "07:30", "07:30:00.000": "07:30", "24:00": null, "12:60": null, "7": null, "730": null,
  "7:3": null, "7:30 pm": null, "7:30:15": null, "-7:30": null, "107:30": null, "": null, "noon": null,
};
const moments = {
  "2026-11-27T07:30": "2026-11-27T07:30", "2026-11-27 7:30": "2026-11-27T07:30", "27.11.2026 07:30": "2026-11-27T07:30",
  "27/11/2026, 07:30": "2026-11-27T07:30", "27. 11. 2026 7.30": "2026-11-27T07:30", "5. 3. 1990, 7 h 30": "1990-03-05T07:30",
  "27.11.2026 19:30 Uhr": "2026-11-27T19:30", "2026-11-27T07:30:00.000": "2026-11-27T07:30", "27.11.2026": null, "07:30": null,
  "29.2.2026 07:30": null, "27.11.2026 24:00": null, "27.11.2026 7:30 pm": null, "27.11.202607:30": null, "": null,
};
const failures = [];
const hold = (what, found, expected) => { if (found !== expected) failures.push(`${what}: ${found} instead of ${expected}`); };
for (const [words, time] of Object.entries(times)) hold(words, readWrittenTime(words), time);
for (const [words, moment] of Object.entries(moments)) hold(words, readWrittenMoment(words), moment);
// What the hint shows can be typed, in every language of the site.
for (const locale of ["en-GB", "de", "fr", "it", "es"]) {
  hold(locale, readWrittenMoment(`${inFigures("2026-03-05", locale)} 07:30`), "2026-03-05T07:30");
}
process.stdout.write(failures.map((failure) => `${failure}\n`).join(""));
