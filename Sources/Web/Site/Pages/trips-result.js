// A trip as the page tells it: activities, what was in the air, carbon, and the choice of what is kept.

import { adding, dayHere, daysBetween, todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { say } from "./form.js";
import { text } from "./language.js";
import { inhaledDuring, timesSitting } from "./trip-inhaled.js";
import { besidePollutants, hasShortDrive } from "./trip-tip.js";
import { reach } from "./trip-usual.js";
import { airAround, classesOfAll, stopsAround, withForecast } from "./trips-air.js";
import { TripCarbon } from "./trips-carbon.js";
import { airOfAll, besideTable, exposureTable, judged, laterWords, mainWords, otherWords, summed, sumsOf, withMixes } from "./trips-exposure.js";
import { TripPollutants } from "./trips-pollutants.js";
import { inferenceSettings, otherPace } from "./trips-settings.js";
import { showUsual } from "./trips-usual.js";
import { wayItem } from "./trips-ways.js";
import { dayWords, inhaledWords, spanWords } from "./trips-words.js";
import { lengthName, number } from "./words.js";

const hour = 3_600_000;
const dayLength = 24 * hour;
const minute = 60_000;
/** The service keeps as many exposures of a trip; the heaviest come first. */
const mostKept = 40;

export class TripResult {
  #track;
  #allergens = [];
  #summary = null;
  #activities = [];
  /** The tiles of each allergen. */
  #air = [];
  /** What each of the allergens was in sum, heaviest first; and for each allergen the exposure during each activity. */
  #judged = [];
  #exposures = [];
  /** The same for the same ways today, if that may bring a tip. */
  #today = [];
  #isPollutedToday = false;
  /** What is told of this way, and was told of the one before: times, distance and sums, and no place. */
  #told = null;
  #before = null;
  #unchosen = new Set();
  /** Counts what was asked for: answers for another track or for other allergens come too late. */
  #turn = 0;
  /** Whether the chosen activities may be kept: not while something about them is still asked for. */
  isReady = false;

  #keptSince;

  /** `keptSince` gives the kept trips from a day on; `null` if there are none to compare with. */
  constructor(track, keptSince) {
    [this.#track, this.#keptSince] = [track, keptSince];
    this.pollutants = new TripPollutants(track);
    this.carbon = new TripCarbon(() => this.#showCarbon());
    byId("day").addEventListener("change", ({ target }) => this.#attempt((isLate) => this.#choose(target.value, isLate)));
    byId("forget").addEventListener("click", () => this.#forget());
  }

  /** Takes the allergens of the reader, and pollutants: each with its key, name and unit. */
  async use(allergens, pollutants) {
    this.pollutants.use(pollutants);
    this.#allergens = allergens.map((allergen) => ({ ...allergen, classes: [] }));
    [this.#air, this.#exposures, this.#judged, this.#today] = [[], [], [], []];
    // Without activities there is nothing to judge, or a track is being told, and then breathes by these allergens.
    if (this.#activities.length === 0) return;
    this.#showWays();
    await this.#attempt((isLate) => this.#breathe(isLate));
  }

  /** Shows a new track; of one of several days, the last day. */
  async show(summary) {
    const { days, start, end } = summary;
    const isLong = days.length > 1 && end - start > 36 * hour;
    byId("day-line").hidden = !isLong;
    byId("day").replaceChildren(...[...days].reverse().map((day) => element("option", { value: day }, dayWords(`${day}T12:00`))));
    byId("result").hidden = false;
    this.#summary = summary;
    [this.#before, this.#told] = [this.#told ?? this.#before, null];
    this.carbon.alone();
    await this.#attempt(async (isLate) => {
      this.#clear();
      await this.carbon.load();
      if (!isLate()) await this.#tellChosen(isLate);
    });
    byId("result-heading").focus();
  }

  /** Judges the same track by other settings. */
  again() {
    if (this.#summary) this.#attempt((isLate) => this.#tellChosen(isLate));
  }

  /** Tells the track, or of a long one the chosen day. */
  #tellChosen(isLate) {
    return byId("day-line").hidden ? this.#tell(this.#summary, isLate) : this.#choose(byId("day").value, isLate);
  }

  async #choose(day, isLate) {
    this.#clear();
    const { summary } = await this.#track.ask({ day });
    if (!isLate()) await this.#tell(summary, isLate);
  }

  /** Takes away what is told of another track. */
  #clear() {
    [this.#activities, this.#unchosen, this.#air, this.#exposures, this.#judged, this.#today] = [[], new Set(), [], [], [], []];
    byId("ways").replaceChildren();
    this.pollutants.clear();
    for (const id of ["exposure", "before", "usual"]) byId(id).hidden = true;
  }

  async #tell(summary, isLate) {
    this.#clear();
    this.#summary = summary;
    say(byId("result-status"), text("waiting"));
    byId("result-span").textContent = spanWords(summary.start, summary.end);
    // Offline, trains look like cars; the ways are told all the same.
    const { stops, lack, credits } = await stopsAround(summary).catch(() => ({ stops: [], lack: "answer", credits: [] }));
    if (isLate()) return;
    const { activities } = await this.#track.ask({ stops, settings: inferenceSettings() });
    if (isLate()) return;
    byId("credits").textContent = credits.join(" · ");
    byId("no-stations").hidden = lack === null || activities.every(({ mode }) => mode !== "car");
    byId("no-stations").textContent = lack === null ? "" : text(`trips.stations.${lack}`);
    this.#activities = activities;
    this.#showWays();
    say(byId("result-status"), activities.length === 0 ? text("trips.none") : "");
    await this.#breathe(isLate);
  }

  /** Fetches the air for the activities, and adds up. */
  async #breathe(isLate) {
    byId("exposure").hidden = this.#activities.length === 0;
    if (this.#activities.length === 0) return;
    say(byId("result-status"), "");
    say(byId("main-one"), this.#allergens.length === 0 ? text("trips.main.nobody") : text("waiting"));
    byId("exposures").replaceChildren();
    const keys = this.#allergens.map(({ key }) => key);
    const [around, classes] = await Promise.all([airAround(this.#summary, keys), classesOfAll(keys), this.pollutants.breathe(this.#summary, isLate)]);
    if (isLate()) return;
    const air = await withForecast(around, keys, Date.now());
    if (isLate()) return;
    this.#air = air;
    this.#allergens = this.#allergens.map((allergen, index) => ({ ...allergen, classes: classes[index] }));
    await this.#addUp(isLate);
  }

  async #addUp(isLate) {
    const modes = this.#activities.map(({ mode }) => mode);
    const ask = { air: this.#air, settings: inferenceSettings(), modes };
    const { exposures } = await this.#track.ask(ask);
    if (isLate()) return;
    [this.#exposures, this.#judged] = [exposures, judged(this.#allergens, exposures)];
    const hasHours = this.#air.flat().some(({ hours }) => hours);
    const later = hasHours ? judged(this.#allergens, (await this.#track.ask({ ...ask, later: hour })).exposures) : [];
    const paces = modes.map(otherPace);
    const others = paces.some(Boolean) ? (await this.#track.ask({ ...ask, paces })).exposures : [];
    await this.pollutants.addUp(ask, isLate);
    if (isLate()) return;
    const { today, isPolluted } = await this.#judgedToday(ask);
    if (isLate()) return;
    [this.#today, this.#isPollutedToday] = [today, isPolluted];
    this.#showAir(later);
    this.#showOthers(paces, others);
    this.#showWays();
    await this.#showUsual(isLate);
  }

  /** The ways of one day beside usual ones; those of several days are none. */
  async #showUsual(isLate) {
    const day = dayHere(this.#activities[0].start);
    const isOneDay = this.#activities.every(({ start }) => dayHere(start) === day);
    // Without a network, the way is told all the same.
    const trips = isOneDay ? await Promise.resolve(this.#keptSince(adding(day, -reach))).catch(() => null) : null;
    if (isLate()) return;
    const ways = trips === null ? [] : this.#activities.map((activity, index) => this.#keptForm(activity, index)).map((way) => ({ ...way, minutes: (Date.parse(way.end) - Date.parse(way.start)) / minute }));
    showUsual("usual", { ways, day, trips: trips ?? [], allergens: this.#judged });
  }

  /**
   * Each of the allergens as it is on the same ways at the same hours of today, and whether a pollutant is high there; nobody is
   * asked for them where no tip is due.
   */
  async #judgedToday(ask) {
    const summary = this.#summary;
    const later = dayLength * daysBetween(dayHere(summary.start), todayHere());
    if (later === 0 || !hasShortDrive(this.#activities)) return { today: this.#judged, isPolluted: this.pollutants.isHigh };
    // Where today's air is not known, no tip is given.
    const air = await airAround({ ...summary, start: summary.start + later, end: summary.end + later }, this.#allergens.map(({ key }) => key)).catch(() => []);
    const { exposures } = await this.#track.ask({ ...ask, air, later });
    return { today: judged(this.#allergens, exposures), isPolluted: await this.pollutants.isHighOn(summary, later, ask) };
  }

  #showAir(later) {
    const isKnown = this.#allergens.length > 0;
    say(byId("main-one"), isKnown ? mainWords(this.#judged) : text("trips.main.nobody"));
    byId("exposures").replaceChildren(...(isKnown ? [exposureTable(withMixes(this.#judged), "exposure-heading")] : []));
    this.#showInhaled();
    this.#showBefore();
    byId("later").textContent = laterWords(this.#judged, later, this.#isForecast);
    const bases = Object.entries(this.#air.flat().reduce((sum, tile) => {
      for (const [basis, count] of Object.entries(tile.bases ?? {})) sum[basis] = (sum[basis] ?? 0) + count;
      return sum;
    }, {})).filter(([, count]) => count > 0).map(([basis]) => text(`basis.${basis}`));
    byId("bases").textContent = bases.length > 0 ? text("trips.bases", { bases: bases.join(", ") }) : "";
    this.#showCarbon();
  }

  /** The main one on the same ways, had they been gone in another mode. */
  #showOthers(paces, others) {
    const [main] = this.#judged;
    const exposures = main ? this.#exposuresOf(main) : [];
    const place = this.#placeOf(main);
    const ways = this.#activities.map(({ mode, distance }, index) => ({ mode, distance, pace: paces[index], exposure: exposures[index], other: others[place]?.[index] }));
    const words = main ? ["onFoot", "bicycle"].map((mode) => otherWords(main, mode, ways)).filter((part) => part !== "") : [];
    byId("others").replaceChildren(...words.map((part) => element("p", {}, part)));
  }

  /** What was breathed in of the main one, beside sitting there as long, with how far that may be off. */
  #showInhaled() {
    const [main] = this.#judged;
    const [exposures, modes] = [main ? this.#exposuresOf(main) : [], this.#activities.map(({ mode }) => mode)];
    const inhaled = main ? inhaledWords(inhaledDuring(exposures, modes), main.unit) : "";
    const times = timesSitting(exposures, modes);
    byId("inhaled").textContent = inhaled === "" ? "" : text("trips.inhaled.main", { name: main.name, inhaled });
    byId("inhaled-times").textContent = inhaled === "" || times === null ? "" : text("trips.inhaled.times", { times: number(Math.round(times)) });
    byId("inhaled-about").hidden = inhaled === "";
  }

  /** This way beside the one that was read before it: who knows two roads sees which had less. */
  #showBefore() {
    const { start, end } = this.#summary;
    this.#told = { start, end, distance: this.#activities.reduce((sum, { distance }) => sum + distance, 0), sums: sumsOf(this.#judged) };
    const beside = this.#before && besideTable(this.#judged, this.#before.sums);
    byId("before").hidden = !beside;
    if (!beside) return;
    byId("before-about").textContent = [this.#told, this.#before].map((way, index) =>
      text(`trips.before.${index === 0 ? "this" : "other"}`, { span: spanWords(way.start, way.end), distance: lengthName(way.distance) })).join(" ");
    byId("before-table").replaceChildren(beside);
  }

  /** The exposure to an allergen during each activity. */
  #exposuresOf(allergen) { return this.#exposures[this.#placeOf(allergen)] ?? []; }

  #placeOf(allergen) { return this.#allergens.findIndex(({ key }) => key === allergen?.key); }

  /** Whether the hours of the main one are those of the forecast, on all of the way. */
  get #isForecast() {
    const tiles = this.#air[this.#placeOf(this.#judged[0])] ?? [];
    return tiles.length > 0 && tiles.every(({ isForecast }) => isForecast);
  }

  /** No tip says to walk where pollutants were high, or are today. */
  #showCarbon() {
    const there = besidePollutants(airOfAll(this.#judged), this.pollutants.isHigh);
    this.carbon.show(this.#activities, { there, today: besidePollutants(airOfAll(this.#today), this.#isPollutedToday) });
  }

  #showWays() {
    byId("ways").replaceChildren(...this.#activities.map((activity, index) => this.#way(activity, index)));
    this.#showCarbon();
  }

  #way(activity, index) {
    const [main] = this.#judged;
    return wayItem(activity, {
      main, exposure: main ? this.#exposuresOf(main)[index] : undefined, isChosen: !this.#unchosen.has(index),
      onChoose: (isChosen) => (isChosen ? this.#unchosen.delete(index) : this.#unchosen.add(index)), onCorrect: (mode) => this.#correct(index, mode),
    });
  }

  #correct(index, mode) {
    this.#activities = this.#activities.map((activity, place) => (place === index ? { ...activity, mode } : activity));
    this.#today = [];
    this.#showCarbon();
    return this.#attempt(async (isLate) => {
      await (this.#air.length > 0 ? this.#addUp(isLate) : this.#breathe(isLate));
      if (!isLate()) byId("ways").children[index].querySelector("select").focus();
    });
  }

  /** The chosen activities as the service keeps them: without a place. */
  get chosen() { return this.#activities.map((activity, index) => this.#keptForm(activity, index)).filter((_, index) => !this.#unchosen.has(index)); }

  #keptForm({ start, end, mode, distance }, index) {
    const order = this.#judged.map((allergen) => this.#placeOf(allergen)).slice(0, mostKept);
    return {
      start: new Date(start).toISOString(), end: new Date(end).toISOString(), mode, distance: Math.round(distance),
      carbon: this.carbon.ofTrack({ mode, distance }),
      exposures: order.map((place) => {
        const { lowest, highest, known, unknown } = this.#exposures[place]?.[index] ?? summed([]);
        return { allergen: this.#allergens[place].key, lowest, highest, knownMinutes: known / minute, unknownMinutes: unknown / minute };
      }),
    };
  }

  #forget() {
    this.#track.forget();
    [this.#summary, this.#activities, this.#turn, this.#told, this.#before] = [null, [], this.#turn + 1, null, null];
    byId("result").hidden = true;
    say(byId("read-status"), text("trips.forgotten"));
    byId("file").focus();
  }

  /** Does what was asked for; `act` gets a function that tells whether something else was asked for since. */
  async #attempt(act) {
    this.#turn += 1;
    const turn = this.#turn;
    const isLate = () => turn !== this.#turn;
    this.#offerKeeping(false);
    try {
      await act(isLate);
    } catch (error) {
      if (isLate()) return;
      say(byId("main-one"), "");
      say(byId("result-status"), text("trips.air.failed"), true);
      byId("result-status").append(" ", element("button", { class: "link", type: "button", onclick: () => this.again() }, text("again")));
      console.warn(error.message);
    }
    if (!isLate()) this.#offerKeeping(this.#activities.length > 0);
  }

  #offerKeeping(isReady) {
    this.isReady = isReady;
    byId("keep").disabled = !isReady;
  }
}
