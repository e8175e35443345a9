// Holds the schedules of studies on the pages to those of the service.
//
// Arguments: the folder with the modules, and a file with studies, each with days: the day, the first and the last day of the
// span in which an answer is wanted, and the next day on which the study asks, or null. Prints a line for each difference.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { asksAt, nextDay, spanAt } = await import(pathToFileURL(`${folder}/study-schedule.js`));

for (const { study, days } of JSON.parse(readFileSync(file))) {
  for (const { day, span, next } of days) {
    const found = [spanAt(study, day) ?? [], nextDay(study, day)];
    if (JSON.stringify(found) !== JSON.stringify([span, next ?? null])) {
      process.stdout.write(`${JSON.stringify(study)} on ${day}: ${JSON.stringify(found)}\n`);
    }
  }
}

const study = { schedule: { rhythm: "daily", windows: [{ from: "06:30", until: "09:00" }, { from: "20:00", until: "24:00" }] } };
const open = ["06:29", "06:30", "08:59", "09:00", "23:59"].map((time) => asksAt(study, time));
if (open.join() !== "false,true,true,false,true") process.stdout.write(`open: ${open}\n`);
