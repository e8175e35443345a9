// Holds the schedules of studies on the pages to those of the service.
//
// Arguments: the folder with the modules, and a file with studies, each with days: the day, the first and the last day of the
// span in which an answer is wanted, and the next day on which the study asks, or null. Prints a line for each difference.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { asksAt, nextDay, spanAt, standingAt, windowAt } = await import(pathToFileURL(`${folder}/study-schedule.js`));

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

const ends = { begin: "2026-03-01", end: "2026-03-31", schedule: { rhythm: "ends", span: 3, windows: [{ from: "06:30", until: "09:00" }] } };
const standings = [
  ["2026-03-02", "07:00"], ["2026-03-02", "10:00"], ["2026-03-03", "07:00", "2026-03-01"], ["2026-03-10", "07:00", "2026-03-01"],
  ["2026-03-30", "07:00", "2026-03-01"], ["2026-03-31", "10:00", "2026-03-29"], ["2026-04-01", "07:00"],
].map(([day, time, answered]) => standingAt(ends, day, time, answered));
if (standings.join() !== "due,hours,answered,later,due,answered,later") process.stdout.write(`standings: ${standings}\n`);

// Each window of a day wants an answer of its own.
const each = { begin: "2026-03-01", end: "2026-03-31", schedule: { ...study.schedule, eachWindow: true } };
const times = ["07:00", "10:00", "21:00"];
const windows = times.map((time) => windowAt(each, time));
if (windows.join() !== "1,,2") process.stdout.write(`windows: ${windows}\n`);
const wanted = { "": "due,hours,due", 1: "answered,hours,due", 2: "due,hours,answered", "1,2": "answered,answered,answered" };
for (const [answered, states] of Object.entries(wanted)) {
  const numbers = answered === "" ? [] : answered.split(",").map(Number);
  const day = numbers.length > 0 ? "2026-03-05" : "2026-03-04";
  const found = times.map((time) => standingAt(each, "2026-03-05", time, day, numbers)).join();
  if (found !== states) process.stdout.write(`answered ${answered}: ${found}\n`);
}
// An answer from before the windows had one each is that of the day.
const before = times.map((time) => standingAt(each, "2026-03-05", time, "2026-03-05")).join();
if (before !== "answered,answered,answered") process.stdout.write(`before: ${before}\n`);
