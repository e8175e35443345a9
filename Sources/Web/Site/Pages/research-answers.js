// The answers of a study: how they come in, a look at them, files to take away, and who looked.

import { ask } from "./account-api.js";
import { instantName } from "./account-words.js";
import { adding, daysBetween } from "./calendar.js";
import { byId, element, shape } from "./dom.js";
import { say } from "./form.js";
import { text } from "./language.js";
import { CellMap } from "./research-cells.js";
import { Files } from "./research-files.js";
import { grid, gridRow, trying } from "./research-terms.js";
import { askedOf, formOf } from "./study-forms.js";
import { dayOfAnswer } from "./study-words.js";
import { mediumDate, number, shortDate } from "./words.js";

/** How many days the picture shows; the table has all of them. */
const shownDays = 90;
/** The picture is stretched to the page, so its words stand beside it. */
const size = { width: 600, height: 130, top: 4 };

const placeName = (latitude, longitude) => `${latitude.toFixed(2)}, ${longitude.toFixed(2)}`;

/** A number of answers, or that there are fewer than may be told. */
const told = (answers, k) => (answers === undefined ? `< ${number(k)}` : number(answers));

/** Bars of answers by day, with a line at the number that would be there if everybody who is wanted answered. */
function picture(days, { k, target }) {
  const last = days.at(-1).day;
  const first = [days[0].day, adding(last, 1 - shownDays)].sort().at(-1);
  const byDay = new Map(days.map((one) => [one.day, one]));
  const count = daysBetween(first, last) + 1;
  const step = size.width / Math.max(count, 14);
  const most = Math.max(target ?? 0, k, ...days.map(({ answers }) => answers ?? 0));
  const y = (value) => size.height - (value / most) * (size.height - size.top);
  const bars = Array.from({ length: count }, (_, index) => {
    const one = byDay.get(adding(first, index));
    if (!one) return null;
    const top = y(one.answers ?? k - 1);
    return shape("rect", {
      class: one.answers === undefined ? "bar few" : "bar", x: index * step + step * 0.1, y: top, width: step * 0.8, height: size.height - top,
    });
  });
  const drawn = shape("svg", {
    class: "days-chart", viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: "none", role: "img", "aria-label": summary(days, { k, target }),
  }, bars, target ? shape("line", { class: "wanted", x1: 0, x2: size.width, y1: y(target), y2: y(target) }) : null);
  const ends = [shortDate(first), ...count > 7 ? [shortDate(last)] : []].map((name) => element("span", {}, name));
  return [element("p", { class: "hint" }, number(most)), drawn, element("p", { class: "days-ends" }, ends)];
}

function summary(days, { k, target }) {
  const { day, answers } = days.at(-1);
  const latest = text("research.progress.latest", { day: mediumDate(day), answers: told(answers, k) });
  return target ? `${latest} ${text("research.progress.target", { target: number(target) })}` : latest;
}

export class Answers {
  #own = null;
  #path = "";
  #next = null;
  #before = null;
  /** Another one for each opening: what was asked before it is not shown any more. */
  #visit = null;
  #map = new CellMap();

