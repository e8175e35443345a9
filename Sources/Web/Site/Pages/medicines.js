// Medicines: what the day holds with one tap each, the plan, appointments, and reminders that did not arrive.

import { ask } from "./account-api.js";
import { todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { say, wording } from "./form.js";
import * as queue from "./intake-queue.js";
import { introduce } from "./intro.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { Appointments } from "./medicines-appointments.js";
import { CalendarAddress } from "./medicines-calendar.js";
import { DoseQuestion } from "./medicines-dose.js";
import { MedicinePlan } from "./medicines-plan.js";
import { agreeing, fail, forMember } from "./member.js";
import { offerPersons, personInAddress } from "./whose.js";

const clock = (instant) => new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(new Date(instant));
const moment = (instant) => new Intl.DateTimeFormat(locale, { weekday: "long", hour: "2-digit", minute: "2-digit" }).format(new Date(instant));

class Medicines {
  #person = null;
  /** The medicines of the day as the server has them. */
  #intakes = [];

  constructor(persons) {
    this.#person = personInAddress(persons);
    const place = { path: (end) => this.#path(end), changed: () => this.#loadDay(), take: (id, named) => this.#note(id, this.#now, "taken", named) };
    this.parts = [new MedicinePlan(place), new Appointments(place), new DoseQuestion(place), new CalendarAddress(place)];
    byId("day").value = byId("day").max = todayHere();
    byId("day").addEventListener("change", () => this.#loadDay().catch((error) => fail(byId("status"), error)));
    addEventListener("online", () => this.#send());
    offerPersons(persons, this.#person, (id) => this.#choosePerson(id));
  }

  #path(end) {
    return `${this.#person ? `/v1/me/persons/${encodeURIComponent(this.#person)}` : "/v1/me"}/help/${end}`;
  }

  get #now() { return new Date().toTimeString().slice(0, 5); }

  async load() {
    say(byId("status"), "");
    const parts = [() => this.#loadDay(), () => this.#loadFailures(), ...this.parts.map((part) => () => part.load())];
    const outcomes = await Promise.allSettled(parts.map((part) => part()));
    const failures = outcomes.map(({ reason }) => reason).filter(Boolean);
    // Without a network there is still what this device keeps.
    const serious = failures.find(({ isUnreachable }) => !isUnreachable);
    if (serious) throw serious;
    if (failures.length > 0) say(byId("status"), wording(failures[0]));
    await this.#send();
  }

  #choosePerson(id) {
    this.#person = id;
    return this.load().catch((error) => fail(byId("status"), error, () => this.#choosePerson(id)));
  }

  get #dayPath() { return this.#path(`days/${byId("day").value || todayHere()}/intakes`); }

  async #loadDay() {
    this.#intakes = [];
    try {
      this.#intakes = (await ask("GET", this.#dayPath)).intakes;
    } finally {
      this.#show();
    }
  }

  #show() {
    const intakes = queue.withWaiting(this.#dayPath, this.#intakes);
    byId("day-none").hidden = intakes.length > 0;
    byId("intakes").replaceChildren(...intakes.map((intake) => this.#row(intake)));
  }

  #row({ medicine, time, name, strength, amount, state, at, source }) {
    const title = [name, strength].filter(Boolean).join(" ");
    const act = (next, key) => element("button", {
      class: next === "taken" ? "main" : "quiet", type: "button", "aria-label": text("medicines.act.of", { act: text(key), name: title, time }),
      onclick: () => this.#note(medicine, time, next) }, text(key));
    const said = state && text(source === "notification" ? "medicines.said.notification" : "medicines.said", { state: text(`medicines.state.${state}`), time: clock(at) });
    return element("li", { "data-state": state ?? "open" },
      element("span", { class: "what" }, element("strong", {}, `${time} · ${title}`), element("span", { class: "hint" }, amount),
        said && element("span", { class: "done" }, said)),
      element("span", { class: "line" }, ...(state && state !== "later" ? [act(null, "medicines.undo")]
        : [act("taken", "medicines.taken"), act("later", "medicines.later"), act("skipped", "medicines.skip")])));
  }

  /** Keeps what is said; it is shown at once, and sent as soon as that is possible. */
  #note(medicine, time, state, named) {
    queue.add(this.#dayPath, { medicine, time, state, at: new Date().toISOString() }, named);
    say(byId("status"), "");
    this.#show();
    byId("day-heading").focus();
    return this.#send();
  }

  async #send() {
    if (!queue.isWaiting()) return;
    const refusals = await queue.sendAll((path, { intakes }) => {
      if (path === this.#dayPath) this.#intakes = intakes;
    }, (send) => agreeing(send, "help"));
    this.#show();
    const words = refusals.length > 0 ? wording(refusals[0]) : text(queue.isWaiting() ? "dose.waits" : "medicines.noted");
    say(byId("status"), words, refusals.length > 0);
    // What was taken is out of the stock.
    if (!queue.isWaiting()) await this.parts[0].load().catch(() => null);
  }

  /** Failures speak: what could not be sent stands here with its reason. */
  async #loadFailures() {
    const { recent } = await ask("GET", this.#path("reminders"));
    const failed = recent.map((reminder) => [reminder, outcomeOf(reminder)]).filter(([, outcome]) => outcome);
    byId("untold").hidden = failed.length === 0;
    byId("failures").replaceChildren(...failed.map(([{ matter, due }, outcome]) => element("li", {},
      element("span", { class: "what" }, element("span", {}, `${moment(due)} · ${text(`medicines.matter.${matter}`)}`), element("span", { class: "failed" }, outcome)))));
  }
}

/** Why a reminder may not have arrived; `null` if it has. */
function outcomeOf({ omission, sendings }) {
  if (omission) return text(`reminders.omission.${omission}`);
  if (sendings.some(({ state }) => ["sent", "delivered", "queued", "dropped"].includes(state))) return null;
  return sendings.map(({ kind, state }) => text("reminders.outcome", { kind: text(`reminders.over.${kind}`), outcome: text(`reminders.state.${state}`) })).join(" · ");
}

forMember(async () => {
  introduce("medicines");
  const { persons } = await ask("GET", "/v1/me/persons");
  await new Medicines(persons).load();
});
