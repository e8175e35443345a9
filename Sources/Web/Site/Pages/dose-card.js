// A treatment on a day: a tap notes the dose, a tap notes a symptom after it. The clinic's own rules stand beside it.

import { showAttention, someWorrisome } from "./attention.js";
import { element } from "./dom.js";
import { details } from "./dose-details.js";
import { rulesInForce, timeNow } from "./dose-timers.js";
import { amountName, doseName, spanName } from "./dose-words.js";
import { text } from "./language.js";
import { toggles } from "./toggles.js";

const cofactors = ["ill", "sport", "period", "sleptBadly", "stress", "travelling", "withFood"];
/** The symptoms that are offered first; the others are behind a heading. */
const frequent = ["Itching", "Hives", "Swelling", "AbdominalCramps", "Nausea", "Vomiting", "Coughing", "Wheezing", "ShortnessOfBreath", "RunnyNose", "RedOrItchyEyes", "Dizziness"];
const others = ["ChestTightnessOrPain", "RapidPoundingOrFlutteringHeartbeat", "Fainting", "Chills", "Fever", "Diarrhea", "Bloating", "Heartburn", "Headache", "Fatigue", "SoreThroat", "SinusCongestion", "GeneralizedBodyAche", "MemoryLapse", "MoodChanges", "HotFlashes", "SkippedHeartbeat", "SleepChanges"];

/**
 * The card of a treatment.
 *
 * @param {object} treatment `{allergen, name, sign, day, isToday, dosage, dose, doseBefore, rules, course, usualTime, before}`:
 * `doseBefore` is that of the day before, and `before` keeps the cofactors that were tapped before the dose is noted.
 * @param {(change: (dose: object | null) => object | null, isTyped?: boolean) => void} say Changes the dose of the day as it is now;
 * `null` deletes it. What is typed stands in its field already.
 */
export function treatmentCard(treatment, say) {
  const { allergen, name, sign, dose, course } = treatment;
  return element("section", { class: "part card treatment", "data-allergen": allergen, "aria-label": name },
    element("div", { class: "head" }, sign, element("div", {}, element("h2", {}, name),
      element("span", { class: "hint day-of" }, text("dose.day", { count: course.count })))),
    callNote(treatment), ...dose ? noted(treatment, say) : unnoted(treatment, say));
}

/** That it is time to call the clinic: by its own rule, or by the one sentence for all. */
function callNote({ course, dose, isToday }) {
  if (!course.call || dose || !isToday) return null;
  const { byClinic, days, phone } = course.call;
  return element("div", { class: "note call" },
    element("p", {}, element("strong", {}, byClinic ? text("dose.call.rule", { count: days }) : text("help.dose.call"))),
    element("p", {}, text("dose.call.missed", { count: course.missedDays })),
    phone ? element("p", {}, element("a", { class: "quiet", href: `tel:${phone.replace(/[^+\d]/g, "")}` }, text("emergency.call", { number: phone }))) : null);
}

function unnoted(treatment, say) {
  const { dosage, before } = treatment;
  if (!dosage) return [element("p", { class: "hint" }, text("dose.noneCurrent"))];
  const advice = element("div", { class: "rules", role: "status" });
  const chips = cofactorChips(before, () => showAdvice(advice, before, treatment.rules));
  showAdvice(advice, before, treatment.rules);
  const note = (half) => say(() => ({
    time: treatment.isToday ? timeNow() : treatment.usualTime, dosage: dosage.name, amount: half ? dosage.halfAmount : dosage.amount,
    unit: dosage.unit, route: dosage.route, half, medicines: [], cofactors: { ...before }, notes: "", reaction: null,
  }));
  // A dosage says by `half` that its half is offered; a dose, that it is one.
  const whole = doseName({ ...dosage, half: false });
  return [
    timers(treatment), element("h3", {}, text("dose.before")), chips, advice,
    element("div", { class: "line" },
      element("button", { class: "main note-dose", type: "button", onclick: () => note(false) }, text("dose.note", { dose: whole })),
      dosage.halfAmount === undefined ? null
        : element("button", { class: "quiet note-half", type: "button", onclick: () => note(true) }, text("dose.note.half", { amount: amountName({ amount: dosage.halfAmount, unit: dosage.unit }) }))),
  ];
}

export const notedWords = (dose) => text("dose.noted", { time: dose.time, dose: doseName(dose) });

function noted(treatment, say) {
  const { dose } = treatment;
  const attention = element("div", { class: "attention", role: "alert", hidden: true });
  const symptoms = new Set(dose.reaction?.symptoms ?? []);
  showAttention(attention, someWorrisome(symptoms));
  const choose = (key, isOn) => {
    if (isOn) symptoms.add(key); else symptoms.delete(key);
    say((now) => ({ ...now, reaction: symptoms.size === 0 ? null : { minutesAfter: null, notes: "", ...now.reaction, symptoms: [...symptoms] } }));
  };
  const chips = (keys) => toggles(keys.map((key) => ({ key, name: text(`diary.symptom.${key}`) })), symptoms, choose);
  const advice = element("div", { class: "rules" });
  showAdvice(advice, dose.cofactors, treatment.rules);
  return [
    element("p", { class: "taken", tabindex: -1 }, notedWords(dose)), timers(treatment), advice,
    element("h3", {}, text("dose.reaction")), chips(frequent), attention,
    element("details", { class: "others", open: others.some((key) => symptoms.has(key)) }, element("summary", {}, text("dose.reaction.more")), chips(others)),
    details(treatment, say, cofactorChips),
  ];
}

/** Buttons for what is so; a second tap takes it back. */
export function cofactorChips(known, onChange) {
  const choices = cofactors.map((key) => ({ key, name: text(`dose.cofactor.${key}`) }));
  const chosen = new Set(cofactors.filter((key) => known[key] === true));
  const node = toggles(choices, chosen, (key, isOn) => {
    if (isOn) {
      known[key] = true;
      chosen.add(key);
    } else {
      delete known[key];
      chosen.delete(key);
    }
    for (const button of node.children) button.setAttribute("aria-pressed", String(chosen.has(button.dataset.key)));
    onChange(known);
  });
  node.setAttribute("role", "group");
  node.setAttribute("aria-label", text("dose.before"));
  return node;
}

/** What the clinic has said about what is so; where it has said nothing, that it is the one to ask. */
function showAdvice(place, known, rules) {
  const lines = [];
  if (known.ill) lines.push(rules?.whenIll ? text("dose.rule.ill", { words: rules.whenIll }) : text("help.dose.ask"));
  if (known.sport) lines.push(rules?.beforeSport ? text("dose.rule.beforeSport", { span: spanName(rules.beforeSport) }) : text("help.dose.ask"));
  if (["period", "sleptBadly", "stress", "travelling"].some((key) => known[key])) lines.push(rules?.notes ? text("dose.rule.notes", { words: rules.notes }) : text("help.dose.ask"));
  place.replaceChildren(...[...new Set(lines)].map((line) => element("p", { class: "note" }, line)));
}

/** Until when the clinic's own figures reach, as long as they do. */
function timers({ dose, doseBefore, rules, isToday }) {
  if (!isToday) return null;
  const lines = rulesInForce({ today: dose, yesterday: doseBefore }, rules, timeNow())
    .map(({ rule, until, minutes }) => text(`dose.rule.${rule}`, { time: until, span: spanName(minutes) }));
  return lines.length === 0 ? null
    : element("div", { class: "rules timers" }, lines.map((line) => element("p", { class: "note" }, line)));
}
