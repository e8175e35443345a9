// The form of the day: one answer for each study and day, with and without a network.

import { ask } from "./account-api.js";
import { todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { say as tell, wording } from "./form.js";
import { text } from "./language.js";
import { fail, forMember } from "./member.js";
import { leadBack } from "./study-code.js";
import { StudyForm } from "./study-form.js";
import { StudyHistory } from "./study-history.js";
import { makeStudyPlace } from "./study-place.js";
import * as queue from "./study-queue.js";
import { asksAt, nextDay, spanAt, timeHere } from "./study-schedule.js";
import { showSummary } from "./study-summary.js";
import { withdraw } from "./study-withdraw.js";
import { hoursOf, titleOf } from "./study-words.js";
import { longDate } from "./words.js";

const wish = new URLSearchParams(location.search).get("study");

class Answering {
  #parts = [];
  #part = null;
  /** When the answer that was sent last was given; where answers belong to nobody, the server does not keep it. */
  #given;

  constructor() {
    this.place = makeStudyPlace();
    this.history = new StudyHistory();
    byId("leave").addEventListener("click", () => this.#attempt(() => this.#leave()));
    addEventListener("online", () => this.#send());
  }

  async load() {
    await this.#list(({ study }) => study.id === wish);
    await this.#send();
  }

  /** Reads the studies again, and opens the one that is wanted, or else the first. */
  async #list(isWanted) {
    const { studies } = await ask("GET", "/v1/me/studies");
    this.#parts = studies.filter(({ study, status }) => study && status === "participating");
    const open = this.#parts.find(isWanted) ?? this.#parts[0] ?? null;
    this.#offer(open);
    byId("none").hidden = open !== null;
    if (open) await this.#open(open);
  }

  #offer(chosen) {
    byId("which").hidden = this.#parts.length < 2;
    byId("which-choices").replaceChildren(...this.#parts.map((part) => element("label", { class: "radio" },
      element("input", { type: "radio", name: "which", checked: part === chosen, onchange: () => this.#attempt(() => this.#open(part)) }),
      element("span", {}, titleOf(part.study)))));
  }

  #attempt(act) {
    tell(byId("status"), "");
    return act().catch((error) => fail(byId("status"), error, () => this.#attempt(act)));
  }

  async #open(part) {
    this.#part = part;
    for (const id of ["note", "answering", "where", "summary"]) byId(id).hidden = true;
    byId("leave-line").hidden = false;
    byId("about-study").href = `/studies/${encodeURIComponent(part.study.id)}`;
    this.history.open(part.study);
    if (part.asksAgain) return this.#note(text("study.again"), `/studies/join?study=${encodeURIComponent(part.study.id)}`);
    const study = await ask("GET", `/v1/studies/${encodeURIComponent(part.study.id)}`);
    // Another study was chosen meanwhile.
    if (this.#part !== part) return null;
    part.study = study;
    return this.#show();
  }

  #note(words, link = null) {
    byId("note").hidden = false;
    byId("note-words").textContent = words;
    byId("note-link").hidden = link === null;
    if (link) byId("note-link").href = link;
  }

  /** Shows the answer of the last 24 hours, and the form if it was not given today. */
  #show() {
    const { study, answers } = this.#part;
    const today = todayHere();
    const waiting = queue.waitingFor(study, today);
    if (waiting) return showSummary(study, { ...waiting, day: today }, true);
    const latest = answers.at(-1);
    if (latest) showSummary(study, latest, false);
    if (latest?.day === today) return null;
    if (study.state !== "open") return this.#note(text("study.state.closed"));
    if (today < study.begin) return this.#note(text("study.begins", { day: longDate(study.begin) }));
    if (today > study.end) return this.#note(text("study.ended", { day: longDate(study.end) }));
    const span = spanAt(study, today);
    const answered = this.#part.latest ?? queue.answeredOn(study);
    const next = nextDay(study, today);
    const then = next ? text("study.next.day", { day: longDate(next) }) : text("study.next.none");
    if (!span) return this.#note(then);
    if (answered >= span[0] && answered <= span[1]) return this.#note(`${text("study.answered")} ${then}`);
    return asksAt(study, timeHere()) ? this.#ask(study) : this.#note(hoursOf(study));
  }

  #ask(study) {
    byId("answering").hidden = false;
    byId("where").hidden = false;
    byId("study-heading").textContent = titleOf(study);
    byId("where-hint").textContent = text(`study.place.${study.mode}`);
    this.place.begin(study);
    this.form = new StudyForm(study.form, byId("form"), ({ at, answers }) => this.#take(study, at, answers));
  }

  /** Keeps an answer in the browser, shows it, and sends it. */
  async #take(study, at, answers) {
    const place = this.place.sent();
    this.#given = at;
    queue.add(study, { version: study.version, at, answers, ...(place ? { place } : {}) });
    byId("answering").hidden = true;
    byId("where").hidden = true;
    showSummary(study, { day: at.slice(0, 10), at, place, answers }, true);
    byId("summary-heading").focus();
    await this.#send();
  }

  async #send() {
    if (!queue.isWaiting()) return;
    let isBehind = false;
    const refusals = await queue.sendAll((path, answer) => {
      if (answer.isRepeated) isBehind = true;
      else this.#keep(path, answer);
    });
    const isHeld = refusals.some(queue.isHeld);
    const { study: shown } = this.#part ?? {};
    const isWanted = isHeld ? ({ study, asksAgain }) => asksAgain && queue.isWaitingFor(study) : ({ study }) => study.id === shown?.id;
    if (isBehind || refusals.length > 0) await this.#list(isWanted).catch(() => null);
    if (isHeld) tell(byId("status"), text("study.held"));
    else if (refusals.length > 0) tell(byId("status"), wording(refusals[0]), true);
    else tell(byId("status"), text(queue.isWaiting() ? "dose.waits" : "study.sent"));
  }

  /** What the server has now takes the place of what waited. */
  #keep(path, answer) {
    const part = this.#parts.find(({ study }) => queue.isOf(path, study));
    if (!part) return;
    part.answers = [...part.answers, answer];
    if (part === this.#part) this.history.open(part.study);
    if (part === this.#part && answer.day === todayHere() && part.study.form) showSummary(part.study, { at: this.#given, ...answer }, false);
  }

  async #leave() {
    if (!await withdraw(this.#part.study)) return;
    byId("leave-line").hidden = true;
    this.history.open(null);
    for (const id of ["note", "answering", "where", "summary"]) byId(id).hidden = true;
    await this.load();
    tell(byId("status"), text("study.left"));
  }
}

leadBack();
forMember(async () => {
  await new Answering().load();
});
