// The answer fields for each kind of quiz question. Each returns its answer, or `null` for none.

import { makeChooser, watchName } from "./chooser.js";
import { element } from "./dom.js";
import { known, text } from "./language.js";
import { capitalised } from "./words.js";

export const answerField = (question, answer, allergens) =>
  ({ allergens: reactions, choice, choices, texts }[question.kind] ?? nothing)(question, answer, allergens);

/** A kind that a newer server uses and this page does not know: it can only be skipped. */
const nothing = (question, answer) => ({ node: element("p", { class: "hint" }, text("welcome.unknown")), answer: () => answer ?? null });

/** Options with a single or multiple choice. */
function options(type, { id, options: all }, isChosen) {
  const inputs = all.map(({ value }) => element("input", { type, name: id, value, checked: isChosen(value) }));
  const node = element("fieldset", { class: "entry options", "aria-labelledby": "question-heading" },
    ...inputs.map((input, index) => element("label", { class: "option" }, input,
      element("span", {}, known(all[index].message, all[index].value)))));
  return { node, chosen: () => inputs.filter((input) => input.checked).map((input) => input.value) };
}

function choice(question, answer) {
  const { node, chosen } = options("radio", question, (value) => value === answer);
  return { node, answer: () => chosen()[0] ?? null };
}

function choices(question, answer = []) {
  const { node, chosen } = options("checkbox", question, (value) => answer.includes(value));
  return { node, answer: () => (chosen().length > 0 ? chosen() : null) };
}

/** Texts, one per line. */
function texts({ id, most, length }, answer = []) {
  const field = element("textarea", { class: "field", id: `answer-${id}`, rows: 4, "aria-labelledby": "question-heading", "aria-describedby": "texts-hint" });
  field.value = answer.join("\n");
  const lines = () => field.value.split("\n").map((line) => line.trim().slice(0, length)).filter(Boolean).slice(0, most);
  return {
    node: element("div", { class: "entry" }, field, element("p", { class: "small", id: "texts-hint" }, text("welcome.texts", { count: most }))),
    answer: () => (lines().length > 0 ? lines() : null),
  };
}

/** Allergens: a list to choose from, and the severity of each chosen one. */
function reactions({ options: severities }, answer = [], allergens) {
  const chosen = new Map(answer.map(({ allergen, severity }) => [allergen, severity]));
  const list = element("ul", { class: "rows reactions" });
  const place = element("div", { class: "chooser", id: "quiz-chooser" });
  const chooser = makeChooser(place, allergens, (key, isChosen) => {
    if (isChosen) chosen.set(key, "moderate");
    else chosen.delete(key);
    draw();
  });

  function draw() {
    chooser.show(new Set(chosen.keys()));
    list.replaceChildren(...[...chosen].map(([key, severity]) => row(key, severity)));
  }

  function row(key, severity) {
    const name = capitalised(watchName(key, allergens));
    const choose = (value) => chosen.set(key, value);
    return element("li", {}, element("fieldset", { class: "reaction" },
      element("legend", {}, name),
      element("span", { class: "severities" }, ...severities.map(({ value, message }) => element("label", { class: "option" },
        element("input", { type: "radio", name: `severity-${key}`, value, checked: value === severity, onchange: () => choose(value) }),
        element("span", {}, known(message, value)))))));
  }

  draw();
  return {
    node: element("div", { class: "react" }, list, place),
    answer: () => (chosen.size > 0 ? [...chosen].map(([allergen, severity]) => ({ allergen, severity })) : null),
  };
}
