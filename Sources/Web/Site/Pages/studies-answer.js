// The forms of the day: one answer for each form and day, or window of a day, with and without a network.

import { ask } from "./account-api.js";
import { todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { say as tell, wording } from "./form.js";
import { text } from "./language.js";
import { fail, forMember } from "./member.js";
import { leadBack } from "./study-code.js";
import { StudyForm } from "./study-form.js";
import { askedOf, formOf, formTitle } from "./study-forms.js";
import { StudyHistory } from "./study-history.js";
import { makeStudyPlace } from "./study-place.js";
import * as queue from "./study-queue.js";
import { nextDay, standingAt, timeHere, windowAt } from "./study-schedule.js";
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
  /** The forms that were opened with what shows them, by their names. */
  #sheets = new Map();
  /** Whether a place can be chosen: one for all forms that are answered one after the other. */
  #isPlaced = false;
  /** Whether another form than the one that is open is asked now. */
  #hasNext = false;

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
    const isEnded = open === null && studies.some(({ study, status }) => study && status === "restricted");
    byId("none").hidden = open !== null || isEnded;
    if (open) await this.#open(open);
    else if (isEnded) this.#note(text("study.status.restricted"));
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
    this.#sheets.clear();
    this.#isPlaced = false;
    for (const id of ["note", "answering", "where", "summary", "next-line", "which-form"]) byId(id).hidden = true;
    byId("leave-line").hidden = false;
    byId("about-study").href = `/studies/${encodeURIComponent(part.study.id)}`;
    this.history.open(part.study);
    if (part.asksAgain) return this.#note(text("study.again"), `/studies/join?study=${encodeURIComponent(part.study.id)}`);
    const study = await ask("GET", `/v1/studies/${encodeURIComponent(part.study.id)}`);
    // Another study was chosen meanwhile.
    if (this.#part !== part) return null;
    part.study = { ...study, joined: part.joined };
    return this.#show();
  }

  #note(words, link = null) {
    byId("note").hidden = false;
    byId("note-words").textContent = words;
    byId("note-link").hidden = link === null;
    if (link) byId("note-link").href = link;
  }

  /** The forms of the study, each with what it wants today; what was sent or waits is its answer of today. */
  get #forms() {
    const { study, answers } = this.#part;
    const [today, time] = [todayHere(), timeHere()];
    return askedOf(study).map((asked) => {
      const window = windowAt(asked, time);
      const all = queue.waitingFor(study, asked.name, today);
      const latest = answers.findLast((answer) => formOf(answer) === asked.name);
      const { day, windows } = this.#answered(asked.name, all, today);
      const standing = study.state === "open" ? standingAt(asked, today, time, day, windows) : "later";
      return { asked, window, waiting: all.find((answer) => answer.window === window), latest, standing };
    });
  }

  /** The day of the latest answer to a form and its windows: of what the server has, what it does not tell, and what waits. */
  #answered(name, waiting, today) {
    const { study, answered, windows } = this.#part;
    const kept = answered[name] ? { day: answered[name], windows: windows?.[name] ?? [] } : queue.answeredOn(study, name);
    return waiting.reduce((latest, { window }) => queue.latestOf(latest, { day: today, windows: window ? [window] : [] }), kept);
  }

  /** Shows the form that is wanted, or else the first that is asked now. */
  #show(wanted) {
    for (const id of ["note", "answering", "where", "summary", "next-line"]) byId(id).hidden = true;
    const forms = this.#forms;
    const open = forms.find(({ asked }) => asked.name === wanted) ?? forms.find(({ standing }) => standing === "due") ?? forms[0];
    this.#offerForms(forms, open);
    return this.#showForm(open);
  }

  /** Offers the forms of a study that has several. */
  #offerForms(forms, open) {
    byId("which-form").hidden = forms.length < 2;
    byId("which-form-choices").replaceChildren(...forms.map((one) => element("label", { class: "radio" },
      element("input", { type: "radio", name: "which-form", value: one.asked.name, checked: one === open, onchange: () => this.#attempt(async () => this.#show(one.asked.name)) }),
      this.#named(one.asked), element("span", { class: "hint" }, text(`study.form.${one.standing}`)))));
    const next = forms.find((one) => one !== open && one.standing === "due");
    byId("next-form").replaceChildren(...next ? [text("study.form.next"), " ", this.#named(next.asked)] : []);
    byId("next-form").onclick = () => this.#attempt(async () => {
      await this.#show(next.asked.name);
      byId("study-heading").focus();
    });
    this.#hasNext = Boolean(next);
  }

  #named(asked) {
    const { code, words } = formTitle(asked);
    return element("span", { lang: code }, words);
  }

  /** Shows the answer of the last 24 hours to a form, and the form if it is asked now. */
  #showForm({ asked, window, waiting, latest, standing }) {
    const today = todayHere();
    const isNew = waiting ?? (latest?.day === today && (latest.window ?? null) === window);
    byId("next-line").hidden = !isNew || !this.#hasNext;
    if (waiting) return showSummary(asked, { ...waiting, day: today }, true);
    if (latest) showSummary(asked, latest, false);
    if (isNew) return null;
    if (asked.state !== "open") return this.#note(text("study.state.closed"));
    if (today < asked.begin) return this.#note(text("study.begins", { day: longDate(asked.begin) }));
    if (today > asked.end) return this.#note(text("study.ended", { day: longDate(asked.end) }));
    const next = nextDay(asked, today);
    const then = next ? text("study.next.day", { day: longDate(next) }) : text("study.next.none");
    if (standing === "later") return this.#note(then);
    if (standing === "answered") return this.#note(`${text("study.answered")} ${then}`);
    return standing === "due" ? this.#ask(asked) : this.#note(hoursOf(asked));
  }

  /** Shows a form; what was filled in before another one was opened is still there. */
  #ask(asked) {
    byId("answering").hidden = false;
    byId("where").hidden = false;
    const { code, words } = askedOf(this.#part.study).length > 1 ? formTitle(asked) : { code: "", words: titleOf(asked) };
    byId("study-heading").lang = code;
    byId("study-heading").textContent = words;
    byId("where-hint").textContent = text(`study.place.${asked.mode}`);
    const known = this.#sheets.get(asked.name);
    if (!this.#isPlaced) this.place.begin(asked);
    this.#isPlaced = true;
    const sheet = known?.sheet ?? element("div", { class: "study-form" });
    byId("form").replaceChildren(sheet);
    if (!known) this.#sheets.set(asked.name, { sheet, form: new StudyForm(asked.form, sheet, ({ at, answers }) => this.#take(asked, at, answers)) });
  }

  /** Keeps an answer in the browser, shows it, and sends it. */
  async #take(asked, at, answers) {
    const place = this.place.sent();
    this.#given = at;
    this.#sheets.delete(asked.name);
    queue.add(asked, { version: asked.version, form: asked.name, at, answers, ...(place ? { place } : {}) });
    byId("answering").hidden = true;
    byId("where").hidden = true;
    const forms = this.#forms;
    this.#offerForms(forms, forms.find((one) => one.asked.name === asked.name));
    byId("next-line").hidden = !this.#hasNext;
    showSummary(asked, { day: at.slice(0, 10), at, place, answers }, true);
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
    const name = formOf(answer);
    part.answers = [...part.answers, answer];
    if (part.study.mode === "linked") remember(part, name, answer);
    if (part !== this.#part) return;
    this.history.open(part.study);
    const asked = askedOf(part.study).find((one) => one.name === name);
    // Another form may be open by now, whose answer is not this one.
    const isOpen = (document.querySelector("input[name=which-form]:checked")?.value ?? name) === name;
    if (isOpen && answer.day === todayHere() && asked?.form) showSummary(asked, { at: this.#given, ...answer }, false);
  }

  async #leave() {
    if (!await withdraw(this.#part.study)) return;
    byId("leave-line").hidden = true;
    this.history.open(null);
    for (const id of ["note", "answering", "where", "summary", "next-line", "which-form"]) byId(id).hidden = true;
    await this.load();
    tell(byId("status"), text("study.left"));
  }
}

/** Notes in a part what its person has answered now. */
function remember(part, name, { day, window }) {
  const former = { day: part.answered[name], windows: part.windows?.[name] ?? [] };
  const latest = queue.latestOf(former, { day, windows: window ? [window] : [] });
  part.answered[name] = latest.day;
  part.windows = { ...part.windows, [name]: latest.windows };
}

leadBack();
forMember(async () => {
  await new Answering().load();
});
