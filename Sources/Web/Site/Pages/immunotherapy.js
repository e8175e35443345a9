// The immunotherapy diary: a tap notes today's dose, a tap notes a symptom after it, with and without a network.

import { ask } from "./account-api.js";
import { allergens as askAllergens } from "./api.js";
import { adding, daysBetween, isDate, todayHere } from "./calendar.js";
import { ClinicRules } from "./clinic-rules.js";
import { byId } from "./dom.js";
import { Dosages } from "./dosages.js";
import { showMonth } from "./dose-calendar.js";
import { notedWords, treatmentCard } from "./dose-card.js";
import { doseInsights } from "./dose-insights.js";
import * as queue from "./dose-queue.js";
import { foodCatalogue } from "./food-catalogue.js";
import { say as tell, wording } from "./form.js";
import { ifOffered } from "./help-offer.js";
import { introduce } from "./intro.js";
import { text } from "./language.js";
import { firstOf, monthBeside } from "./lookback-month.js";
import { agreeing, fail, forMember } from "./member.js";
import { TreatedAllergens } from "./treated.js";
import { offerPersons, personInAddress } from "./whose.js";
import { longDate } from "./words.js";

const noon = "12:00";

class Immunotherapy {
  #person = null;
  #day = todayHere();
  #month = firstOf(todayHere());
  /** The doses as the server has them, by path. */
  #kept = new Map();
  #dosages = [];
  #course = { treatments: [] };
  /** Cofactors that were tapped before a dose was noted, by path. */
  #before = new Map();

