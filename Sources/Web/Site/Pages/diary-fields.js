// The fields of a day beside the five faces. Each shows an entry, and calls `say` with what the reader says.

import { element } from "./dom.js";
import { text } from "./language.js";
import { showToggles, toggles } from "./toggles.js";
import { number } from "./words.js";

const organs = ["nose", "eyes", "throat", "lungs", "skin"];
const singles = ["sneezing", "runnyNose", "itchyNose", "blockedNose", "itchyEyes", "wateryEyes", "redEyes"];
const disturbed = ["work", "sleep"];
const scales = ["vasOverall", "vasNose", "vasEyes", "vasLungs", "vasWork", "vasSleep"];
const medicines = ["none", "antihistamineTablet", "antihistamineEyeDrops", "antihistamineNasalSpray", "nasalSteroid",
  "azelastineFluticasone", "oralSteroid", "asthmaReliever", "asthmaController", "other"];
const symptoms = ["AbdominalCramps", "Bloating", "Constipation", "Diarrhea", "Heartburn", "Nausea", "Vomiting", "AppetiteChanges",
  "Chills", "Dizziness", "Fainting", "Fatigue", "Fever", "GeneralizedBodyAche", "HotFlashes", "ChestTightnessOrPain", "Coughing",
  "RapidPoundingOrFlutteringHeartbeat", "ShortnessOfBreath", "SkippedHeartbeat", "Wheezing", "LowerBackPain", "Headache",
  "MemoryLapse", "MoodChanges", "LossOfSmell", "LossOfTaste", "RunnyNose", "SoreThroat", "SinusCongestion", "Acne", "DrySkin",
  "HairLoss", "NightSweats", "SleepChanges", "BladderIncontinence", "Hives", "Itching", "Swelling", "RedOrItchyEyes"];
const strengths = ["present", "mild", "moderate", "severe"];
const longestNote = 1000;

/** The questions of the quiz; `show` fills them. */
export function quizFields(say) {
  const groups = [
    group("diary.body", "diary.grades.about", organs.map((key) => graded(key, say))),
    group("diary.medicines", null, [medicineChoice(say)]),
    group("diary.life", null, disturbed.map((key) => graded(key, say))),
    folded("diary.single", "diary.single.about", singles.map((key) => graded(key, say))),
    folded("diary.scales", "diary.scales.about", scales.map((key) => scale(key, say))),
  ];
  return joined(groups);
}

/** What can be said of any day. */
export const otherFields = (say) => joined([
  folded("diary.symptoms", "diary.symptoms.about", [symptomChoice(say)]), group("diary.note", null, [note(say)]),
]);

const joined = (groups) => ({
  nodes: groups.map(({ node }) => node),
  show: (entry) => { for (const { show } of groups) show(entry); },
});

function group(title, about, fields) {
  const node = element("section", {}, element("h3", {}, text(title)),
    about ? element("p", { class: "hint" }, text(about)) : null, fields.map((field) => field.node));
  return { node, show: (entry) => { for (const field of fields) field.show(entry); } };
}

/** A group that few readers need, behind its title. */
function folded(title, about, fields) {
  const { node, show } = group(title, about, fields);
  const [heading, ...rest] = node.children;
  node.replaceChildren(element("details", {}, element("summary", {}, heading), rest));
  return { node, show };
}

/** A question with four grades; pressing the chosen one again takes it back. */
function graded(key, say) {
  const name = text(`diary.answer.${key}`);
  const choices = [0, 1, 2, 3].map((grade) => ({ key: String(grade), name: text(`diary.grade.${grade}`) }));
  const buttons = toggles(choices, new Set(), (grade, isOn) => say({ answers: { [key]: isOn ? Number(grade) : null } }));
  buttons.setAttribute("role", "group");
  buttons.setAttribute("aria-label", text("diary.grade", { name }));
  return {
    node: element("div", { class: "graded" }, element("span", {}, name), buttons),
    show: ({ answers }) => showToggles(buttons, new Set(answers[key] === undefined ? [] : [String(answers[key])])),
  };
}

/** A scale from 0 to 100, which nobody has answered before it is touched. */
function scale(key, say) {
  const id = `scale-${key}`;
  const answer = (value) => say({ answers: { [key]: value } });
  const slider = element("input", { type: "range", id, min: 0, max: 100, step: 1, onchange: () => answer(Number(slider.value)) });
  const shown = element("output", { for: id });
  const clear = element("button", {
    class: "link", type: "button", "aria-label": `${text("diary.clear")}: ${text(`diary.answer.${key}`)}`, onclick: () => answer(null),
  }, text("diary.clear"));
  slider.addEventListener("input", () => mark(Number(slider.value)));

  function mark(value) {
    const isAnswered = value !== undefined;
    slider.classList.toggle("unanswered", !isAnswered);
    slider.setAttribute("aria-valuetext", isAnswered ? number(value) : text("diary.unanswered"));
    shown.textContent = isAnswered ? number(value) : "–";
    clear.style.visibility = isAnswered ? "" : "hidden";
  }

  return {
    node: element("div", { class: "scale" }, element("label", { for: id }, text(`diary.answer.${key}`)), slider, shown, clear),
    show({ answers }) {
      slider.value = answers[key] ?? 50;
      mark(answers[key]);
    },
  };
}

/** Medicines; nothing and something exclude each other. */
function medicineChoice(say) {
  let taken = new Set();
  const choices = medicines.map((key) => ({ key, name: text(`diary.medicine.${key}`) }));
  const node = toggles(choices, taken, (key, isOn) => {
    const change = { [key]: isOn ? true : null };
    const others = key === "none" ? medicines.filter((other) => other !== "none") : ["none"];
    if (isOn) for (const other of others) if (taken.has(other)) change[other] = null;
    say({ medicines: change });
  });
  return {
    node,
    show(entry) {
      taken = new Set(medicines.filter((key) => entry.medicines[key]));
      showToggles(node, taken);
    },
  };
}

/** Symptoms, and below them how strong each chosen one was. */
function symptomChoice(say) {
  const nameOf = (key) => text(`diary.symptom.${key}`);
  const isThere = (grade) => grade !== undefined && grade !== "notPresent";
  const buttons = toggles(symptoms.map((key) => ({ key, name: nameOf(key) })), new Set(),
    (key, isOn) => say({ symptoms: { [key]: isOn ? "present" : null } }));
  const list = element("div", { class: "strengths" });

  const strength = (key, chosen) => element("label", {}, text("diary.grade", { name: nameOf(key) }),
    element("select", { class: "field", onchange: ({ target }) => say({ symptoms: { [key]: target.value } }) },
      strengths.map((grade) => element("option", { value: grade, selected: grade === chosen }, text(`diary.symptomGrade.${grade}`)))));

  return {
    node: element("div", { class: "strengths" }, buttons, list),
    show(entry) {
      const there = symptoms.filter((key) => isThere(entry.symptoms[key]));
      showToggles(buttons, new Set(there));
      // A menu that is in use stays as it is.
      if (!list.contains(document.activeElement)) list.replaceChildren(...there.map((key) => strength(key, entry.symptoms[key])));
    },
  };
}

function note(say) {
  const field = element("textarea", {
    id: "note", rows: 3, maxlength: longestNote, "aria-label": text("diary.note"),
    onchange: () => say({ note: field.value.trim() === "" ? null : field.value.trim() }),
  });
  return { node: field, show(entry) { if (document.activeElement !== field) field.value = entry.note ?? ""; } };
}