  constructor() {
    this.files = new Files(() => this.#showLooks());
    byId("answers-more").addEventListener("click", () => trying("answers-status", () => this.#look()));
    byId("cells-part").addEventListener("toggle", ({ target }) => { if (target.open) trying("cells-status", () => this.#showCells()); });
    byId("looks-more").addEventListener("click", () => trying("answers-status", () => this.#moreLooks()));
  }

  async open(own, path) {
    const visit = {};
    [this.#own, this.#path, this.#next, this.#visit] = [own, path, null, visit];
    for (const id of ["answers", "cells", "looks"]) byId(id).replaceChildren();
    for (const id of ["looks-none", "looks-more", "cells-map", "cells-key"]) byId(id).hidden = true;
    byId("cells-part").hidden = !own.acts.includes("seePlaces");
    byId("cells-part").open = false;
    byId("answers-more").hidden = false;
    byId("answers-more").textContent = text("research.answers.look");
    byId("answers-part").hidden = !own.acts.includes("seeAnswers") || !own.study.version;
    this.files.open(own, path);
    await trying("answers-status", async () => {
      const { days } = await ask("GET", `${path}/progress`);
      if (visit !== this.#visit) return;
      this.#showProgress(days);
      if (!byId("answers-part").hidden) await this.#showLooks();
    });
  }

  #showProgress(days) {
    const { study } = this.#own;
    byId("progress-none").hidden = days.length > 0;
    byId("days-part").hidden = days.length === 0;
    byId("progress").replaceChildren(...days.length > 0 ? [...picture(days, study), element("p", { class: "hint" }, summary(days, study))] : []);
    const names = ["day", "answers"].map((name) => text(`research.column.${name}`));
    byId("days").replaceChildren(grid(text("research.progress.days"), names,
      days.toReversed().map(({ day, answers }) => gridRow([mediumDate(day), told(answers, study.k)]))));
  }

  /** Shows where answers come from, which is kept as a look if there are any. */
  async #showCells() {
    const visit = this.#visit;
    const { cells } = await ask("GET", `${this.#path}/cells`);
    if (visit !== this.#visit) return;
    const { k } = this.#own.study;
    this.#map.show(cells, ({ people }) => told(people, k));
    const names = ["place", "people"].map((name) => text(`research.column.${name}`));
    const rows = cells.map(({ latitude, longitude, people }) => gridRow([placeName(latitude, longitude), told(people, k)]));
    byId("cells").replaceChildren(...rows.length > 0 ? [grid(text("research.cells"), names, rows)] : [element("p", { class: "hint" }, text("research.cells.none"))]);
    await this.#showLooks();
  }

  /** Reads a page of answers, which is kept as a look. */
  async #look() {
    const visit = this.#visit;
    const { answers, next } = await ask("GET", `${this.#path}/answers${this.#next === null ? "" : `?after=${encodeURIComponent(this.#next)}`}`);
    if (visit !== this.#visit) return;
    const rows = answers.map((answer) => gridRow(this.#cells(answer)));
    if (this.#next === null) {
      const names = ["day", "name", "form", "version", "place", "answers"].map((name) => text(`research.column.${name}`));
      byId("answers").replaceChildren(grid(text("research.answers"), names, rows));
    } else {
      byId("answers").querySelector("tbody").append(...rows);
    }
    this.#next = next ?? null;
    byId("answers-more").hidden = this.#next === null;
    byId("answers-more").textContent = text("research.answers.more");
    say(byId("answers-status"), answers.length === 0 ? text("research.answers.none") : "");
    await this.#showLooks();
  }

  #cells(answer) {
    const { day, pseudonym, version, place, answers } = answer;
    const where = place ? placeName(place.latitude, place.longitude) : "";
    const words = Object.entries(answers).map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`);
    return [dayOfAnswer(answer, mediumDate(day)), element("code", {}, pseudonym ?? ""), element("code", {}, formOf(answer)), version, where, [words.join(" · "), this.#inWords(answer)]];
  }

  /** The same in the words of the form, with the place and its air, which are asked for once somebody wants them. */
  #inWords(answer) {
    const { day, place, answers } = answer;
    const form = askedOf(this.#own.study).find(({ name }) => name === formOf(answer))?.form;
    if (!form) return null;
    let isShown = false;
    const inside = element("div", { class: "answer-words" });
    const show = async () => {
      const { airAt, answerRows } = await import("./study-summary.js");
      const air = place ? await airAt(place, day) : null;
      inside.replaceChildren(element("dl", {}, answerRows(form, answers)),
        ...air ? [element("p", {}, air.heading), element("ul", { class: "points" }, air.rows)] : []);
    };
    return element("details", {
      ontoggle: async ({ target }) => {
        if (!target.open || isShown) return;
        isShown = true;
        isShown = await trying("answers-status", show);
      },
    }, element("summary", {}, text("research.answers.words")), inside);
  }

  #showLooks() { return this.#moreLooks(true); }

  async #moreLooks(isFirst = false) {
    const visit = this.#visit;
    const { looks, next } = await ask("GET", `${this.#path}/looks${isFirst || this.#before === null ? "" : `?before=${this.#before}`}`);
    if (visit !== this.#visit) return;
    const rows = looks.map(({ kind, at, by, file }) => element("li", {}, element("span", { class: "what" },
      text(`research.look.${kind}`, { name: by ?? text("research.look.gone") }), element("span", { class: "hint" }, instantName(at)),
      file ? element("span", { class: "hint taken" }, text("research.look.file", { file: file.name, answers: number(file.answers), k: file.k }), " ", element("code", {}, file.sha256)) : null)));
    if (isFirst) byId("looks").replaceChildren(...rows);
    else byId("looks").append(...rows);
    this.#before = next ?? null;
    byId("looks-more").hidden = this.#before === null;
    byId("looks-none").hidden = byId("looks").childElementCount > 0;
  }
}
