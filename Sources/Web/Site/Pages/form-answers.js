// What the answers to a form's questions are, and what they mean in expressions. The server has the same rules in its module
// Forms; both are held to the same vectors.

import { readDay, readMoment, readNumber, readTime, wordsIn } from "./form-values.js";

/** What is answered to something that is acknowledged, as in ODK. */
export const acknowledged = "OK";
/** Characters of an answer at most. */
export const longest = 4000;

const notAsked = ["note", "calculate", "group", "repeat"];

export const isAsked = (item) => !notAsked.includes(item.kind);
const isNumber = (item) => ["integer", "decimal", "range"].includes(item.kind);

/** Whether an answer says nothing. */
export const isMissing = (answer) =>
  answer === undefined || answer === null || answer === "" || Number.isNaN(answer) || (Array.isArray(answer) && answer.length === 0);

/** The answer that a text means, such as the default of a sheet; null where a number was expected. */
export function answerFrom(text, item) {
  if (isNumber(item)) return Number.isNaN(readNumber(text)) ? null : readNumber(text);
  return item.kind === "select_multiple" ? wordsIn(text) : text;
}

/** What an answer means in expressions; null when it is none to such a question. */
export function valueOf(answer, item, offset) {
  if (typeof answer === "number") return isNumber(item) && isNumeral(answer, item) ? answer : null;
  if (Array.isArray(answer)) {
    return item.kind === "select_multiple" && new Set(answer).size === answer.length ? answer.join(" ") : null;
  }
  if (typeof answer !== "string") return null;
  switch (item.kind) {
    case "date": return readDay(answer);
    case "dateTime": return readMoment(answer, offset);
    case "time": return readTime(answer) === null ? null : answer;
    case "acknowledge": return answer === acknowledged ? answer : null;
    case "text": return [...answer].length <= longest ? answer : null;
    case "select_one": return answer;
    default: return null;
  }
}

const isNumeral = (number, item) => Number.isFinite(number) && (item.kind !== "integer" || Number.isSafeInteger(number));

/** Why an answer is none to a question: `type`, `choice` or `range`; null if it is one. */
export function problemOf(answer, item, names) {
  if (valueOf(answer, item, 0) === null) return "type";
  if (item.kind === "range") return holds(item.range, answer) ? null : "range";
  if (item.kind === "select_one") return names.includes(answer) ? null : "choice";
  return item.kind !== "select_multiple" || answer.every((name) => names.includes(name)) ? null : "choice";
}

/** Whether a number is one of a range's steps; a billionth of a step is forgiven. */
function holds({ start, end, step }, number) {
  if (number < Math.min(start, end) || number > Math.max(start, end)) return false;
  const steps = (number - start) / step;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}
