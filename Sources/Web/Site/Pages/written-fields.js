// Help for browsers without a calendar for dates or a clock for times: their fields become lines of text that say which
// form works, what was understood, and what is wrong. Pages read `YYYY-MM-DD`, `HH:MM` and `YYYY-MM-DDTHH:MM` from every
// field, as other browsers give them.

import { todayHere } from "./calendar.js";
import { element } from "./dom.js";
import { locale, text } from "./language.js";
import { inFigures, inWords, readWritten } from "./written-days.js";
import { readWrittenMoment, readWrittenTime } from "./written-times.js";

/**
 * How each type of field is read, and the keys of what is said of it.
 *
 * `words` says once more what was understood, where figures could be mistaken.
 */
const kinds = {
  "date": { read: readWritten, form: "date.form", mistake: "date.unreadable", words: (day) => inWords(day, locale) },
  "time": { read: readWrittenTime, form: "time.form", mistake: "time.unreadable", words: () => text("time.form") },
  "datetime-local": {
    read: readWrittenMoment, form: "moment.form", mistake: "moment.unreadable",
    words: (moment) => `${inWords(moment.slice(0, 10), locale)}, ${moment.slice(11)}`,
  },
};
/** The fields, with what they hold and the line below each. */
const fields = new Map();
/** The fields with a mistake. */
const mistaken = new Set();
let last = 0;

/** Helps with all fields of these types on the page, and those that it adds later. */
export function helpWithFields(types) {
  help(document.body, types);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) help(node, types);
  }).observe(document.body, { childList: true, subtree: true });
  // While somebody types, other browsers tell the page nothing either.
  addEventListener("input", (event) => {
    const { target } = event;
    if (fields.has(target) && target.value !== "" && fields.get(target).kind.read(target.value) !== target.value) event.stopImmediatePropagation();
  }, true);
  // Before the page reads the field.
  addEventListener("change", (event) => {
    if (!fields.has(event.target)) return;
    if (settle(event.target)) event.target.dispatchEvent(new Event("input", { bubbles: true }));
    else event.stopImmediatePropagation();
  }, true);
  addEventListener("submit", (event) => {
    const wrong = [...fields.keys()].filter((field) => field.form === event.target && !field.closest("[hidden]") && !settle(field));
    if (wrong.length === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wrong[0].focus();
  }, true);
  // After the page has put something else into a field with a mistake.
  addEventListener("click", () => {
    for (const field of mistaken) settle(field);
  });
}

function help(node, types) {
  for (const type of types) {
    const wanted = `input[type=${type}]`;
    for (const field of [...(node.matches(wanted) ? [node] : []), ...node.querySelectorAll(wanted)]) helpWith(field, kinds[type]);
  }
}

function helpWith(field, kind) {
  last += 1;
  const hint = element("span", { class: "written-hint small", id: `written-hint-${last}`, role: "status" }, say(kind.form));
  fields.set(field, { kind, hint });
  // A year, a month and a day of fields of their own would come in an order that the page cannot know.
  field.type = "text";
  field.classList.add("typed");
  field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), hint.id].filter(Boolean).join(" "));
  // Beside the label, of which it would become a part.
  (field.closest("label") ?? field).after(hint);
}

/** Reads what is in a field, says what it was taken for, and returns whether it is something that fits, or nothing. */
function settle(field) {
  const { kind, hint } = fields.get(field);
  const words = field.value.trim();
  const value = kind.read(words);
  const mistake = words === "" ? "" : mistakeOf(field, kind, value);
  if (value && mistake === "") field.value = value;
  field.setCustomValidity(mistake);
  field.setAttribute("aria-invalid", String(mistake !== ""));
  if (mistake) mistaken.add(field);
  else mistaken.delete(field);
  hint.textContent = mistake || (value ? kind.words(value) : say(kind.form));
  hint.classList.toggle("error", mistake !== "");
  return mistake === "";
}

function mistakeOf(field, kind, value) {
  if (value === null) return say(kind.mistake);
  if (field.min && value < field.min) return text("date.early", { day: kind.words(field.min) });
  if (field.max && value > field.max) return text("date.late", { day: kind.words(field.max) });
  return "";
}

const say = (key) => text(key, { example: inFigures(todayHere(), locale), plain: todayHere() });
