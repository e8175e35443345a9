// The fields of a form's questions. Each shows an answer, and calls `say` with what the reader answers, or with `null`.

import { element } from "./dom.js";
import { acknowledged, longest } from "./form-answers.js";
import { text } from "./language.js";
import { number } from "./words.js";

/** A longer list is a menu instead of buttons. */
const mostButtons = 12;

/**
 * The identifiers of what stands beside the field with an identifier. A colon is in no name of a question, so none of them is that of
 * another field.
 */
export const beside = (id) => ({ hint: `${id}:hint`, error: `${id}:error` });

/** What says of controls which words describe them. */
export const describing = (id) => ({ "aria-describedby": Object.values(beside(id)).join(" ") });

/**
 * The field of a question.
 *
 * `choices` are `{name, label}`, where `label()` says the words. A field has `nodes`, `show(answer)`, and `isGroup` if it has
 * several controls.
 */
export function fieldFor(item, id, choices, say) {
  const make = makers[item.kind] ?? written;
  const field = make(item, id, choices, say);
  for (const control of field.controls) {
    if (!field.isGroup) for (const [name, value] of Object.entries(describing(id))) control.setAttribute(name, value);
    control.disabled = item.readOnly === true;
  }
  return field;
}

const makers = {
  "text": written, "integer": figure, "decimal": figure, "range": slider, "date": typed("date"), "time": typed("time"),
  "dateTime": typed("datetime-local"), "select_one": one, "select_multiple": several, "acknowledge": acknowledgement,
};

function written({ appearance = [] }, id, _, say) {
  const isLong = appearance.includes("multiline");
  const control = element(isLong ? "textarea" : "input", {
    class: "field", id, maxlength: longest, autocomplete: "off", ...(isLong ? { rows: 4 } : { type: "text" }),
    oninput: () => say(control.value === "" ? null : control.value),
  });
  return { nodes: [control], controls: [control], show: (answer) => showIn(control, answer ?? "") };
}

function figure({ kind }, id, _, say) {
  const control = element("input", {
    class: "field", id, type: "number", step: kind === "integer" ? 1 : "any", inputmode: kind === "integer" ? "numeric" : "decimal",
    autocomplete: "off", oninput: () => say(control.value === "" ? null : Number(control.value)),
  });
  return { nodes: [control], controls: [control], show: (answer) => showIn(control, answer ?? "") };
}

function typed(type) {
  return (_, id, choices, say) => {
    const control = element("input", { class: "field", id, type, onchange: () => say(control.value === "" ? null : control.value) });
    return { nodes: [control], controls: [control], show: (answer) => showIn(control, answer ?? "") };
  };
}

/** What is typed is not replaced while it is typed. */
function showIn(control, words) {
  if (document.activeElement !== control) control.value = words;
}

/** A slider, which nobody has answered before it is touched. */
function slider({ range: { start, end, step } }, id, _, say) {
  const [least, most] = [Math.min(start, end), Math.max(start, end)];
  const control = element("input", { type: "range", id, min: least, max: most, step: Math.abs(step), oninput: () => say(Number(control.value)) });
  const shown = element("output", { for: id });
  const clear = clearing(say);
  return {
    nodes: [element("div", { class: "study-range" }, control, shown, clear)], controls: [control],
    show(answer) {
      const isAnswered = typeof answer === "number";
      if (!isAnswered) control.value = (least + most) / 2;
      else if (document.activeElement !== control) control.value = answer;
      control.classList.toggle("unanswered", !isAnswered);
      control.setAttribute("aria-valuetext", isAnswered ? number(answer) : text("diary.unanswered"));
      shown.textContent = isAnswered ? number(answer) : "–";
      clear.hidden = !isAnswered;
    },
  };
}

const clearing = (say) => element("button", { class: "link", type: "button", onclick: () => say(null) }, text("diary.clear"));

function one(item, id, choices, say) {
  const isMenu = item.appearance?.includes("minimal") || choices.length > mostButtons;
  return isMenu ? menu(id, choices, say) : radios(item, id, choices, say);
}

function menu(id, choices, say) {
  const options = choices.map(({ name }) => element("option", { value: name }));
  const control = element("select", { class: "field", id, onchange: () => say(control.value === "" ? null : control.value) },
    element("option", { value: "" }, "–"), options);
  return {
    nodes: [control], controls: [control],
    show(answer) {
      options.forEach((option, place) => { option.textContent = choices[place].label(); });
      control.value = answer ?? "";
    },
  };
}

function radios(item, id, choices, say) {
  const [rows, controls] = ticks("radio", id, choices, (name) => say(name));
  const clear = clearing(say);
  return {
    nodes: [rows, item.required ? null : clear], controls, isGroup: true,
    show(answer) {
      rows.show((name) => name === answer);
      clear.hidden = answer === null;
    },
  };
}

function several(item, id, choices, say) {
  let chosen = [];
  const [rows, controls] = ticks("checkbox", id, choices, (name, isOn) => {
    const names = choices.map((choice) => choice.name).filter((other) => (other === name ? isOn : chosen.includes(other)));
    say(names.length === 0 ? null : names);
  });
  return {
    nodes: [rows], controls, isGroup: true,
    show(answer) {
      chosen = answer ?? [];
      rows.show((name) => chosen.includes(name));
    },
  };
}

/** A row with a control for each choice. */
function ticks(type, id, choices, say) {
  const controls = choices.map(({ name }, place) => element("input", {
    type, id: `${id}:${place}`, name: id, value: name, onchange: ({ target }) => say(name, target.checked),
  }));
  const words = choices.map(() => element("span", {}));
  const rows = element("div", { class: "study-choices" },
    controls.map((control, place) => element("label", { class: "radio" }, control, words[place])));
  rows.show = (isOn) => choices.forEach(({ name, label }, place) => {
    controls[place].checked = isOn(name);
    words[place].textContent = label();
  });
  return [rows, controls];
}

function acknowledgement(_, id, choices, say) {
  const control = element("input", { type: "checkbox", id, onchange: () => say(control.checked ? acknowledged : null) });
  return {
    nodes: [element("label", { class: "radio" }, control, element("span", {}, text("study.acknowledge")))], controls: [control], isGroup: true,
    show: (answer) => { control.checked = answer === acknowledged; },
  };
}
