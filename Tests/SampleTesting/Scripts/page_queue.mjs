// Keeps answers to the forms of a study in the queue of the pages, and sends them.
//
// Arguments: the folder with the modules. Prints a line for each thing that is not as it should be.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const kept = new Map([["account", "anna"]]);
const sent = [];
Object.assign(globalThis, {
  document: { documentElement: { lang: "en" }, getElementById: () => ({ textContent: "{}" }) },
  localStorage: {
    getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value), removeItem: (name) => kept.delete(name),
  },
  async fetch(path, { body }) {
    const answer = JSON.parse(body);
    sent.push(answer);
    const { at, form, answers } = answer;
    return { ok: true, status: 201, json: async () => ({ form: form ?? "main", day: at.slice(0, 10), answers }) };
  },
});
const queue = await import(pathToFileURL(`${folder}/study-queue.js`));
const { askedOf } = await import(pathToFileURL(`${folder}/study-forms.js`));

const expect = (name, found, wanted) => {
  if (JSON.stringify(found) !== JSON.stringify(wanted)) process.stdout.write(`${name}: ${JSON.stringify(found)}\n`);
};
const study = { id: "s", mode: "unlinked", form: {}, schedule: { rhythm: "daily" }, furtherForms: [{ name: "weekly", form: {}, schedule: { rhythm: "once" } }] };
const answer = (day, nose, form) => ({ version: 1, at: `${day}T08:00:00Z`, answers: { nose }, ...(form ? { form } : {}) });

expect("forms", askedOf(study).map(({ name, schedule }) => [name, schedule.rhythm]), [["main", "daily"], ["weekly", "once"]]);
// A page from before there were several forms names none.
queue.add(study, answer("2026-05-10", "0"));
queue.add(study, answer("2026-05-10", "1", "weekly"));
queue.add(study, answer("2026-05-11", "2", "main"));
queue.add(study, answer("2026-05-10", "3", "main"));
const nose = (form, day) => queue.waitingFor(study, form, day)[0]?.answers.nose ?? null;
expect("waiting", [nose("main", "2026-05-10"), nose("weekly", "2026-05-10"), nose("main", "2026-05-11"), nose("weekly", "2026-05-11")], ["3", "1", "2", null]);
const refusals = await queue.sendAll(() => {});
expect("refusals", refusals, []);
expect("sent", sent.map(({ form, answers }) => [form, answers.nose]), [["weekly", "1"], ["main", "2"], ["main", "3"]]);
expect("left", queue.isWaiting(), false);
const answeredOn = (form) => queue.answeredOn(study, form).day ?? null;
expect("answered", [answeredOn("main"), answeredOn("weekly")], ["2026-05-11", "2026-05-10"]);
// What was remembered before there were several forms is of the main one.
kept.set("studies-answered", JSON.stringify({ account: "anna", days: { s: "2026-05-09" } }));
expect("remembered", [answeredOn("main"), answeredOn("weekly")], ["2026-05-09", null]);

// Each window of a day has an answer of its own.
const windows = [{ from: "07:00", until: "09:00" }, { from: "20:00", until: "22:00" }];
const twice = { ...study, schedule: { rhythm: "daily", eachWindow: true, windows } };
const answerAt = (time, value) => ({ version: 1, form: "main", at: `2026-05-12T${time}:00+02:00`, answers: { nose: value } });
queue.add(twice, answerAt("08:00", "1"));
queue.add(twice, answerAt("20:30", "2"));
queue.add(twice, answerAt("08:30", "3"));
const waiting = queue.waitingFor(twice, "main", "2026-05-12").map(({ window, answers }) => [window, answers.nose]);
expect("windows", waiting, [[2, "2"], [1, "3"]]);
await queue.sendAll(() => {});
expect("answered windows", queue.answeredOn(twice, "main"), { day: "2026-05-12", windows: [2, 1] });
