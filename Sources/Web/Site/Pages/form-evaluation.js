// What expressions of forms yield. The server has the same rules in its module Forms; both are held to the same vectors.

import { booleanOf, dayOf, dayOfMoment, isMoment, isNone, numberOf, readMoment, rounded, textOf, wordsIn } from "./form-values.js";

/**
 * Evaluates an expression.
 *
 * `clock` is a moment, `answer` finds the value of a question by its name, and `own` is the own answer.
 */
export function evaluate({ root }, { clock, answer, own = "" }) {
  const value = (node) => {
    if ("value" in node) return node.value;
    if ("answer" in node) return answer(node.answer);
    if ("own" in node) return own;
    if ("negative" in node) return -number(node.negative);
    if ("pattern" in node) return node.pattern.test(textOf(value(node.subject)));
    return "operation" in node ? operations[node.operation](node.left, node.right) : calls[node.call](...node.nodes);
  };
  const number = (node) => numberOf(value(node), clock.offset);
  const boolean = (node) => booleanOf(value(node));
  const text = (node) => textOf(value(node));
  const operations = {
    "or": (left, right) => boolean(left) || boolean(right),
    "and": (left, right) => boolean(left) && boolean(right),
    "=": (left, right) => areEqual(value(left), value(right), clock.offset),
    "!=": (left, right) => !areEqual(value(left), value(right), clock.offset),
    "<": (left, right) => number(left) < number(right),
    "<=": (left, right) => number(left) <= number(right),
    ">": (left, right) => number(left) > number(right),
    ">=": (left, right) => number(left) >= number(right),
    "+": (left, right) => number(left) + number(right),
    "-": (left, right) => number(left) - number(right),
    "*": (left, right) => number(left) * number(right),
    "div": (left, right) => number(left) / number(right),
    "mod": (left, right) => number(left) % number(right),
  };
  const calls = {
    "true": () => true,
    "false": () => false,
    "today": () => ({ day: dayOfMoment(clock) }),
    "now": () => clock,
    "not": (node) => !boolean(node),
    number,
    "string": text,
    "string-length": (node) => [...text(node)].length,
    "count-selected": (node) => wordsIn(value(node)).length,
    "concat": (...nodes) => nodes.map(text).join(""),
    "if": (condition, yes, no) => value(boolean(condition) ? yes : no),
    "coalesce": (first, second) => {
      const found = value(first);
      return isNone(found) ? value(second) : found;
    },
    "selected": (list, choice) => wordsIn(value(list)).includes(text(choice)),
    "date": (node) => dayIn(value(node), clock.offset),
    "int": (node) => Math.trunc(number(node)),
    "round": (node, places) => rounded(number(node), places ? number(places) : 0),
  };
  return value(root);
}

/** As booleans if one is, else as texts if both are, else as numbers (XPath 1.0, section 3.4). */
function areEqual(left, right, offset) {
  if (typeof left === "boolean" || typeof right === "boolean") return booleanOf(left) === booleanOf(right);
  if (typeof left === "string" && typeof right === "string") return left === right;
  return numberOf(left, offset) === numberOf(right, offset);
}

/** The day of a value, or none. */
function dayIn(value, offset) {
  const moment = typeof value === "string" ? readMoment(value, offset) : value;
  if (moment !== null && isMoment(moment)) return { day: dayOfMoment(moment) };
  return dayOf(Math.floor(numberOf(value, offset))) ?? "";
}
