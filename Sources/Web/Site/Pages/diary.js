// The diary: five faces a day, and what more there is to say. Each tap is kept at once, without a button to save.

import { ask } from "./account-api.js";
import { showAttention, worrisome } from "./attention.js";
import { adding, daysBetween, isDate, todayHere } from "./calendar.js";
import { face, faceButtons } from "./diary-faces.js";
import { otherFields, quizFields } from "./diary-fields.js";
import * as queue from "./diary-queue.js";
import { byId, element } from "./dom.js";
import { say as tell, wording } from "./form.js";
import { text } from "./language.js";
import { agreeing, fail, forMember } from "./member.js";
import { ask as askReader } from "./question.js";
import { Draft } from "./report-draft.js";
import { offerPersons, personInAddress } from "./whose.js";
import { longDate, weekdayName } from "./words.js";

/** The days after a day on which its quiz can still be begun. */
const patience = 2;
const badDay = 3;
const daysOfWeek = 7;

const nothing = () => ({ answers: {}, medicines: {}, symptoms: {} });

/** An entry with a change, as the server will merge it. */
function merged(entry, change) {
  const result = { ...entry };
  for (const part of ["answers", "medicines", "symptoms"]) {
    result[part] = Object.fromEntries(Object.entries({ ...entry[part], ...change[part] }).filter(([, value]) => value !== null));
  }
  if ("note" in change) result.note = change.note ?? undefined;
  return result;
}

class Diary {
  #entries = new Map();
  #person = null;
  #day = todayHere();

