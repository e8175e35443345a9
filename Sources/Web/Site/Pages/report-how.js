// The second and third steps of a report: the allergens and the symptoms.

import { showAllergenChoice } from "./allergen-choice.js";
import { showAttention, worrisome } from "./attention.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { showToggles, toggles } from "./toggles.js";
import { capitalised } from "./words.js";

/** The maximum number of allergens in a report. */
const mostAllergens = 10;
const longestComment = 50;

const symptoms = ["sneezing", "runnyNose", "blockedNose", "itchyNose", "itchyEyes", "wateryEyes", "cough", "wheezing",
  "breathlessness", "rash"];

export function makeWhat(draft, names, own) {
  const status = byId("what-status");
  const unsure = new Set(draft.isUnsure ? ["unsure"] : []);

  function showUnsure() {
    unsure.clear();
    if (draft.isUnsure) unsure.add("unsure");
    showToggles(byId("unsure"), unsure);
  }

  byId("unsure").replaceChildren(toggles([{ key: "unsure", name: text("report.unsure") }], unsure, (_, isOn) => {
    if (isOn) draft.allergens.clear();
    draft.keep({ isUnsure: isOn });
    status.textContent = "";
    showUnsure();
    showToggles(byId("allergens"), draft.allergens);
  }));
  showAllergenChoice(byId("allergens"), names, { own, chosen: draft.allergens, onChange: (key, isOn) => {
    const isFull = isOn && draft.allergens.size >= mostAllergens;
    status.textContent = isFull ? text("report.mostAllergens", { count: mostAllergens }) : "";
    if (isFull) return;
    if (isOn) draft.allergens.add(key);
    else draft.allergens.delete(key);
    draft.keep({ isUnsure: false });
    showUnsure();
  } });

  return {
    /** Whether something is chosen; if not, shows a message. */
    check() {
      const isChosen = draft.isUnsure || draft.allergens.size > 0;
      status.textContent = isChosen ? "" : text("report.nothingChosen");
      status.classList.toggle("error", !isChosen);
      return isChosen;
    },
  };
}

export function makeHow(draft, persons, account) {
  const choices = symptoms.map((key) => ({ key, name: capitalised(text(`symptom.${key}`)) }));
  byId("symptoms").replaceChildren(toggles(choices, draft.symptoms, (key, isOn) => {
    if (isOn) draft.symptoms.add(key);
    else draft.symptoms.delete(key);
    draft.keep();
    showToggles(byId("symptoms"), draft.symptoms);
    showAttention(byId("attention"), [...draft.symptoms].some((symptom) => worrisome.has(symptom)));
  }));
  showComment(draft);
  showNameChoice(draft, account);
  byId("whom").hidden = persons.length === 0;
  if (!persons.some(({ id }) => id === draft.person)) draft.person = null;
  byId("whom-choices").replaceChildren(...[{ id: null, name: text("whom.me") }, ...persons].map(({ id, name }) =>
    element("label", { class: "radio" },
      element("input", { type: "radio", name: "whom", checked: id === draft.person, onchange: () => draft.keep({ person: id }) }),
      element("span", {}, name))));
}

/** The choice whether the reader's name is shown, and what follows from it. */
function showNameChoice(draft, account) {
  const choice = byId("shows-name");
  const tell = () => {
    const key = draft.showsName ? "report.told" : "report.toldUnnamed";
    byId("told").textContent = account ? text(key, { name: account.name }) : "";
  };
  choice.checked = draft.showsName;
  choice.addEventListener("change", () => {
    draft.keep({ showsName: choice.checked });
    tell();
  });
  tell();
}

function showComment(draft) {
  const field = byId("comment");
  const count = () => {
    const left = longestComment - field.value.length;
    byId("comment-count").textContent = `${field.value.length}/${longestComment}`;
    // Screen readers hear the count only when little room is left, not at every letter.
    byId("comment-left").textContent = left <= 10 && left % 5 === 0 ? text("report.comment.left", { count: left }) : "";
  };
  field.value = draft.comment;
  field.addEventListener("input", () => { draft.keep({ comment: field.value }); count(); });
  count();
}
