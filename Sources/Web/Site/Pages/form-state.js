// A form with answers: what is shown, what is calculated, and what is wrong. The server has the same rules in its module
// Forms; both are held to the same vectors.

import { answerFrom, isAsked, isMissing, longest, problemOf, valueOf } from "./form-answers.js";
import { evaluate } from "./form-evaluation.js";
import { readExpression } from "./form-expression.js";
import { booleanOf, isNone, numberOf, textOf } from "./form-values.js";

/** The version of the definitions that are understood. */
const format = 1;
/** How often a repeat is asked at most. */
export const mostRepeats = 50;

/** Prepares a form's definition, as the server sends it, for answers. */
export function makeForm(definition) {
  if (definition.format !== format) throw new Error(`form of format ${definition.format}`);
  const elements = [];
  gather(definition.items, null, null, elements, definition.choices);
  const byName = new Map(elements.map((element) => [element.item.name, element]));
  return { definition, elements, byName, order: sorted(elements, byName) };
}

/** Adds items and all that they contain, in the order in which they are asked. */
function gather(items, parent, around, elements, lists) {
  for (const item of items) {
    const read = (text) => (text === undefined ? null : readExpression(text));
    const { relevant, required, constraint, calculation, initial, count } = item;
    const element = {
      item, parent, around, names: (lists[item.choices] ?? []).map(({ name }) => name), relevant: read(relevant),
      required: read(required), constraint: read(constraint), calculation: read(calculation), initial: read(initial), count: read(count),
    };
    elements.push(element);
    gather(item.items ?? [], element, item.kind === "repeat" ? element : around, elements, lists);
  }
}

/** The elements such that each comes after all on which its relevance and value depend. */
function sorted(elements, byName) {
  const done = new Set();
  const visit = (element) => {
    if (!element || done.has(element)) return;
    const before = [element.relevant, element.calculation, element.count].flatMap((expression) => expression?.references ?? []);
    visit(element.parent);
    for (const { name } of before) visit(byName.get(name));
    done.add(element);
  };
  elements.forEach(visit);
  return [...done];
}

/**
 * The answers with which a form begins, or another time of a repeat.
 *
 * `clock` is `{ moment, offset }`: milliseconds since 1970-01-01 in UTC, and minutes east of it.
 */
export function startingAnswers(form, clock, repeat = null) {
  const mine = form.elements.filter(({ item, around }) => (around?.item.name ?? null) === repeat && isAsked(item));
  const given = {};
  for (const { item } of mine) {
    if (item.default !== undefined) given[item.name] = answerFrom(item.default, item);
  }
  // Such an expression sees the defaults, and no answer that another one yields.
  const answer = (name) => {
    const element = form.byName.get(name);
    return name in given && element ? (valueOf(given[name], element.item, clock.offset) ?? "") : "";
  };
  const answers = { ...given };
  for (const { item, initial, names } of mine) {
    const value = initial ? evaluate(initial, { clock, answer }) : "";
    const found = isNone(value) ? null : answerFrom(textOf(value), item);
    if (found !== null && problemOf(found, item, names) === null) answers[item.name] = found;
  }
  return answers;
}

/**
 * What a form is with answers: the `relevant` paths in order, the `values` by path, `failures`, each with `path` and `kind`,
 * and the answers to be `kept`.
 *
 * What is not shown counts as not answered. A path is `name`, or `repeat/0/name`.
 */
export function stateOf(form, answers, clock) {
  const filling = new Filling(form, answers, clock);
  filling.evaluate();
  return filling.state();
}

class Filling {
  constructor(form, answers, clock) {
    Object.assign(this, { form, answers, clock });
    /** For each element and each time of the repeat around it, whether it is shown, and its value. */
    this.shown = new Map(form.elements.map((element) => [element, []]));
    this.values = new Map(form.elements.map((element) => [element, []]));
    this.times = new Map();
  }

  evaluate() {
    for (const element of this.form.order) {
      const times = element.around ? (this.times.get(element.around) ?? 0) : 1;
      for (let time = 0; time < times; time += 1) {
        const isShown = this.isShown(element, time);
        this.shown.get(element).push(isShown);
        this.values.get(element).push(isShown ? this.value(element, time) : "");
      }
      if (element.item.kind === "repeat") this.times.set(element, this.count(element));
    }
  }

  result(expression, time, own) {
    const answer = (name) => {
      const element = this.form.byName.get(name);
      return this.values.get(element)[element.around ? time : 0];
    };
    return evaluate(expression, { clock: this.clock, answer, own });
  }

  isShown({ parent, relevant }, time) {
    if (parent && !this.shown.get(parent)[parent.around ? time : 0]) return false;
    return relevant ? booleanOf(this.result(relevant, time)) : true;
  }

