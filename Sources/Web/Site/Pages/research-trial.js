// Filling in a form of a study as people will, to try it out: nothing is sent or kept.

import { element } from "./dom.js";
import { language, text } from "./language.js";
import { StudyForm } from "./study-form.js";
import { answerRows } from "./study-summary.js";

/** Shows a form to fill in, and at its end what would have been sent. */
export function tryForm(form, place) {
  const sheet = element("div", { class: "study-form" });
  place.replaceChildren(element("p", { class: "hint", lang: language }, text("research.trial.about")), sheet);
  const made = new StudyForm(form, sheet, ({ answers }) => {
    const done = element("p", { class: "note", lang: language, tabindex: -1 }, text("research.trial.done"));
    place.replaceChildren(done, element("dl", { class: "study-answers" }, answerRows(form, answers)));
    done.focus();
  });
  sheet.querySelector("input, select, textarea, button")?.focus();
  return made;
}
