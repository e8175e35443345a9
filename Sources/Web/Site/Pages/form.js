// Forms: mistakes are shown at their fields, and problems with the whole form in a line of its own.

import { byId } from "./dom.js";
import { known, text } from "./language.js";

/** Handles a form's submission, including one that `early.js` held before this script was loaded. */
export function onSend(form, act) {
  form.addEventListener("submit", (event) => { event.preventDefault(); act(); });
  form.removeAttribute("data-early");
  form.dispatchEvent(new Event("listening", { bubbles: true }));
}

/** Handles a form's submission, and shows the errors that it throws. */
export function onSubmit(form, status, act) {
  const button = form.querySelector("button[type=submit]");
  for (const field of form.querySelectorAll("input")) field.addEventListener("input", () => complain(field, ""));
  onSend(form, async () => {
    say(status, "");
    if (!check(form)) return;
    button.disabled = true;
    form.setAttribute("aria-busy", "true");
    try {
      await act();
    } catch (error) {
      tell(form, status, error);
    } finally {
      button.disabled = false;
      form.removeAttribute("aria-busy");
    }
  });
}

/** Checks the visible fields; the first one with a mistake gets the focus. */
function check(form) {
  const wrong = [...form.querySelectorAll("input:not([type=checkbox])")].filter((field) => {
    const isShown = field.closest("[hidden]") === null;
    const mistake = isShown ? mistakeOf(field) : "";
    complain(field, mistake);
    return mistake !== "";
  });
  wrong[0]?.focus();
  return wrong.length === 0;
}

function mistakeOf(field) {
  if (field.validity.valueMissing) return text("field.missing");
  if (field.validity.valid) return "";
  return known(`field.${field.id}`, known(`field.${field.type}`, field.validationMessage));
}

/** Shows the mistake of a field, or clears it. */
function complain(field, words) {
  const place = byId(`${field.id}-error`);
  if (!place) return;
  place.textContent = words;
  field.setAttribute("aria-invalid", words !== "");
}

/** Shows a refusal at the fields that it names, and the rest below. */
function tell(form, status, error) {
  let isPlaced = false;
  for (const place of error.places ?? []) {
    const field = form.querySelector(`#${CSS.escape((place.pointer ?? "").slice(1))}`);
    if (!field || field.closest("[hidden]")) continue;
    complain(field, known(`field.${field.id}`, place.detail));
    if (error.kind === "invalid-password") complain(field, text("field.badPassword"));
    if (!isPlaced) field.focus();
    isPlaced = true;
  }
  if (!isPlaced) say(status, wording(error), true);
}

/** A refusal in the page's language, if the kind is known. */
export const wording = (error) => known(`problem.${error.kind}`, error.message);

export function say(place, words, isFailure = false) {
  place.textContent = words;
  place.classList.toggle("error", isFailure);
}

/** Connects the buttons that reveal passwords. */
export function makeEyes() {
  for (const button of document.querySelectorAll("[data-eye]")) {
    button.addEventListener("click", () => {
      const field = byId(button.dataset.eye);
      const isShown = field.type === "password";
      field.type = isShown ? "text" : "password";
      button.setAttribute("aria-pressed", isShown);
    });
  }
}
