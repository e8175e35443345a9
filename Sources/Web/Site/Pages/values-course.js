// How a kind of value went, day by day: a band from the lowest to the highest, and a point for each day.

import { ask } from "./account-api.js";
import { adding, daysBetween, todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { ask as askReader } from "./question.js";
import { table, tableRow } from "./table.js";
import { ValueChart } from "./values-chart.js";
import { figureOf, kindName, kinds, measured, offerKinds, wordsOf } from "./values-kinds.js";
import { mediumDate } from "./words.js";

const periods = [30, 90, 365, 1096];
const columns = ["day", "lowest", "mean", "highest", "value"];

export class ValueCourse {
  #place;
  #days = [];
  #shown = [];

  constructor(place) {
    this.#place = place;
    this.chart = new ValueChart(byId("chart"), (index) => this.#read(index));
    byId("period").replaceChildren(...periods.map((days) => element("option", { value: days, selected: days === 90 }, text(`lookback.period.${days}`))));
    for (const id of ["course-kind", "period"]) byId(id).addEventListener("change", () => this.#draw());
  }

  show(days) {
    this.#days = days;
    const known = new Set(days.flatMap(({ figures }) => figures.map(({ kind }) => kind)));
    const chosen = byId("course-kind").value;
    offerKinds(byId("course-kind"), kinds.filter((kind) => known.has(kind)), chosen);
    byId("course").hidden = known.size === 0;
    byId("course-none").hidden = known.size > 0;
    if (known.size > 0) this.#draw();
  }

  get #kind() { return byId("course-kind").value; }

  #draw() {
    const to = todayHere();
    const from = adding(to, 1 - Number(byId("period").value));
    const known = new Map(this.#days.map(({ day, figures }) => [day, figures.find(({ kind }) => kind === this.#kind)]));
    this.#shown = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
      const day = adding(from, index);
      const figures = known.get(day);
      return { day, figures, value: figures ? figureOf(figures) : null };
    });
    this.chart.show(this.#shown, (value) => measured(value, this.#kind));
    const count = this.#shown.filter(({ figures }) => figures).length;
    byId("chart").setAttribute("aria-label", text("lookback.summary", { name: kindName(this.#kind), from: mediumDate(from), to: mediumDate(to), count }));
    this.#read(null);
    this.#showTable();
  }

  #read(index) {
    const shown = index === null ? null : this.#shown[index];
    byId("read").textContent = !shown ? "" : `${mediumDate(shown.day)}: ${shown.figures ? wordsOf(shown.figures) : text("lookback.gap")}`;
  }

  #showTable() {
    const rows = this.#shown.filter(({ figures }) => figures).reverse().map(({ day, figures, value }) =>
      tableRow(columns, [mediumDate(day), measured(figures.low, this.#kind), measured(figures.mean, this.#kind), measured(figures.high, this.#kind),
        element("span", { class: "of-day" }, measured(value, this.#kind), " ",
          element("button", { class: "link", type: "button", "aria-label": text("values.delete.day", { day: mediumDate(day) }), onclick: () => this.#remove(day) }, text("values.delete")))]));
    byId("table").replaceChildren(table({ "aria-labelledby": "course-heading" }, columns, element("tbody", {}, rows)));
  }

  async #remove(day) {
    const what = text("values.delete.ask", { name: kindName(this.#kind), day: mediumDate(day) });
    if (!await askReader(what, [], text("values.delete"))) return;
    await ask("DELETE", this.#place.path(`/${day}?kind=${this.#kind}`));
    await this.#place.changed();
    byId("course-kind").focus();
  }
}
