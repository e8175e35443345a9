// Holds the rules of forms in the pages to the vectors, and to what the server's rules made of other expressions.
//
// Arguments: the folder with the modules, and a file of `{ now, expressions, forms }`, where a form has a `definition`. Prints a
// line for each difference.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`));
const { ExpressionMistake, readExpression } = await load("form-expression.js");
const { evaluate } = await load("form-evaluation.js");
const { makeForm, startingAnswers, stateOf, filledWords } = await load("form-state.js");
const { readDay, readMoment, isDay, isMoment, textOf } = await load("form-values.js");
const { now, expressions, forms } = JSON.parse(readFileSync(file, "utf8"));

const differences = [];
const same = (found, expected, what) => {
  const [one, other] = [found, expected].map((value) => JSON.stringify(sorted(value)));
  if (one !== other) differences.push(`${what}: ${one} instead of ${other}`);
};

/** A value with its members in the order of their names. */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, sorted(value[name])]));
}

function valueIn(value) {
  if (value === null || typeof value !== "object") return value;
  if ("day" in value) return readDay(value.day);
  return "moment" in value ? readMoment(value.moment, 0) : Number(value.number);
}

function written(value) {
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : { number: textOf(value) };
  if (typeof value !== "object") return value;
  if (isDay(value)) return { day: textOf(value) };
  return isMoment(value) ? { moment: textOf(value) } : value;
}

function outcome({ expression, answers = {}, own, now: time }) {
  try {
    const value = evaluate(readExpression(expression), {
      clock: readMoment(time ?? now, 0), answer: (name) => valueIn(answers[name] ?? ""), own: valueIn(own ?? ""),
    });
    return { is: written(value) };
  } catch (error) {
    if (!(error instanceof ExpressionMistake)) throw error;
    return { error: error.kind, at: error.position };
  }
}

for (const vector of expressions) {
  const expected = "error" in vector ? { error: vector.error, at: vector.at } : { is: written(valueIn(vector.is)) };
  same(outcome(vector), expected, vector.expression);
}

const clock = readMoment(now, 0);
for (const { name, definition, starting, startingOf = {}, cases } of forms) {
  const form = makeForm(definition);
  same(startingAnswers(form, clock), starting, `${name}, the beginning`);
  for (const repeat of Object.keys(startingOf)) same(startingAnswers(form, clock, repeat), startingOf[repeat], `${name}, ${repeat}`);
  for (const { answers, ...expected } of cases) {
    const state = stateOf(form, answers, clock);
    const found = {
      relevant: state.relevant, failures: state.failures.map(({ path, kind }) => `${path} ${kind}`),
      values: Object.fromEntries(Object.entries(state.values).map(([path, value]) => [path, textOf(value)])), kept: state.kept,
    };
    same(found, expected, name);
  }
}
same(filledWords(`\${who} is \${age}, \${nobody}!`, (name) => ({ who: "Mia", age: 7 })[name] ?? ""), "Mia is 7, !", "words");

for (const difference of differences) process.stdout.write(`${difference}\n`);
process.exitCode = differences.length > 0 ? 1 : 0;