  constructor(persons) {
    const wish = new URLSearchParams(location.search).get("day");
    if (isDate(wish) && wish <= todayHere()) this.#day = wish;
    this.#person = personInAddress(persons);
    this.quiz = quizFields((change) => this.#say(change));
    this.rest = otherFields((change) => this.#say(change));
    byId("quiz").replaceChildren(...this.quiz.nodes);
    byId("rest").replaceChildren(...this.rest.nodes);
    byId("faces").replaceChildren(...faceButtons((feeling, button) => this.#choose(feeling, button)));
    byId("day").addEventListener("change", ({ target }) => { if (isDate(target.value)) this.#open(target.value); });
    byId("delete").addEventListener("click", () => this.#remove());
    byId("offer-link").addEventListener("click", () => this.#prefillReport());
    addEventListener("online", () => this.#send());
    offerPersons(persons, this.#person, (id) => this.#choosePerson(id));
  }

  /** Loads the week and the chosen day, and shows them. */
  async load() {
    await Promise.all([this.#fetch(adding(todayHere(), 1 - daysOfWeek), todayHere()), this.#fetch(this.#day, this.#day)]);
    this.#show();
    await this.#send();
  }

  get #home() { return this.#person ? `/v1/me/persons/${encodeURIComponent(this.#person)}` : "/v1/me"; }

  #path(day) { return `${this.#home}/diary/${day}`; }

  /** The entry of a day with what has not been sent yet; `null` if there is none. */
  #entry(day) {
    const waiting = queue.waitingFor(this.#path(day));
    const kept = this.#entries.get(this.#path(day)) ?? null;
    return waiting.length > 0 ? waiting.reduce(merged, kept ?? nothing()) : kept;
  }

  async #fetch(from, to) {
    try {
      const { entries } = await ask("GET", `${this.#home}/diary?from=${from}&to=${to}`);
      for (const entry of entries) this.#entries.set(this.#path(entry.day), entry);
    } catch (error) {
      // Without a network there is still something to say.
      if (!error.isUnreachable) throw error;
      tell(byId("diary-status"), wording(error));
    }
  }

  #choosePerson(id) {
    this.#person = id;
    tell(byId("diary-status"), "");
    return this.#attempt(() => this.load());
  }

  #attempt(act) {
    return act().catch((error) => fail(byId("diary-status"), error, () => this.#attempt(act)));
  }

  /** Chooses a face; the same again takes it back. */
  #choose(feeling, button) {
    return this.#say({ answers: { feeling: button.getAttribute("aria-pressed") === "true" ? null : feeling } });
  }

  async #open(day) {
    const last = todayHere();
    this.#day = day > last ? last : day;
    showAttention(byId("attention"), false);
    tell(byId("diary-status"), "");
    await this.#attempt(() => this.#fetch(this.#day, this.#day));
    this.#show();
    byId("day-heading").focus();
  }

  #show() {
    const [day, today] = [this.#day, todayHere()];
    const entry = this.#entry(day) ?? nothing();
    byId("day-heading").textContent = day === today ? text("diary.today") : text("diary.then", { day: longDate(day) });
    Object.assign(byId("day"), { value: day, max: today });
    const isOver = daysBetween(day, today) > patience && Object.keys(entry.answers).length === 0;
    byId("faces").hidden = isOver;
    byId("quiz").hidden = isOver;
    byId("day-hint").textContent = isOver ? text("diary.over") : entry.late ? text("diary.late") : "";
    for (const button of byId("faces").children) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.feeling) === entry.answers.feeling));
    }
    if (isOver) byId("more").open = true;
    this.quiz.show(entry);
    this.rest.show(entry);
    byId("delete").hidden = this.#entry(day) === null;
    byId("offer").hidden = !(entry.answers.feeling >= badDay || entry.report);
    this.#showWeek();
  }

  #showWeek() {
    const today = todayHere();
    const days = Array.from({ length: daysOfWeek }, (_, index) => adding(today, index + 1 - daysOfWeek));
    const buttons = days.map((day) => {
      const entry = this.#entry(day);
      const feeling = entry?.answers.feeling;
      const said = feeling === undefined ? text(entry ? "diary.noted" : "diary.empty") : text(`diary.feeling.${feeling}`);
      return element("li", {}, element("button", {
        type: "button", "data-day": day, "aria-pressed": String(day === this.#day), "aria-label": `${longDate(day)}: ${said}`,
        onclick: () => this.#open(day),
      }, element("span", { "aria-hidden": "true" }, weekdayName(day)), face(feeling), element("span", { "aria-hidden": "true" }, Number(day.slice(-2)))));
    });
    const focused = document.activeElement?.dataset?.day;
    byId("week").replaceChildren(...buttons);
    if (focused) byId("week").querySelector(`[data-day="${focused}"]`)?.focus();
  }

  /** Keeps what was said in the browser, shows it, and sends it. */
  #say(change) {
    queue.add(this.#path(this.#day), { said: new Date().toISOString(), ...change });
    tell(byId("diary-status"), "");
    this.#show();
    if (change.symptoms) this.#attend();
    return this.#send();
  }

  /** Shows what is said of symptoms that should not wait, as long as one is noted of the day. */
  #attend() {
    const noted = Object.entries(this.#entry(this.#day)?.symptoms ?? {}).filter(([, grade]) => grade !== "notPresent");
    showAttention(byId("attention"), noted.some(([symptom]) => worrisome.has(symptom)));
  }

  async #send() {
    if (!queue.isWaiting()) return;
    const refusals = await queue.sendAll((path, entry) => this.#entries.set(path, entry), (send) => agreeing(send, "health"));
    this.#show();
    const status = byId("diary-status");
    if (refusals.length > 0) tell(status, wording(refusals[0]), true);
    else tell(status, text(queue.isWaiting() ? "diary.waits" : "diary.saved"));
  }

  async #remove() {
    const path = this.#path(this.#day);
    const title = text("diary.delete.ask", { day: longDate(this.#day) });
    if (!await askReader(title, element("p", {}, text("diary.delete.about")), text("diary.delete"))) return;
    tell(byId("diary-status"), "");
    await this.#attempt(async () => {
      if (this.#entries.has(path)) await ask("DELETE", path);
      queue.forget(path);
      this.#entries.delete(path);
      this.#show();
      tell(byId("diary-status"), text("diary.deleted"));
      byId("day-heading").focus();
    });
  }

  /** What was said of the day is filled in, so that reporting takes few taps. */
  #prefillReport() {
    const draft = new Draft();
    for (const symptom of this.#entry(this.#day)?.report?.symptoms ?? []) draft.symptoms.add(symptom);
    draft.keep({ person: this.#person });
  }
}

forMember(async () => {
  const { persons } = await ask("GET", "/v1/me/persons");
  await new Diary(persons).load();
});
