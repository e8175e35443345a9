// The symptoms of a report, for whom it is, and what others read of it.

import { showAttention, someWorrisome } from "./attention.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { symptomIcon } from "./report-icons.js";
import { showToggles, toggles } from "./toggles.js";
import { capitalised } from "./words.js";

const longestComment = 50;

const symptoms = ["sneezing", "runnyNose", "itchyEyes", "wateryEyes", "blockedNose", "itchyNose", "cough", "wheezing",
  "breathlessness", "rash"];
const strengths = ["mild", "moderate", "strong"];

/** Shows the symptoms; some are answered with whom to call. */
export function makeSymptoms(draft) {
  const choices = symptoms.map((key) => ({ key, name: capitalised(text(`symptom.${key}`)), icon: symptomIcon(key) }));
  const attend = () => {
    showAttention(byId("attention"), someWorrisome(draft.symptoms));
    byId("strength").hidden = draft.symptoms.size === 0;
  };
  byId("symptoms").replaceChildren(toggles(choices, draft.symptoms, (key, isOn) => {
    if (isOn) draft.symptoms.add(key);
    else draft.symptoms.delete(key);
    draft.keep();
    showToggles(byId("symptoms"), draft.symptoms);
    attend();
  }));
  makeStrengths(draft);
  attend();
}

/** How strong the symptoms are; a second tap takes it back. */
function makeStrengths(draft) {
  const pressed = () => new Set([draft.strength]);
  const choices = strengths.map((key) => ({ key, name: text(`strength.${key}`) }));
  byId("strengths").replaceChildren(toggles(choices, pressed(), (key) => {
    draft.keep({ strength: draft.strength === key ? null : key });
    showToggles(byId("strengths"), pressed());
  }));
}

export function makeHow(draft, persons, account) {
  showComment(draft);
  showNameChoice(draft, account);
  showWhom(draft, persons);
}

function showWhom(draft, persons) {
  const title = () => {
    const person = persons.find(({ id }) => id === draft.person);
    byId("how-heading").textContent = person ? text("report.how.of", { name: person.name }) : text("report.how");
  };
  byId("whom").hidden = persons.length === 0;
  if (!persons.some(({ id }) => id === draft.person)) draft.person = null;
  byId("whom-choices").replaceChildren(...[{ id: null, name: text("whom.me") }, ...persons].map(({ id, name }) =>
    element("label", { class: "radio" },
      element("input", { type: "radio", name: "whom", checked: id === draft.person, onchange: () => {
        draft.keep({ person: id });
        title();
      } }),
      element("span", {}, name))));
  title();
}

/** The choice whether the reader's name is shown, and what follows from it. */
function showNameChoice(draft, account) {
  const choice = byId("shows-name");
  const tell = () => { byId("told").textContent = account ? toldWords(draft, account) : ""; };
  choice.checked = draft.showsName;
  choice.addEventListener("change", () => {
    draft.keep({ showsName: choice.checked });
    tell();
  });
  tell();
}

/** How long a report is on the map, and whether with a name. */
export const toldWords = ({ showsName }, { name }) => text(showsName ? "report.told" : "report.toldUnnamed", { name });

function showComment(draft) {
  const field = byId("comment");
  const count = () => {
    const left = longestComment - field.value.length;
    byId("comment-count").textContent = `${field.value.length}/${longestComment}`;
    // Screen readers hear the count only when little room is left, not at every letter.
    byId("comment-left").textContent = left <= 10 && left % 5 === 0 ? text("report.comment.left", { count: left }) : "";
  };
  field.value = draft.comment;
  byId("more").open = draft.comment !== "";
  field.addEventListener("input", () => { draft.keep({ comment: field.value }); count(); });
  count();
}
