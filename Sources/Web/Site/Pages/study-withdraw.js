// Leaving a study, with the choice of what becomes of past answers where they are known to be the reader's.

import { ask } from "./account-api.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { ask as askReader } from "./question.js";
import { titleOf } from "./study-words.js";

const path = ({ id }) => `/v1/me/studies/${encodeURIComponent(id)}`;

/** Asks, and withdraws; resolves with whether that was done. */
export async function withdraw(study) {
  const choices = ["keep", "erase"].map((past) => element("label", { class: "radio" },
    element("input", { type: "radio", name: "past", value: past, checked: past === "keep" }), element("span", {}, text(`study.leave.${past}`))));
  const body = study.mode === "linked"
    ? element("fieldset", { class: "choice-group" }, element("legend", {}, text("study.leave.past")), element("div", { class: "radios" }, choices))
    : element("p", {}, text("study.leave.unlinked"));
  if (!await askReader(text("study.leave.question", { title: titleOf(study) }), body, text("study.leave"))) return false;
  const chosen = study.mode === "linked" ? body.querySelector("input:checked").value : "keep";
  await ask("DELETE", path(study), { answers: chosen });
  return true;
}

/** Asks, and erases the answers that somebody has left under a pseudonym; resolves with whether that was done. */
export async function erase(study, pseudonym) {
  if (!await askReader(text("study.erase.question", { title: titleOf(study) }), element("p", {}, text("study.erase.about")), text("study.erase"))) return false;
  await ask("DELETE", path(study), { answers: "erase", pseudonym });
  return true;
}
