// What the person wants to be told: bounds in own words, zones of the own plan, comparison and silence.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { onSubmit } from "./form.js";
import { text } from "./language.js";
import { agreeing } from "./member.js";
import { notice } from "./notice.js";
import { kindName, kinds, meters, offerKinds, scales, units } from "./values-kinds.js";

const silences = [6, 12, 24, 48, 72, 168];
const field = (row, name) => row.querySelector(`[data-part=${name}]`);
const numberOf = ({ value }) => (value === "" ? null : Number(value));

export class ValuePlan {
  #place;

  constructor(place) {
    this.#place = place;
    byId("zones-kind").replaceChildren(...Object.entries(scales).map(([kind, scale]) => element("option", { value: kind }, scale)));
    byId("silence").replaceChildren(element("option", { value: "" }, text("values.silence.never")),
      ...silences.map((hours) => element("option", { value: hours }, text("values.silence.hours", { count: hours }))));
    byId("bounds-add").addEventListener("click", () => this.#add(byId("bounds-kind").value, { low: null, high: null, words: "", on: true }).querySelector("input[type=number]").focus());
    onSubmit(byId("plan"), byId("plan-status"), () => this.#save());
  }

  async load() { this.#show(await ask("GET", this.#place.path("/plan"))); }

  #show({ bounds, zones, compare, silence }) {
    byId("bounds").replaceChildren();
    for (const kind of kinds.filter((each) => bounds[each])) this.#add(kind, bounds[kind]);
    const meter = meters.find((each) => zones[each]) ?? meters[0];
    byId("zones-kind").value = meter;
    for (const part of ["best", "upper", "lower"]) byId(`zones-${part}`).value = zones[meter]?.[part] ?? "";
    byId("compare").checked = compare;
    const hours = silence ?? "";
    if (hours && !silences.includes(hours)) byId("silence").append(element("option", { value: hours }, text("values.silence.hours", { count: hours })));
    byId("silence").value = hours;
    this.#offer();
  }

  #offer() {
    const taken = new Set([...byId("bounds").children].map(({ dataset }) => dataset.kind));
    const free = kinds.filter((kind) => !taken.has(kind));
    offerKinds(byId("bounds-kind"), free);
    byId("bounds-add").disabled = free.length === 0;
  }

  #add(kind, { low, high, words, on }) {
    const name = kindName(kind);
    const bound = (part, value) => element("label", { class: "pick" }, element("span", {}, units[kind] ? `${text(`values.bounds.${part}`)} (${units[kind]})` : text(`values.bounds.${part}`)), " ",
      element("input", { class: "field", type: "number", step: "any", inputmode: "decimal", "data-part": part, value: value ?? "" }));
    const row = element("fieldset", { class: "bound", "data-kind": kind }, element("legend", {}, name),
      element("div", { class: "line" }, bound("low", low), bound("high", high)),
      element("label", { class: "words" }, element("span", {}, text("values.bounds.words")), element("input", { class: "field", maxlength: 200, "data-part": "words", value: words })),
      element("div", { class: "line" },
        element("label", { class: "switch" }, element("input", { type: "checkbox", role: "switch", "data-part": "on", checked: on }), " ", element("span", {}, text("values.bounds.on"))),
        element("button", { class: "quiet", type: "button", "aria-label": text("values.bounds.remove", { name }), onclick: () => this.#remove(row) }, text("reminders.remove"))));
    byId("bounds").append(row);
    this.#offer();
    return row;
  }

  #remove(row) {
    row.remove();
    this.#offer();
    byId("bounds-kind").focus();
  }

  get #plan() {
    const bounds = Object.fromEntries([...byId("bounds").children].map((row) => [row.dataset.kind, {
      low: numberOf(field(row, "low")), high: numberOf(field(row, "high")), words: field(row, "words").value.trim(), on: field(row, "on").checked,
    }]));
    const [best, upper, lower] = ["best", "upper", "lower"].map((part) => numberOf(byId(`zones-${part}`)));
    const hasZones = [best, upper, lower].some((value) => value !== null);
    return {
      bounds, zones: hasZones ? { [byId("zones-kind").value]: { best: best ?? 0, upper: upper ?? 0, lower: lower ?? 0 } } : {},
      compare: byId("compare").checked, silence: numberOf(byId("silence")),
    };
  }

  async #save() {
    const plan = this.#plan;
    try {
      this.#show(await agreeing(() => ask("PUT", this.#place.path("/plan"), plan), "health"));
    } catch (error) {
      throw new Error(mistakes(error));
    }
    notice(text("profile.saved"));
    await this.#place.changed();
  }
}

/** The mistakes in a plan, in words of the page. */
function mistakes(error) {
  const found = (error.places ?? []).map(({ pointer }) => {
    const [, part, kind, member] = (pointer ?? "").split("/");
    if (part === "zones") return text("values.mistake.zones");
    return part === "bounds" ? text(member === "words" ? "values.mistake.words" : "values.mistake.bounds", { name: kindName(kind) }) : null;
  }).filter(Boolean);
  return found.length > 0 ? [...new Set(found)].join(" ") : error.message;
}
