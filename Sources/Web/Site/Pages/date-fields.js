// Help for browsers without a calendar for dates: their fields become lines of text that say which form works, what was
// understood, and what is wrong. Pages read `YYYY-MM-DD` from every field, as browsers with a calendar give it.

import { todayHere } from "./calendar.js";
import { element } from "./dom.js";
import { locale, text } from "./language.js";
import { inFigures, inWords, readWritten } from "./written-days.js";

const dates = "input[type=date]";
/** The fields, and the line below each. */
const hints = new Map();
/** The fields with a mistake. */
const mistaken = new Set();
let last = 0;

/** Helps with all date fields of the page, and those that it adds later. */
export function helpWithDates() {
  help(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) help(node);
  }).observe(document.body, { childList: true, subtree: true });
  // Before the page reads the field.
  addEventListener("change", (event) => {
    if (hints.has(event.target) && !settle(event.target)) event.stopImmediatePropagation();
  }, true);
  addEventListener("submit", (event) => {
    const wrong = [...hints.keys()].filter((field) => field.form === event.target && !field.closest("[hidden]") && !settle(field));
    if (wrong.length === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wrong[0].focus();
  }, true);
  // After the page has put another day into a field with a mistake.
  addEventListener("click", () => {
    for (const field of mistaken) settle(field);
  });
}

function help(node) {
  for (const field of [...(node.matches(dates) ? [node] : []), ...node.querySelectorAll(dates)]) {
    last += 1;
    const hint = element("span", { class: "date-hint small", id: `date-hint-${last}`, role: "status" }, form("date.form"));
    hints.set(field, hint);
    // A year, a month and a day of fields of their own would come in an order that the page cannot know.
    field.type = "text";
    field.classList.add("typed");
    field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), hint.id].filter(Boolean).join(" "));
    // Beside the label, of which it would become a part.
    (field.closest("label") ?? field).after(hint);
  }
}

/** Reads what is in a field, says what it was taken for, and returns whether it is a day that fits, or nothing. */
function settle(field) {
  const words = field.value.trim();
  const day = readWritten(words);
  const mistake = words === "" ? "" : mistakeOf(field, day);
  if (day && mistake === "") field.value = day;
  field.setCustomValidity(mistake);
  field.setAttribute("aria-invalid", String(mistake !== ""));
  if (mistake) mistaken.add(field);
  else mistaken.delete(field);
  const hint = hints.get(field);
  hint.textContent = mistake || (day ? inWords(day, locale) : form("date.form"));
  hint.classList.toggle("error", mistake !== "");
  return mistake === "";
}

function mistakeOf(field, day) {
  if (day === null) return form("date.unreadable");
  if (field.min && day < field.min) return text("date.early", { day: inWords(field.min, locale) });
  if (field.max && day > field.max) return text("date.late", { day: inWords(field.max, locale) });
  return "";
}

const form = (key) => text(key, { example: inFigures(todayHere(), locale), plain: todayHere() });
