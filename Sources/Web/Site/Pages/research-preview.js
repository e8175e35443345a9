// A study as people will see it before it is published: its words, the boxes of the consent, and the questions of its form.

import { byId, element } from "./dom.js";
import { known, language, text } from "./language.js";
import { inWords, languageName, trying } from "./research-terms.js";
import { askedOf } from "./study-forms.js";
import { scheduleWords } from "./study-words.js";
import { mediumDate } from "./words.js";

const kindName = (kind) => known(`research.kind.${kind}`, kind);

/** An expression of the form, under a name. */
const condition = (key, expression) => (expression ? element("p", { class: "small" }, text(key), " ", element("code", {}, expression)) : null);

const isAlways = (expression) => /^(true\(\)|yes|true)$/i.test(expression ?? "");

function question(item, form, code) {
  const label = inWords(item.label, code) || item.name;
  const choices = (form.choices[item.choices] ?? []).map((choice) => element("li", {}, inWords(choice.label, code) || choice.name));
  const marks = [kindName(item.kind), isAlways(item.required) ? text("research.preview.required") : null].filter(Boolean);
  return element("li", {},
    element("p", {}, element("strong", {}, label), " ", element("span", { class: "hint" }, marks.join(" · "))),
    inWords(item.hint, code) ? element("p", { class: "hint" }, inWords(item.hint, code)) : null,
    item.range ? element("p", { class: "small" }, text("research.preview.range", { ...item.range })) : null,
    choices.length > 0 ? element("ul", { class: "choices" }, choices) : null,
    isAlways(item.required) ? null : condition("research.preview.requiredIf", item.required),
    condition("research.preview.relevant", item.relevant),
    condition("research.preview.constraint", item.constraint),
    item.items ? element("ol", { class: "questions" }, item.items.map((inner) => question(inner, form, code))) : null);
}

/** A button that shows a form to fill in below it; one form is tried at a time. */
function trial(form) {
  const place = element("div", { class: "trial" });
  const begin = () => trying("preview-status", async () => {
    const { tryForm } = await import("./research-trial.js");
    for (const other of byId("preview").querySelectorAll(".trial")) other.replaceChildren();
    tryForm(form, place);
  });
  return [element("p", { class: "line", lang: language }, element("button", { class: "quiet", type: "button", onclick: begin }, text("research.trial"))), place];
}

/** What a form asks; `asked` is a study with several forms, as this one is asked. */
const questions = ({ form, ...asked }, code, isAlone) => [
  element("h3", {}, inWords(form.title, code) || form.id),
  isAlone ? null : element("p", { class: "hint" }, scheduleWords(asked)),
  ...trial(form),
  element("ol", { class: "questions" }, form.items.filter((item) => item.kind !== "calculate").map((item) => question(item, form, code))),
  form.notice || form.licence ? element("p", { class: "small" }, [inWords(form.notice, code), form.licence].filter(Boolean).join(" ")) : null,
];

function show(study, code) {
  const points = [...study.points, ...study.options].map((point) => element("label", { class: "tick" }, element("input", { type: "checkbox", disabled: true }), " ", inWords(point, code)));
  byId("preview").lang = code === "und" ? "" : code;
  byId("preview").replaceChildren(
    element("h3", {}, inWords(study.title, code)),
    ...["purpose", "contact"].map((part) => element("p", { class: "words" }, inWords(study[part], code))),
    element("p", { class: "hint" }, text("research.schedule", { begin: mediumDate(study.begin), end: mediumDate(study.end) })),
    element("h3", {}, text("research.part.consent")),
    element("p", { class: "words" }, inWords(study.consent, code)), ...points,
    ...shownForms(study).flatMap((asked, _, all) => questions(asked, code, all.length === 1)).filter(Boolean),
    ...study.form ? [] : [element("p", { class: "hint" }, text("research.preview.noForm"))]);
}

/** The forms that are there; the main one may still be missing. */
const shownForms = (study) => askedOf(study).filter(({ form }) => form);

/** Shows a study in a language that its words or its forms have. */
export function showPreview(study) {
  const ofForms = shownForms(study).flatMap(({ form }) => form.languages).filter((one) => one.code !== "und").map((one) => one.code);
  const codes = [...new Set([...Object.keys(study.title), ...ofForms])];
  const field = byId("preview-language");
  const chosen = codes.includes(field.value) ? field.value : codes[0];
  field.replaceChildren(...codes.map((code) => element("option", { value: code }, languageName(code))));
  field.value = chosen;
  field.onchange = () => show(study, field.value);
  show(study, chosen);
}
