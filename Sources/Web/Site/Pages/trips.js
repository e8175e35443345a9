// Trips: a track is read or recorded here, the activities and what was in the air are told, and what somebody chooses is kept.

import { ask } from "./account-api.js";
import * as api from "./api.js";
import { makeConsentSwitch } from "./consent-switch.js";
import { offerDeviceFile } from "./device-file.js";
import { adding, dayHere } from "./calendar.js";
import { byId, element, showAwaited } from "./dom.js";
import { say, wording } from "./form.js";
import { introduce } from "./intro.js";
import { known, text } from "./language.js";
import { fail } from "./member.js";
import { mine, theirs } from "./mine.js";
import { showChoice } from "./today-choice.js";
import { TripHighlight } from "./trips-highlight.js";
import { KeptTrips } from "./trips-kept.js";
import { TripPoints } from "./trips-points.js";
import { TripResult } from "./trips-result.js";
import { latestDay } from "./trips-periods.js";
import { TripSource } from "./trips-source.js";
import { Track } from "./trips-track.js";
import { showUsual } from "./trips-usual.js";
import { reach } from "./trip-usual.js";
import { offerPersons } from "./whose.js";
import { capitalised, longDate } from "./words.js";

const consent = makeConsentSwitch("trips");
/** The service takes as many trips at once. */
const portion = 200;

class Trips {
  #allergens = new Map();
  #layers = new Set();
  #mine = null;
  #person = null;

