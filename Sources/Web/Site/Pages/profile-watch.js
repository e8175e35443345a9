// One line of the profile's list: how strong the reaction is, and the level from which to warn.

import { element } from "./dom.js";
import { capitalised, levelName } from "./words.js";
import { text } from "./language.js";

const levels = ["low", "moderate", "high", "veryHigh"];
const sensitivities = ["mild", "moderate", "severe"];

/** `person` is the name of somebody in the reader's care; without it, the reader is spoken to. */
export function watchRow(watch, name, person, { onChange, onRemove }) {
  const reaction = person ? text("watch.sensitivity.of", { name: person }) : text("watch.sensitivity");
  return element("li", { class: "watch" },
    element("b", { class: "what" }, capitalised(name)),
    choice("sensitivity", reaction, text("watch.unsaid"), sensitivities.map((one) => [one, text(`quiz.severity.${one}`)])),
    choice("level", text("watch.level"), text("watch.automatic"), levels.map((one) => [one, text("profile.from", { level: levelName(one) })])),
    element("button", {
      class: "quiet icon", type: "button", "aria-label": text("watch.remove", { name }), title: text("watch.remove", { name }), onclick: onRemove,
    }, element("span", { "aria-hidden": "true" }, "×")));

  function choice(member, label, none, options) {
    const id = `${member}-${watch.allergen}`;
    const field = element("select", { class: "field", id, onchange: () => onChange(member, field.value) },
      element("option", { value: "" }, none), ...options.map(([value, words]) => element("option", { value }, words)));
    field.value = watch[member] ?? "";
    return element("span", { class: "entry" },
      element("label", { for: id }, label, element("span", { class: "unseen" }, `: ${name}`)), field);
  }
}