  constructor(persons, names) {
    this.names = names;
    const wish = new URLSearchParams(location.search).get("day");
    if (isDate(wish) && wish <= todayHere()) [this.#day, this.#month] = [wish, firstOf(wish)];
    this.#person = personInAddress(persons);
    const place = { path: (end) => `${this.#home}${end}`, names, changed: () => this.load() };
    this.dosages = new Dosages(place);
    this.rules = new ClinicRules(place);
    byId("day").addEventListener("change", ({ target }) => { if (isDate(target.value)) this.#open(target.value); });
    byId("month-before").addEventListener("click", () => this.#turn(-1));
    byId("month-next").addEventListener("click", () => this.#turn(1));
    addEventListener("online", () => this.#send());
    offerPersons(persons, this.#person, (id) => this.#choosePerson(id));
  }

  get #home() { return `${this.#person ? `/v1/me/persons/${encodeURIComponent(this.#person)}` : "/v1/me"}/help`; }

  #path(day, allergen) { return `${this.#home}/days/${day}/doses/${encodeURIComponent(allergen)}`; }

  async load() {
    await this.#fetch();
    this.#show();
    await this.#send();
  }

  async #fetch() {
    const read = (end) => ask("GET", `${this.#home}${end}`);
    try {
      const [{ dosages }, { rules }, course, { foods }] = await Promise.all([
        read("/dosages"), read("/rules"), read("/immunotherapy"), ifOffered(read("/foods"), { foods: [] }), this.#fetchMonth(this.#month), this.#fetchMonth(firstOf(this.#day)),
        this.#fetchMonth(firstOf(adding(this.#day, -1))),
      ]);
      [this.#dosages, this.#course] = [dosages, course];
      this.dosages.show(dosages, foods);
      this.rules.show(rules, [...new Set(dosages.map(({ allergen }) => allergen))]);
    } catch (error) {
      // Without a network there is still what is waiting.
      if (!error.isUnreachable) throw error;
      tell(byId("status"), wording(error));
    }
  }

  /** Fetches the doses of a month; without a network, those that are known will do. */
  async #fetchMonth(first) {
    const path = `${this.#home}/doses?from=${first}&to=${adding(monthBeside(first, 1), -1)}`;
    const { doses } = await ask("GET", path).catch((error) => {
      if (error.isUnreachable) return { doses: [] };
      throw error;
    });
    for (const dose of doses) this.#kept.set(this.#path(dose.day, dose.allergen), dose);
  }

  /** The dose of a day with what has not been sent yet; `null` if there is none. */
  #dose(day, allergen) {
    const path = this.#path(day, allergen);
    const waiting = queue.waitingFor(path);
    return waiting ? waiting.dose : this.#kept.get(path) ?? null;
  }

  /** The allergens that are treated: those with a dosage, and those with a dose in this course. */
  get #allergens() {
    return [...new Set([...this.#dosages.map(({ allergen }) => allergen), ...this.#course.treatments.map(({ allergen }) => allergen)])];
  }

  #show() {
    const [day, today] = [this.#day, todayHere()];
    byId("day-heading").textContent = day === today ? text("dose.today") : longDate(day);
    Object.assign(byId("day"), { value: day, max: today });
    const shown = this.#allergens.filter((allergen) => this.#current(allergen) || this.#dose(day, allergen));
    byId("none").hidden = shown.length > 0;
    refreshed(byId("treatments"), () => shown.map((allergen) => this.#card(allergen, day, today)));
    this.#showRest();
  }

  /** Shows the month and what it comes to. */
  #showRest() {
    const [day, today] = [this.#day, todayHere()];
    showMonth(this.#month, today, day, (date) => this.#allergens.map((allergen) => this.#dose(date, allergen)).filter(Boolean), (date) => this.#open(date));
    byId("insights").replaceChildren(...doseInsights(this.#course, this.names));
  }

  #current(allergen) { return this.#dosages.find((one) => one.allergen === allergen && one.current); }

  #card(allergen, day, today) {
    const path = this.#path(day, allergen);
    const course = this.#course.treatments.find((one) => one.allergen === allergen) ?? { day: 1, missedDays: 0 };
    if (!this.#before.has(path)) this.#before.set(path, {});
    const count = course.lastDose ? Math.max(1, course.day - daysBetween(day, this.#course.today)) : 1;
    return treatmentCard({
      allergen, name: this.names.name(allergen), sign: this.names.sign(allergen), isToday: day === today, dosage: this.#current(allergen),
      dose: this.#dose(day, allergen), doseBefore: this.#dose(adding(day, -1), allergen), rules: this.rules.for(allergen), course: { ...course, count }, usualTime: noon, before: this.#before.get(path),
    }, (change, isTyped) => this.#say(path, allergen, change(this.#dose(day, allergen)), isTyped));
  }

  /** Keeps a dose, or deletes it; it is shown at once, and sent as soon as that is possible. */
  #say(path, allergen, dose, isTyped) {
    queue.add(path, dose && request(dose));
    tell(byId("status"), "");
    this.#before.delete(path);
    if (isTyped) cardOf(allergen).querySelector(".taken").textContent = notedWords(dose);
    else this.#show();
    return this.#send();
  }

  async #send() {
    if (!queue.isWaiting()) return;
    const before = this.#state;
    const refusals = await queue.sendAll((path, dose) => {
      if (dose) this.#kept.set(path, dose); else this.#kept.delete(path);
    }, (send) => agreeing(send, "help"));
    await ask("GET", `${this.#home}/immunotherapy`).then((course) => { this.#course = course; }).catch(() => null);
    // A card that is drawn anew would swallow a tap that has begun.
    if (refusals.length > 0 || this.#state !== before) this.#show(); else this.#showRest();
    const state = refusals.length > 0 ? wording(refusals[0]) : text(queue.isWaiting() ? "dose.waits" : "profile.saved");
    tell(byId("status"), state, refusals.length > 0);
  }

  /** What the cards show of the course. */
  get #state() { return JSON.stringify(this.#course.treatments.map(({ allergen, day, call }) => [allergen, day, call])); }

  #open(day) {
    const today = todayHere();
    this.#day = day > today ? today : day;
    this.#month = firstOf(this.#day);
    tell(byId("status"), "");
    return this.#attempt(async () => {
      await this.#fetchMonth(this.#month);
      this.#show();
      byId("day-heading").focus();
    });
  }

  #turn(step) {
    this.#month = monthBeside(this.#month, step);
    return this.#attempt(async () => {
      await this.#fetchMonth(this.#month);
      this.#show();
    });
  }

  #choosePerson(id) {
    this.#person = id;
    this.#dosages = [];
    tell(byId("status"), "");
    return this.#attempt(() => this.load());
  }

  #attempt(act) {
    return act().catch((error) => fail(byId("status"), error, () => this.#attempt(act)));
  }
}

const cardOf = (allergen) => document.querySelector(`#treatments [data-allergen="${CSS.escape(allergen)}"]`);

/** Draws cards anew; what was open stays open, and what had the focus has it again. */
function refreshed(place, draw) {
  const whose = (node) => node.closest("[data-allergen]").dataset.allergen;
  const open = new Set([...place.querySelectorAll("details[open]")].map((node) => `${whose(node)} ${node.className}`));
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  const wish = focused && { allergen: whose(focused), key: focused.dataset.key };
  place.replaceChildren(...draw());
  for (const node of place.querySelectorAll("details")) node.open ||= open.has(`${whose(node)} ${node.className}`);
  if (!wish) return;
  const card = cardOf(wish.allergen);
  (card?.querySelector(`[data-key="${wish.key}"]`) ?? card?.querySelector(".taken"))?.focus({ preventScroll: true });
}

/** A dose as it is sent, without what the server adds. */
function request({ time, dosage, amount, unit, route, half, medicines, cofactors, notes, reaction }) {
  return { time, dosage, amount, unit, route, half, medicines, cofactors, notes, reaction: reaction ?? null };
}

forMember(async () => {
  introduce("immunotherapy");
  const [catalogue, allergens, { persons }] = await Promise.all([foodCatalogue(), askAllergens(), ask("GET", "/v1/me/persons")]);
  const page = new Immunotherapy(persons, new TreatedAllergens(catalogue, allergens));
  byId("member").hidden = false;
  await page.load();
});