  constructor() {
    const track = new Track();
    this.result = new TripResult(track, (day) => (this.#mine?.account ? this.kept.since(day) : null));
    this.highlight = new TripHighlight();
    this.points = new TripPoints(this.result.carbon, () => this.kept.all());
    this.kept = new KeptTrips(this.result.carbon, {
      onTrips: (home, trips) => this.#tellOf(home, trips), onDeleted: () => this.points.forgetTrips(),
    });
    this.source = new TripSource(track, { onTrack: (summary) => this.result.show(summary), onSettings: () => this.result.again() });
    byId("keep").addEventListener("click", () => this.#keep());
  }

  async load() {
    say(byId("page-status"), "");
    try {
      const [allergens, catalogue] = await Promise.all([api.allergens(), api.catalogue()]);
      [this.#allergens, this.#layers] = [allergens, new Set(catalogue.layers.map(({ id }) => id))];
      this.#mine = await mine(allergens);
      await this.result.carbon.load();
      await Promise.all([this.#useAllergens(), this.#showAccount()]);
    } catch (error) {
      fail(byId("page-status"), error, () => this.load());
    }
  }

  async #showAccount() {
    const isMember = this.#mine.account !== null;
    [byId("member").hidden, byId("keeping").hidden, byId("guest").hidden] = [!isMember, !isMember, isMember];
    if (!isMember) {
      this.#offerChoice();
      return;
    }
    const { persons } = await ask("GET", "/v1/me/persons");
    this.#showOwner(persons);
    offerDeviceFile(this.#mine.account.name, () => say(byId("status"), text("device.none")));
    offerPersons(persons, null, (id) => this.#choosePerson(id, persons));
    await Promise.all([consent.refresh(), this.kept.load()]);
  }

  /** Readers without an account choose allergens here, as on the page of the day. */
  #offerChoice() {
    [byId("choice-part").hidden, byId("own-link").hidden] = [false, true];
    showChoice(byId("choice"), this.#allergens, this.#mine, async () => {
      this.#mine = await mine(this.#allergens);
      this.#offerChoice();
      await this.#useAllergens();
    });
  }

  /** The reader's allergens for which there is a map, and the pollutants that are not among them. */
  #useAllergens() {
    const mapped = [...this.#allergens].filter(([key, { unit }]) => unit && this.#layers.has(key));
    const own = mapped.filter(([key]) => this.#mine.includes(key));
    const pollutants = mapped.filter(([key, { category }]) => category === "pollutant" && !this.#mine.includes(key));
    byId("choice-part").open = own.length === 0;
    const told = (some) => some.map(([key, { name, unit }]) => ({ key, name: capitalised(name), unit }));
    return this.result.use(told(own), told(pollutants));
  }

  /** Tells of saved trips what they emit today, and their points. */
  #tellOf(home, trips) {
    // Without a network no level is known, and the sentence of the day stands alone.
    this.highlight.show(trips, this.result.carbon.averageFor(trips)).catch((error) => console.warn(error.message));
    this.#tellUsual(trips).catch((error) => console.warn(error.message));
    return this.points.show(this.#mine.account.name, home, trips);
  }

  /** Tells of the latest day with saved trips beside the usual ones. */
  async #tellUsual(latest) {
    const day = latestDay(latest);
    const trips = day === undefined ? [] : await this.kept.since(adding(day, -reach));
    if (trips === null) return;
    const ways = trips.filter(({ count, start }) => count === 1 && dayHere(start) === day);
    const exposures = ways.flatMap((way) => way.exposures);
    const allergens = [...new Map(exposures.map(({ allergen, name, unit }) => [allergen, { key: allergen, name, unit }])).values()];
    byId("usual-kept-heading").textContent = day === undefined ? "" : text("trips.usual.kept", { day: longDate(day) });
    showUsual("usual-kept", { ways, day, trips, allergens });
  }

  get #home() { return this.#person ? `/v1/me/persons/${encodeURIComponent(this.#person)}` : "/v1/me"; }

  /** Whose trips are shown: the account with its picture, or a person in its care. */
  #showOwner(persons) {
    const { name, picture } = this.#mine.account;
    byId("me-name").textContent = persons.find(({ id }) => id === this.#person)?.name ?? name;
    byId("me-picture").hidden = !picture || this.#person !== null;
    if (picture) byId("me-picture").src = picture;
  }

  async #choosePerson(id, persons) {
    this.#person = id;
    try {
      this.#mine = id ? await theirs(this.#allergens, this.#mine.account, id) : await mine(this.#allergens);
      this.#showOwner(persons);
      await Promise.all([this.#useAllergens(), this.kept.load(this.#home)]);
    } catch (error) {
      fail(byId("status"), error, () => this.#choosePerson(id, persons));
    }
  }

  async #keep() {
    const status = byId("keep-status");
    const [trips, home] = [this.result.chosen, this.#home];
    if (trips.length === 0) {
      say(status, text("trips.keep.none"), true);
      return;
    }
    byId("keep").disabled = true;
    try {
      await consent.give();
      this.#tell(status, await this.#send(trips, home));
      await this.kept.load();
    } catch (error) {
      const isMissing = error.kind === "consent-required";
      say(status, isMissing ? text("trips.consent.needed") : wording(error), true);
      if (isMissing) await consent.need();
    } finally {
      byId("keep").disabled = !this.result.isReady;
    }
  }

  /** Sends trips in portions; what was refused is told by its number among all. */
  async #send(trips, home) {
    const sum = { kept: 0, unchanged: 0, refused: [] };
    for (let start = 0; start < trips.length; start += portion) {
      const { kept, unchanged, refused } = await ask("POST", `${home}/trips`, { trips: trips.slice(start, start + portion) });
      [sum.kept, sum.unchanged] = [sum.kept + kept, sum.unchanged + unchanged];
      sum.refused.push(...refused.map(({ at, ...rest }) => ({ number: start + Number(/\d+/.exec(at)) + 1, ...rest })));
    }
    return sum;
  }

  #tell(status, { kept, unchanged, refused }) {
    const lines = refused.map(({ number, reason, detail }) => element("li", {}, text("trips.refused", { number, reason: known(`trips.refused.${reason}`, detail) })));
    say(status, "");
    const words = [text("trips.kept.count", { count: kept }), unchanged > 0 ? text("trips.kept.unchanged", { count: unchanged }) : ""].join(" ").trim();
    status.append(element("p", {}, words), ...(lines.length > 0 ? [element("ul", { class: "notes" }, lines)] : []));
  }
}

introduce("trips");
showAwaited();
new Trips().load();
