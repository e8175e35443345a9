// All own answers to a study, the latest first, in pages: the day, the place, and what was answered to the form of that time.

import { ask } from "./account-api.js";
import * as api from "./api.js";
import { byId, element } from "./dom.js";
import { say } from "./form.js";
import { text } from "./language.js";
import { fail } from "./member.js";
import { formOf, formTitle } from "./study-forms.js";
import { answerRows } from "./study-summary.js";
import { dayOfAnswer } from "./study-words.js";
import { longDate, placeName } from "./words.js";

export class StudyHistory {
  /** Another one for each opening: what was asked before it is not shown any more. */
  #visit = null;
  /** The names of places that were asked for, by their cell. */
  #places = new Map();

  constructor() {
    byId("history-more").addEventListener("click", () => this.#more());
    byId("history").addEventListener("toggle", ({ target }) => { if (target.open && byId("history-answers").childElementCount === 0) this.#more(); });
  }

  /** Offers the answers to a study, which are read once somebody wants them. */
  open(study) {
    this.#visit = { study, next: null, forms: new Map(), isReading: false };
    say(byId("history-status"), "");
    byId("history").hidden = study?.mode !== "linked";
    byId("history").open = false;
    byId("history-answers").replaceChildren();
    byId("history-more").hidden = true;
    byId("history-none").hidden = true;
  }

  #more() {
    say(byId("history-status"), "");
    return this.#read().catch((error) => fail(byId("history-status"), error, () => this.#more()));
  }

  async #read() {
    const visit = this.#visit;
    if (visit.isReading) return;
    visit.isReading = true;
    try {
      const before = visit.next ? `?before=${encodeURIComponent(visit.next)}` : "";
      const { answers, forms, next } = await ask("GET", `/v1/me/studies/${encodeURIComponent(visit.study.id)}/answers${before}`);
      for (const { version, name, form } of forms) visit.forms.set(`${version} ${name}`, form);
      const rows = await Promise.all(answers.map((answer) => this.#row(answer, visit.forms.get(`${answer.version} ${formOf(answer)}`))));
      if (visit === this.#visit) this.#show(rows, next);
    } finally {
      visit.isReading = false;
    }
  }

  #show(rows, next) {
    byId("history-answers").append(...rows);
    byId("history-none").hidden = byId("history-answers").childElementCount > 0;
    this.#visit.next = next ?? null;
    byId("history-more").hidden = this.#visit.next === null;
  }

  async #row(answer, form) {
    const { day, version, place, answers } = answer;
    const { code, words } = formTitle({ form, name: formOf(answer) });
    const where = place ? await this.#nameOf(place) : null;
    const told = dayOfAnswer(answer, longDate(day));
    return element("li", {}, element("p", { class: "study-label" }, where ? `${told}, ${where}` : told),
      element("dl", { class: "study-answers" }, answerRows(form, answers)),
      element("p", { class: "hint" }, element("span", { lang: code }, words), ` · ${text("study.version", { version })}`));
  }

  /** The name of a place; many answers come from the same one. */
  #nameOf({ latitude, longitude }) {
    const cell = `${latitude} ${longitude}`;
    if (!this.#places.has(cell)) {
      this.#places.set(cell, api.nearestTown({ lat: latitude, lng: longitude }).catch(() => null).then((town) => town?.name ?? placeName(latitude, longitude, 1)));
    }
    return this.#places.get(cell);
  }
}
