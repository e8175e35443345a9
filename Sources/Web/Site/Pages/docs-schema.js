// JSON Schema in words, and the Markdown subset that descriptions use.

import { element } from "./dom.js";
import { text } from "./language.js";

/** Paragraphs, `code` and **weight**. */
export const prose = (words = "") => words.split("\n\n").filter(Boolean).map((part) => element("p", {}, inline(part)));

export const inline = (words) => words.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
  if (part.startsWith("`")) return element("code", {}, part.slice(1, -1));
  return part.startsWith("**") ? element("strong", {}, part.slice(2, -2)) : part;
});

/** The schemas of a document: `show` describes one, `example` returns a matching value. */
export function makeSchemas(definition) {
  const resolved = (value) => {
    let found = value;
    while (found?.$ref) {
      const { $ref, ...beside } = found;
      found = { ...$ref.slice(2).split("/").reduce((place, step) => place[step], definition), ...beside };
    }
    return found ?? {};
  };
  const nameOf = (schema) => schema?.$ref?.split("/").pop();

  /** The kind of value, in one line. */
  function kind(schema) {
    const whole = resolved(schema);
    if (whole.const !== undefined) return JSON.stringify(whole.const);
    const choices = whole.anyOf ?? whole.oneOf;
    if (choices && !whole.type) return choices.map(kind).join(" | ");
    const type = [whole.type ?? (whole.enum ? "string" : "object")].flat().join(" | ");
    if (type.startsWith("array") && whole.items && whole.items !== true) return `${type}: ${kind(whole.items)}`;
    return [type, whole.format, nameOf(schema) && type.startsWith("object") ? nameOf(schema) : null].filter(Boolean).join(" · ");
  }

  /** The allowed values, as far as the kind does not say them. */
  function bounds({ enum: values, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, default: usual }) {
    const range = (low, high) => (low === undefined && high === undefined ? null : `${low ?? ""}…${high ?? ""}`);
    return [
      values && (values.length > 14 ? text("docs.values", { count: values.length }) : values.map((value) => JSON.stringify(value)).join(", ")),
      range(minimum, maximum), range(minLength, maxLength) && text("docs.characters", { range: range(minLength, maxLength) }),
      range(minItems, maxItems) && text("docs.elements", { range: range(minItems, maxItems) }), pattern,
      usual === undefined ? null : text("docs.default", { value: JSON.stringify(usual) }),
    ].filter(Boolean).join("; ");
  }

  const line = (schema) => element("span", { class: "type" }, [kind(schema), bounds(resolved(schema))].filter(Boolean).join("; "));

  /** The members of the object inside any number of lists. */
  function inside(schema) {
    const whole = resolved(schema);
    if (whole.properties) return whole;
    if (whole.items && whole.items !== true) return inside(whole.items);
    const object = (whole.allOf ?? whole.anyOf ?? whole.oneOf ?? []).map(inside).find(Boolean);
    return object ?? null;
  }

  function members(schema) {
    return element("ul", { class: "members" }, Object.entries(schema.properties).map(([name, part]) => {
      const deeper = inside(part);
      const item = element("li", {},
        element("span", { class: "name" }, name), " ", line(part),
        schema.required?.includes(name) ? [" ", element("span", { class: "needed" }, text("docs.needed"))] : null,
        resolved(part).description ? element("span", {}, " – ", inline(resolved(part).description)) : null);
      if (deeper) item.append(" ", folded(deeper));
      return item;
    }));
  }

  /** Members that are built when expanded, because schemas may contain themselves. */
  function folded(schema) {
    const node = element("details", {}, element("summary", {}, text("docs.members")));
    node.addEventListener("toggle", () => { if (node.open && node.children.length === 1) node.append(members(schema)); });
    return node;
  }

  function show(schema) {
    const object = inside(schema);
    return [element("p", {}, line(schema)), ...prose(resolved(schema).description), object ? members(object) : null].filter(Boolean);
  }

  const example = (holder) =>
    holder.example ?? Object.values(holder.examples ?? {})[0]?.value ?? resolved(holder.schema).examples?.[0];

  return { resolved, show, line, example };
}
