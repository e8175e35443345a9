// The trips that somebody kept: bars by day, week or month, a list in which one can be corrected or deleted, and all gone at once.

import { ask } from "./account-api.js";
import { dayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { say, wording } from "./form.js";
import { text } from "./language.js";
import { fail } from "./member.js";
import { notice } from "./notice.js";
import { ask as askReader } from "./question.js";
import { keptCarbonWords } from "./trips-carbon.js";
import { TripChart } from "./trips-chart.js";
import { foodHere, noFood } from "./trips-food.js";
import { durationWords, modeChoice, modeName, spanWords, wholeExposureWords } from "./trips-words.js";
import { lengthName } from "./words.js";

/** Trips that are asked for at once, and rows that are listed at once. */
const [asked, portion] = [200, 20];
/** Where the data of the account are; those of people in its care are elsewhere. */
const own = "/v1/me";
/** The service keeps no trips before this day. */
const earliest = "2000-01-01";
/** Exposures in a row of the list; the table behind the bars has all. */
const mostShown = 3;
const minute = 60_000;

/** The exposure of a kept trip, as trips-words.js takes it. */
const exposureOf = ({ lowest, highest, knownMinutes, unknownMinutes }) => ({ lowest, highest, known: knownMinutes * minute, unknown: unknownMinutes * minute });

export class KeptTrips {
  #home = own;
  #carbon;
  /** Newest first. */
  #trips = [];
  /** What the account ate, of which carbon is known: on this device only. */
  #food = noFood;
  /** Where the next page starts; empty for the first one, `null` after the last. */
  #next = "";
  #shown = portion;
  /** Counts what was loaded: answers about another person come too late. */
  #turn = 0;
  /** The page that is being asked for: all who want it wait for the same answer. */
  #page = null;
  #chart;

  #onTrips;
  #onDeleted;

  /**
   * `carbon` tells the carbon of a trip whose mode was corrected; `onTrips` is called with the home and the trips that are
   * shown, `onDeleted` when all were deleted.
   */
  constructor(carbon, { onTrips, onDeleted }) {
    [this.#carbon, this.#onTrips, this.#onDeleted] = [carbon, onTrips, onDeleted];
    this.#chart = new TripChart(carbon, {
      onPeriod: () => this.#attempt(() => this.#choosePeriod()), loadAll: () => this.#attempt(() => this.#showAll()),
    });
    byId("older").addEventListener("click", () => this.#more());
    byId("delete-all").addEventListener("click", () => this.#deleteAll());
  }

  /** Loads the trips of an account, or of a person in its care. */
  async load(home = this.#home) {
    this.#turn += 1;
    const turn = this.#turn;
    // What is there of another person must not be corrected or deleted for this one.
    if (home !== this.#home) for (const id of ["kept", "kept-none", "older"]) byId(id).hidden = true;
    [this.#home, this.#trips, this.#next, this.#shown] = [home, [], "", portion];
    say(byId("status"), "");
    try {
      const [isWanted, food] = await Promise.all([this.#fetch(), home === own ? foodHere() : noFood]);
      if (!isWanted) return;
      this.#food = food;
      await this.#choosePeriod();
    } catch (error) {
      if (turn === this.#turn) fail(byId("status"), error, () => this.load());
    }
  }

  /** Asks for the next page, once for all who want it; tells whether the answer is still wanted. */
  #fetch() {
    if (this.#page?.turn !== this.#turn) this.#page = { turn: this.#turn, answer: this.#ask(this.#turn) };
    return this.#page.answer;
  }

  async #ask(turn) {
    const mark = this.#next === "" ? "" : `&after=${encodeURIComponent(this.#next)}`;
    try {
      const { trips, next } = await ask("GET", `${this.#home}/trips?order=newest&from=${earliest}&limit=${asked}${mark}`);
      if (turn !== this.#turn) return false;
      [this.#next, this.#trips] = [next ?? null, [...this.#trips, ...trips]];
      return true;
    } finally {
      if (this.#page?.turn === turn) this.#page = null;
    }
  }

  /** All trips, newest first; `null` if others are asked for meanwhile. */
  async all() {
    while (this.#next !== null) if (!await this.#fetch()) return null;
    return this.#trips;
  }

  /** The trips from a day on, or more, newest first; `null` if others are asked for meanwhile. */
  async since(day) {
    const reaches = () => this.#next === null || (this.#trips.length > 0 && dayHere(this.#trips.at(-1).start) < day);
    while (!reaches()) if (!await this.#fetch()) return null;
    return this.#trips;
  }

  /** Shows the chosen period: the service sums old trips, so that all of them are few. */
  async #choosePeriod() {
    this.#chart.restart();
    if (this.#chart.isLong && await this.all() === null) return;
    this.#show();
    this.#onTrips(this.#home, this.#trips);
  }

  /** Shows all trips; tells whether it could. */
  async #showAll() {
    if (await this.all() === null) return false;
    this.#show();
    return true;
  }

  /** Lists more: those that are there, or else those of the next page. */
  #more() {
    const wanted = this.#shown + portion;
    return this.#attempt(async () => {
      say(byId("status"), text("waiting"));
      while (this.#trips.length < wanted && this.#next !== null) if (!await this.#fetch()) return;
      say(byId("status"), "");
      this.#shown = wanted;
      this.#show();
    });
  }

  #show() {
    const isEmpty = this.#trips.length + this.#food.meals.length === 0;
    [byId("kept").hidden, byId("kept-none").hidden] = [isEmpty, !isEmpty];
    byId("older").hidden = this.#next === null && this.#shown >= this.#trips.length;
    if (isEmpty) return;
    this.#chart.show(this.#trips, this.#food, this.#next === null);
    byId("trips").replaceChildren(...this.#trips.slice(0, this.#shown).map((trip) => this.#row(trip)));
  }

  #row(trip) {
    const { start, end, mode, distance, carbon, exposures, count, minutes } = trip;
    const when = spanWords(start, end);
    const name = count > 1 ? text("trips.sum", { count, mode: modeName(mode) }) : modeName(mode);
    const facts = [lengthName(distance), durationWords(minutes * minute), carbon ? keptCarbonWords(carbon) : ""];
    const air = exposures.slice(0, mostShown).map((each) => text("trips.way.exposure", { name: each.name, exposure: wholeExposureWords(exposureOf(each), each.unit) }));
    return element("li", {},
      element("div", { class: "what" }, element("b", {}, when), element("span", {}, [name, ...facts].filter((part) => part !== "").join(" · ")),
        element("span", { class: "hint" }, air.join(" · "))),
      element("div", { class: "acts" }, count > 1 ? null : modeChoice(mode, text("trips.mode.of", { span: when }), (chosen) => this.#correct(trip, chosen)),
        element("button", { class: "quiet", type: "button", "aria-label": text("trips.delete.of", { span: when }), onclick: () => this.#delete(trip) }, text("values.delete"))));
  }

  #path({ start }) { return `${this.#home}/trips/${encodeURIComponent(start)}`; }

  #correct(trip, mode) {
    const carbon = this.#carbon.of({ ...trip, mode }, trip.carbon?.country);
    return this.#attempt(async () => {
      const body = JSON.stringify({ mode, carbon });
      await ask("PATCH", this.#path(trip), undefined, { body, headers: { "Content-Type": "application/merge-patch+json" } });
      await this.load();
      notice(text("profile.saved"));
    });
  }

  async #delete(trip) {
    const title = text("trips.delete.ask", { span: spanWords(trip.start, trip.end) });
    if (!await askReader(title, [], text("values.delete"))) return;
    await this.#attempt(async () => {
      await ask("DELETE", this.#path(trip));
      await this.load();
    });
    byId("kept-heading").focus();
  }

  async #deleteAll() {
    if (!await askReader(text("trips.deleteAll.ask"), element("p", {}, text("trips.deleteAll.about")), text("trips.deleteAll"))) return;
    await this.#attempt(async () => {
      await ask("DELETE", `${this.#home}/trips`);
      this.#onDeleted();
      await this.load();
    });
    byId("kept-heading").focus();
  }

  /** Gives back what `act` does; nothing if it failed. */
  async #attempt(act) {
    try {
      return await act();
    } catch (error) {
      say(byId("status"), wording(error), true);
      byId("status").scrollIntoView({ block: "nearest" });
      return undefined;
    }
  }
}
