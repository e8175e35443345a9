// The words and settings of a study, in each language.

import { adding, todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { language, text } from "./language.js";
import { RegionMap, edges } from "./research-region.js";
import { ScheduleFields } from "./research-schedule.js";
import { languageName, languages } from "./research-terms.js";

const worded = ["title", "purpose", "contact", "consent"];
/** The most boxes of a kind: those that everybody ticks, and those that may be left out. */
const mostPoints = 20;
const kinds = ["points", "options"];
const names = {
  points: { number: "research.points.number", remove: "research.points.remove.of" },
  options: { number: "research.options.number", remove: "research.options.remove.of" },
};
/** How many days a new study takes, until its researchers say otherwise. */
const usualDays = 90;
/** When people are reminded, until a study's researchers say otherwise. */
const usualReminders = { after: 2, most: 5, time: "18:00" };

export class StudyWords {
  /** Whether something was written that is not kept yet. */
  isChanged = false;
  #texts = {};
  #boxes = { points: [], options: [] };
  #language = languages[0];

  constructor() {
    this.schedule = new ScheduleFields();
    this.region = new RegionMap();
    byId("schedule").replaceChildren(...this.schedule.nodes);
    byId("text-language").replaceChildren(...languages.map((code) => element("option", { value: code }, languageName(code))));
    byId("text-language").addEventListener("change", ({ target }) => { this.#take(); this.#show(target.value); });
    byId("remind").addEventListener("change", () => this.#showReminders());
    byId("words-form").addEventListener("input", ({ target }) => { if (target.id !== "text-language") this.isChanged = true; });
    window.addEventListener("beforeunload", (event) => { if (this.isChanged) event.preventDefault(); });
    for (const kind of kinds) {
      byId(`add-${kind}`).addEventListener("click", () => {
        this.#take();
        this.#boxes[kind].push({});
        this.#showBoxes(kind);
        byId(kind).lastElementChild.querySelector("textarea").focus();
      });
    }
  }

  /** Fills in a study, or nothing for a new one. */
  fill(study, { isLocked, isSettled }) {
    this.#texts = Object.fromEntries(worded.map((part) => [part, { ...study?.[part] }]));
    for (const kind of kinds) this.#boxes[kind] = (study?.[kind] ?? []).map((words) => ({ ...words }));
    byId("ethics").value = study?.ethics ?? "";
    byId("begin-day").value = study?.begin ?? todayHere();
    byId("end-day").value = study?.end ?? adding(todayHere(), usualDays);
    this.schedule.fill(study?.schedule);
    byId("mode").value = study?.mode ?? "linked";
    byId("target").value = study?.target ?? "";
    byId("k").value = study?.k ?? 5;
    for (const part of ["name", ...edges]) byId(`region-${part}`).value = study?.region?.[part] ?? "";
    this.region.show();
    byId("remind").checked = Boolean(study?.reminders);
    const { after, most, time } = study?.reminders ?? usualReminders;
    [byId("remind-after").value, byId("remind-most").value, byId("remind-time").value] = [after, most, time];
    this.#showReminders();
    for (const id of ["mode", "k"]) byId(id).disabled = isSettled;
    byId("words-fields").disabled = isLocked;
    byId("save").hidden = isLocked;
    this.isChanged = false;
    this.#show([this.#language, language, ...Object.keys(this.#texts.title)].find((code) => this.#texts.title[code]) ?? language);
  }

  /** What is written now, as the server takes it. */
  get written() {
    this.#take();
    const filled = (kind) => this.#boxes[kind].filter((words) => Object.keys(words).length > 0);
    const number = (id) => (byId(id).value === "" ? null : Number(byId(id).value));
    const region = { name: byId("region-name").value.trim(), ...Object.fromEntries(edges.map((edge) => [edge, number(`region-${edge}`)])) };
    // A box with an edge left out is sent as it is, and the server says so.
    const hasRegion = region.name !== "" || edges.some((edge) => region[edge] !== null);
    return {
      ...this.#texts, points: filled("points"), options: filled("options"), ethics: byId("ethics").value.trim() || null,
      begin: byId("begin-day").value, end: byId("end-day").value, schedule: this.schedule.written, mode: byId("mode").value, target: number("target"), k: number("k"),
      region: hasRegion ? region : null,
      reminders: byId("remind").checked ? { after: number("remind-after") ?? 0, most: number("remind-most") ?? 0, time: byId("remind-time").value } : null,
    };
  }

  #showReminders() { byId("remind-part").hidden = !byId("remind").checked; }

  #show(code) {
    this.#language = languages.includes(code) ? code : languages[0];
    byId("text-language").value = this.#language;
    for (const part of worded) {
      byId(part).value = this.#texts[part][this.#language] ?? "";
      byId(part).lang = this.#language;
    }
    for (const kind of kinds) this.#showBoxes(kind);
  }

  #showBoxes(kind) {
    const all = this.#boxes[kind];
    byId(kind).replaceChildren(...all.map((words, index) => {
      const name = text(names[kind].number, { number: index + 1 });
      return element("li", {},
        element("textarea", { class: "field", rows: 2, maxlength: 20_000, lang: this.#language, "aria-label": name }, words[this.#language] ?? ""),
        element("button", {
          class: "quiet", type: "button", "aria-label": text(names[kind].remove, { number: index + 1 }),
          onclick: () => { this.#take(); all.splice(index, 1); this.isChanged = true; this.#showBoxes(kind); byId(`add-${kind}`).focus(); },
        }, text("research.points.remove")));
    }));
    byId(`add-${kind}`).disabled = all.length >= mostPoints;
  }

  /** Keeps what stands in the fields, in the language that is shown. */
  #take() {
    const keep = (wording, words) => {
      if (words.trim() === "") delete wording[this.#language];
      else wording[this.#language] = words.trim();
    };
    for (const part of worded) keep(this.#texts[part], byId(part).value);
    for (const kind of kinds) {
      for (const [index, field] of [...byId(kind).querySelectorAll("textarea")].entries()) keep(this.#boxes[kind][index], field.value);
    }
  }
}
