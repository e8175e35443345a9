// How often the people of a study answer a form, and at which hours: the fields, and what they say.

import { adding } from "./calendar.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { monday, weekdays } from "./study-schedule.js";
import { weekdayName } from "./words.js";

/** The most hours that a form has, from and until. */
const mostWindows = 2;
const rhythms = ["daily", "days", "weekdays", "once", "ends", "joining", "offsets"];
/** What is offered where a form has no schedule yet. */
const usual = { rhythm: "daily", every: 7, span: 3, offsets: [0, 7, 14] };

const stack = (words, ...content) => element("label", { class: "stack" }, element("span", {}, words), " ", content);

/** The numbers in a text; what is no whole number is one that no schedule has, so that the server names the field. */
const numbers = (words) => words.split(/[\s,;]+/).filter(Boolean).map(Number).map((value) => (Number.isInteger(value) ? value : -1));

const group = (words, content) => element("fieldset", { class: "choice-group" }, element("legend", {}, words), content);

export class ScheduleFields {
  #weekdays;
  #hours;
  #each;

  /**
   * Makes the fields. Their identifiers end with `suffix`: for a further form a colon, which no other identifier has, and its name.
   */
  constructor(suffix = "") {
    const number = (name, least) => element("input", {
      class: "field", id: `${name}${suffix}`, type: "number", min: least, max: 90, inputmode: "numeric",
    });
    const hour = (end, place) => element("input", { class: "field", type: "time", id: `${end}-${place}${suffix}` });
    this.rhythm = element("select", {
      class: "field", id: `rhythm${suffix}`, "aria-describedby": `rhythm-hint${suffix}`, onchange: () => this.#showFields(),
    }, rhythms.map((name) => element("option", { value: name }, text(`research.rhythm.${name}`))));
    [this.every, this.span] = [number("every", 2), number("span", 1)];
    this.offsets = element("input", { class: "field", id: `offsets${suffix}`, type: "text", maxlength: 200, autocomplete: "off" });
    this.#weekdays = weekdays.map((day) => element("input", { type: "checkbox", "data-day": day }));
    this.#hours = Array.from({ length: mostWindows }, (_, index) => ({ from: hour("from", index + 1), until: hour("until", index + 1) }));
    this.#each = element("input", { type: "checkbox", id: `each-window${suffix}` });
    this.parts = [
      { of: ["days", "joining"], node: stack(text("research.rhythm.every"), this.every) },
      { of: ["ends"], node: stack(text("research.rhythm.span"), this.span) },
      { of: ["offsets"], node: stack(text("research.rhythm.offsets.days"), this.offsets) },
      { of: ["weekdays"], node: group(text("research.rhythm.weekdays"), element("div", { class: "weekdays" },
        this.#weekdays.map((box, place) => element("label", { class: "weekday" }, box, element("span", {}, weekdayName(adding(monday, place))))))) },
    ];
    const hours = this.#hours.flatMap((window, index) => ["from", "until"].map((end) => stack(text(`research.hours.${end}`, { number: index + 1 }), window[end])));
    this.nodes = [
      stack(text("research.rhythm"), this.rhythm),
      element("p", { class: "hint", id: `rhythm-hint${suffix}` }, text("research.rhythm.hint")),
      ...this.parts.map(({ node }) => node), group(text("research.hours"), element("div", { class: "pair" }, hours)),
      element("label", { class: "choice" }, this.#each, " ", element("span", {}, text("research.hours.each"))),
    ];
  }

  /** Shows the fields that a rhythm has. */
  #showFields() {
    for (const { of, node } of this.parts) node.hidden = !of.includes(this.rhythm.value);
  }

  /** Fills in a schedule, or nothing for a new study. */
  fill(schedule = usual) {
    this.rhythm.value = schedule.rhythm;
    this.every.value = schedule.every ?? usual.every;
    this.span.value = schedule.span ?? usual.span;
    this.offsets.value = (schedule.offsets ?? usual.offsets).join(", ");
    for (const box of this.#weekdays) box.checked = (schedule.weekdays ?? []).includes(box.dataset.day);
    for (const [index, { from, until }] of this.#hours.entries()) {
      const window = schedule.windows?.[index];
      from.value = window?.from ?? "";
      // Fields have no 24:00, and no later time than this.
      until.value = window?.until === "24:00" ? "23:59" : window?.until ?? "";
    }
    this.#each.checked = schedule.eachWindow ?? false;
    this.#showFields();
  }

  /** The schedule as the server takes it. */
  get written() {
    const rhythm = this.rhythm.value;
    return {
      rhythm,
      windows: this.#hours.map(({ from, until }) => ({ from: from.value, until: until.value })).filter(({ from, until }) => from || until),
      every: ["days", "joining"].includes(rhythm) ? Number(this.every.value) : null, span: rhythm === "ends" ? Number(this.span.value) : null,
      weekdays: rhythm === "weekdays" ? this.#weekdays.filter(({ checked }) => checked).map(({ dataset }) => dataset.day) : null,
      offsets: rhythm === "offsets" ? numbers(this.offsets.value) : null, eachWindow: this.#each.checked || null,
    };
  }
}
