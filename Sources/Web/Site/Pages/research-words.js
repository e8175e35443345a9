// The words and settings of a study, in each language.

import { adding, todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { language, text } from "./language.js";
import { fillSchedule, makeScheduleFields, writtenSchedule } from "./research-schedule.js";
import { languageName, languages } from "./research-terms.js";

const worded = ["title", "purpose", "contact", "consent"];
const mostPoints = 20;
/** How many days a new study takes, until its researchers say otherwise. */
const usualDays = 90;
/** When people are reminded, until a study's researchers say otherwise. */
const usualReminders = { after: 2, most: 5, time: "18:00" };

/** The edges of the box of a region. */
const edges = ["west", "south", "east", "north"];

export class StudyWords {
  /** Whether something was written that is not kept yet. */
  isChanged = false;
  #texts = {};
  #points = [];
  #language = languages[0];

  constructor() {
    makeScheduleFields();
    byId("text-language").replaceChildren(...languages.map((code) => element("option", { value: code }, languageName(code))));
    byId("text-language").addEventListener("change", ({ target }) => { this.#take(); this.#show(target.value); });
    byId("remind").addEventListener("change", () => this.#showReminders());
    byId("words-form").addEventListener("input", ({ target }) => { if (target.id !== "text-language") this.isChanged = true; });
    window.addEventListener("beforeunload", (event) => { if (this.isChanged) event.preventDefault(); });
    byId("add-point").addEventListener("click", () => {
      this.#take();
      this.#points.push({});
      this.#showPoints();
      byId("points").lastElementChild.querySelector("textarea").focus();
    });
  }

  /** Fills in a study, or nothing for a new one. */
  fill(study, { isLocked, isSettled }) {
    this.#texts = Object.fromEntries(worded.map((part) => [part, { ...study?.[part] }]));
    this.#points = (study?.points ?? []).map((point) => ({ ...point }));
    byId("ethics").value = study?.ethics ?? "";
    byId("begin-day").value = study?.begin ?? todayHere();
    byId("end-day").value = study?.end ?? adding(todayHere(), usualDays);
    fillSchedule(study?.schedule);
    byId("mode").value = study?.mode ?? "linked";
    byId("target").value = study?.target ?? "";
    byId("k").value = study?.k ?? 5;
    for (const part of ["name", ...edges]) byId(`region-${part}`).value = study?.region?.[part] ?? "";
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
    const number = (id) => (byId(id).value === "" ? null : Number(byId(id).value));
    const region = { name: byId("region-name").value.trim(), ...Object.fromEntries(edges.map((edge) => [edge, number(`region-${edge}`)])) };
    // A box with an edge left out is sent as it is, and the server says so.
    const hasRegion = region.name !== "" || edges.some((edge) => region[edge] !== null);
    return {
      ...this.#texts, points: this.#points.filter((point) => Object.keys(point).length > 0), ethics: byId("ethics").value.trim() || null,
      begin: byId("begin-day").value, end: byId("end-day").value, schedule: writtenSchedule(), mode: byId("mode").value, target: number("target"), k: number("k"),
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
    this.#showPoints();
  }

  #showPoints() {
    byId("points").replaceChildren(...this.#points.map((point, index) => {
      const name = text("research.points.number", { number: index + 1 });
      return element("li", {},
        element("textarea", { class: "field", rows: 2, maxlength: 20_000, lang: this.#language, "aria-label": name }, point[this.#language] ?? ""),
        element("button", {
          class: "quiet", type: "button", "aria-label": text("research.points.remove.of", { number: index + 1 }),
          onclick: () => { this.#take(); this.#points.splice(index, 1); this.isChanged = true; this.#showPoints(); byId("add-point").focus(); },
        }, text("research.points.remove")));
    }));
    byId("add-point").disabled = this.#points.length >= mostPoints;
  }

  /** Keeps what stands in the fields, in the language that is shown. */
  #take() {
    const keep = (wording, words) => {
      if (words.trim() === "") delete wording[this.#language];
      else wording[this.#language] = words.trim();
    };
    for (const part of worded) keep(this.#texts[part], byId(part).value);
    for (const [index, field] of [...byId("points").querySelectorAll("textarea")].entries()) keep(this.#points[index], field.value);
  }
}