  value(element, time) {
    if (element.calculation) {
      const value = this.result(element.calculation, time);
      // Calculations of calculations could double a text again and again.
      return isNone(value) || [...textOf(value)].length > longest ? "" : value;
    }
    const answer = this.answer(element, time);
    return answer === null ? "" : (valueOf(answer, element.item, this.clock.offset) ?? "");
  }

  /** What was answered, or null. */
  answer({ item, around }, time) {
    const answers = around ? listOf(this.answers[around.item.name])[time] : this.answers;
    const answer = isAsked(item) ? answers?.[item.name] : null;
    return isMissing(answer) ? null : answer;
  }

  count(element) {
    if (!this.shown.get(element)[0]) return 0;
    if (!element.count) return Math.min(listOf(this.answers[element.item.name]).length, mostRepeats);
    const number = numberOf(this.result(element.count, 0), this.clock.offset);
    return Number.isNaN(number) ? 0 : Math.trunc(Math.max(0, Math.min(mostRepeats, number)));
  }

  state() {
    const state = { relevant: [], values: {}, failures: [], kept: {} };
    const { elements } = this.form;
    for (let index = 0; index < elements.length;) {
      const element = elements[index];
      this.add(element, 0, state);
      index += 1;
      if (element.item.kind === "repeat") index += this.addTimes(element, state);
    }
    this.addStrangers(state);
    return state;
  }

  /** Adds all within a repeat, time after time, and returns how many elements that are. */
  addTimes(repeat, state) {
    const within = this.form.elements.filter(({ around }) => around === repeat);
    const { name } = repeat.item;
    const times = this.times.get(repeat);
    if (times > 0) state.kept[name] = Array.from({ length: times }, () => ({}));
    for (let time = 0; time < times; time += 1) {
      for (const element of within) this.add(element, time, state);
    }
    if (listOf(this.answers[name]).length > mostRepeats) state.failures.push({ path: name, kind: "tooMany" });
    return within.length;
  }

  add(element, time, state) {
    if (!this.shown.get(element)[time]) return;
    const { item, around, calculation } = element;
    const path = around ? `${around.item.name}/${time}/${item.name}` : item.name;
    state.relevant.push(path);
    const value = this.values.get(element)[time];
    if (!isNone(value)) state.values[path] = value;
    const kind = this.failure(element, value, time);
    if (kind) state.failures.push({ path, kind });
    const calculated = isNone(value) ? null : textOf(value);
    const answer = calculation ? calculated : this.answer(element, time);
    if (answer === null) return;
    const kept = around ? state.kept[around.item.name][time] : state.kept;
    kept[item.name] = answer;
  }

  /** What is wrong with an answer, or that it is missing; null if all is well. */
  failure(element, value, time) {
    if (!isAsked(element.item)) return null;
    const answer = this.answer(element, time);
    if (answer === null) return element.required && booleanOf(this.result(element.required, time)) ? "required" : null;
    const problem = problemOf(answer, element.item, element.names);
    if (problem || !element.constraint) return problem;
    return booleanOf(this.result(element.constraint, time, value)) ? null : "constraint";
  }

  /** Notes answers to what the form does not ask: first single ones, then those of repeats. */
  addStrangers(state) {
    const given = Object.keys(this.answers).filter((name) => this.answers[name] !== null).sort();
    const isList = (name) => Array.isArray(this.answers[name]) && this.answers[name].some((entry) => typeof entry === "object");
    const note = (path) => state.failures.push({ path, kind: "unknown" });
    for (const name of given.filter((each) => !isList(each))) {
      const element = this.form.byName.get(name);
      const isEmptyRepeat = element?.item.kind === "repeat" && isMissing(this.answers[name]);
      if (!isEmptyRepeat && !(element && (isAsked(element.item) || element.calculation) && !element.around)) note(name);
    }
    for (const repeat of given.filter(isList)) {
      if (this.form.byName.get(repeat)?.item.kind !== "repeat") {
        note(repeat);
        continue;
      }
      this.answers[repeat].slice(0, mostRepeats).forEach((answers, time) => {
        for (const name of Object.keys(answers).sort()) {
          if (this.form.byName.get(name)?.around?.item.name !== repeat) note(`${repeat}/${time}/${name}`);
        }
      });
    }
  }
}

/** The answers to a repeat, time by time. */
const listOf = (answers) => (Array.isArray(answers) ? answers : []);

/** Words with the answers in their places, such as “How old is ${child}?”. */
export const filledWords = (words, answer) =>
  words.replace(/\$\{([A-Za-z_][A-Za-z0-9_.-]*)\}/gu, (_, name) => textOf(answer(name)));
