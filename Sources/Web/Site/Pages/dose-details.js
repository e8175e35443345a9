// What more there is to say of a noted dose: when, what before, how soon a reaction came, and a note.

import { element } from "./dom.js";
import { amountName } from "./dose-words.js";
import { text } from "./language.js";

const mostMedicines = 10;
const longestNote = 1000;
const longestMedicine = 60;

/** The fields of a dose; each change is kept at once. */
export function details(treatment, say, cofactorChips) {
  const { dose, name } = treatment;
  const known = { ...dose.cofactors };
  const noteField = area(dose.notes, (notes) => say((now) => ({ ...now, notes }), true));
  return element("details", { class: "dose-more" }, element("summary", { "aria-label": text("dose.more.of", { name }) }, text("dose.more")),
    element("div", { class: "fields" },
      labelled("dose.time", element("input", { class: "field", type: "time", required: true, value: dose.time, onchange: ({ target }) => { if (target.value) say((now) => ({ ...now, time: target.value }), true); } })),
      dose.reaction ? reactionFields(dose, say) : null,
      element("h3", {}, text("dose.before")), cofactorChips(known, () => say((now) => ({ ...now, cofactors: { ...known } }))),
      medicineFields(dose, say),
      labelled("dose.notes", noteField),
      element("p", { class: "line" }, element("button", { class: "quiet danger delete-dose", type: "button", onclick: () => say(() => null) }, text("dose.delete", { amount: amountName(dose) })))));
}

const labelled = (key, field) => element("label", { class: "entry" }, text(key), field);

function area(words, onChange) {
  const field = element("textarea", { class: "field", rows: 3, maxlength: longestNote, onchange: () => onChange(field.value.trim()) });
  field.value = words;
  return field;
}

function reactionFields(dose, say) {
  const change = (part) => say((now) => ({ ...now, reaction: { ...now.reaction, ...part } }), true);
  const minutes = element("input", {
    class: "field", type: "number", min: 0, max: 1440, step: 1, inputmode: "numeric", value: dose.reaction.minutesAfter ?? "",
    onchange: () => { if (minutes.validity.valid) change({ minutesAfter: minutes.value === "" ? null : Number(minutes.value) }); },
  });
  return element("div", { class: "fields" }, labelled("dose.minutesAfter", minutes),
    labelled("dose.reaction.notes", area(dose.reaction.notes, (notes) => change({ notes }))));
}

function medicineFields(dose, say) {
  const name = element("input", { class: "field", list: "medicine-names", maxlength: longestMedicine, autocomplete: "off" });
  const strength = element("input", { class: "field", list: "medicine-strengths", maxlength: longestMedicine, autocomplete: "off" });
  const add = () => {
    if (name.value.trim() !== "") say((now) => ({ ...now, medicines: [...now.medicines, { name: name.value.trim(), strength: strength.value.trim() }] }));
  };
  const rows = dose.medicines.map((medicine, index) => element("li", {}, element("span", {}, `${medicine.name} ${medicine.strength}`.trim()),
    element("button", {
      class: "quiet", type: "button", "aria-label": text("dose.medicine.remove", { name: medicine.name }),
      onclick: () => say((now) => ({ ...now, medicines: now.medicines.filter((_, place) => place !== index) })),
    }, "×")));
  return element("fieldset", { class: "choice-group" }, element("legend", {}, text("dose.medicines")),
    element("ul", { class: "medicines" }, rows),
    dose.medicines.length < mostMedicines ? element("div", { class: "line" }, labelled("dose.medicine.name", name), labelled("dose.medicine.strength", strength),
      element("button", { class: "quiet", type: "button", onclick: add }, text("dose.medicine.add"))) : null);
}
