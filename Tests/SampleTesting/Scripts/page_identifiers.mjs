// Makes the fields of forms and of questions whose names are like parts of identifiers, and looks for identifiers that two have.
//
// Arguments: the folder with the modules. Prints a line for each such identifier, and for each description of nothing.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const found = [];
const described = [];

/** As much of an element as the fields use. */
function made() {
  const node = { style: {}, append: () => {}, addEventListener: () => {} };
  node.setAttribute = (name, value) => {
    if (name === "id") found.push(value);
    if (name === "aria-describedby") described.push(...value.split(" "));
  };
  return node;
}

Object.assign(globalThis, {
  document: {
    documentElement: { lang: "en" }, createElement: made, getElementById: () => ({ textContent: "{}" }),
  },
  localStorage: { getItem: () => null },
});
// The messages are not there, and do not matter.
console.error = () => {};
const { ScheduleFields } = await import(pathToFileURL(`${folder}/research-schedule.js`));
const { beside, fieldFor } = await import(pathToFileURL(`${folder}/study-fields.js`));

const names = ["hint", "a", "a-hint", "hint-a", "a-error", "a-0", "rhythm", "from-1"];
new ScheduleFields();
for (const name of names) new ScheduleFields(`:${name}`);
const choices = ["yes", "no"].map((name) => ({ name, label: () => name }));
for (const kind of ["text", "select_one", "select_multiple"]) {
  for (const name of names) {
    const id = `answer-${kind}-${name}`;
    fieldFor({ kind, name }, id, choices, () => {});
    found.push(...Object.values(beside(id)));
  }
}
for (const id of found) if (found.indexOf(id) !== found.lastIndexOf(id)) process.stdout.write(`${id} is there twice\n`);
for (const id of described) if (!found.includes(id)) process.stdout.write(`${id} describes, and is not there\n`);
if (found.length < 100) process.stdout.write(`only ${found.length} identifiers\n`);
