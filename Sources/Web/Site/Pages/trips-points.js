// Points for trips and their garden, on this device only and off until somebody switches them on.

import { byId, element, shape } from "./dom.js";
import { say, wording } from "./form.js";
import { GardenGestures } from "./garden-gestures.js";
import { text } from "./language.js";
import { keep, recall } from "./memory.js";
import { ask as askReader } from "./question.js";
import { rove } from "./rove.js";
import { hasSmog } from "./trip-carbon.js";
import { achievements, balanceOf, columns, counted, forgotten, moved, planted, plots, revived, shop, start } from "./trip-points.js";
import { classesOfAll } from "./trips-air.js";
import { averageName } from "./trips-carbon.js";
import { pointsMemory as memory, pointsOwner } from "./trips-settings.js";
import { number, shortDate } from "./words.js";

/** The parts of a plant, in a square of 100. */
const drawings = {
  apple: [["rect", { class: "trunk", x: 44, y: 56, width: 12, height: 36 }], ["circle", { class: "crown", cx: 50, cy: 38, r: 30 }],
    ...[[38, 30], [60, 28], [50, 48]].map(([cx, cy]) => ["circle", { class: "apple", cx, cy, r: 5 }])],
  pine: [["rect", { class: "trunk", x: 45, y: 72, width: 10, height: 20 }], ["path", { class: "crown dark", d: "M50 6L74 44H26ZM50 30L82 76H18Z" }]],
  round: [["rect", { class: "trunk", x: 45, y: 60, width: 10, height: 32 }], ["ellipse", { class: "crown", cx: 50, cy: 40, rx: 24, ry: 32 }]],
};
const drawingOf = (kind) => shape("svg", { viewBox: "0 0 100 100", "aria-hidden": "true", focusable: "false" }, drawings[kind].map(([name, attributes]) => shape(name, attributes)));

/** The button of what is held. */
const placeOf = ({ kind, from }) => (kind ? `#shop button:nth-child(${shop.findIndex((item) => item.kind === kind) + 1})` : `#garden button:nth-child(${from + 1})`);

export class TripPoints {
  #allTrips;
  #carbon;
  #trips = [];
  #owner = "";
  #state = null;
  /** What is to be put on a plot: `{ kind }` of something new, or `{ from }` of something that is there. */
  #held = null;
  #rovers = [];
  /** Counts what was asked for: answers about another person come too late. */
  #turn = 0;

  /** `carbon` knows the average of a country; `allTrips` loads all trips of the person who is shown. */
  constructor(carbon, allTrips) {
    [this.#carbon, this.#allTrips] = [carbon, allTrips];
    byId("points-on").addEventListener("change", ({ target }) => this.#switch(target.checked));
    byId("points-forget").addEventListener("click", () => this.#forget());
    globalThis.addEventListener("storage", ({ key }) => key === memory && this.#reload());
    for (const id of ["shop", "garden"]) byId(id).addEventListener("keydown", ({ key }) => { if (key === "Escape" && this.#held !== null) this.#hold(null, placeOf(this.#held)); });
    new GardenGestures((from, to) => this.#drop(from, to));
  }

  /** Another window has counted something: what it kept must not be lost with the next change here. */
  #reload() {
    if (this.#owner === "") return;
    this.#state = recall(memory, {})[this.#owner] ?? null;
    byId("points-on").checked = this.#isOn;
    this.#draw();
  }

  get #isOn() { return this.#state?.isOn === true; }

  /** Shows the points of a person, and counts new trips if somebody wants that. */
  async show(account, home, trips) {
    const owner = pointsOwner(account, home);
    this.#trips = trips;
    if (owner !== this.#owner) {
      const kept = recall(memory, {})[owner] ?? null;
      [this.#owner, this.#state, this.#held, this.#turn] = [owner, revived(kept, Date.now()), null, this.#turn + 1];
      if (this.#state !== kept) this.#store(this.#state);
    }
    byId("points-part").hidden = false;
    byId("points-on").checked = this.#isOn;
    if (this.#isOn && trips.length > 0) await this.#count();
    this.#draw();
  }

  async #count() {
    this.#turn += 1;
    const turn = this.#turn;
    try {
      const trips = await this.#allTrips();
      if (trips === null) return;
      const allergens = [...new Set(trips.flatMap(({ exposures }) => exposures.map(({ allergen }) => allergen)))];
      const classes = new Map((await classesOfAll(allergens)).map((each, index) => [allergens[index], each]));
      // Without a network no level is known; the next visit counts.
      const isKnown = allergens.length === 0 || [...classes.values()].some((each) => each.length > 0);
      if (isKnown && turn === this.#turn && this.#isOn) this.#store(counted(this.#state, trips, classes, Date.now()));
    } catch (error) {
      say(byId("garden-status"), wording(error), true);
    }
  }

  /** All trips are deleted: what was earned stays, and when they began is forgotten. */
  forgetTrips() {
    if (this.#state) this.#store(forgotten(this.#state, Date.now()));
  }

  /** Takes a new state if this device can keep it; tells whether it can. */
  #store(state) {
    const others = recall(memory, {});
    keep(memory, { ...others, [this.#owner]: state });
    const isKept = JSON.stringify(recall(memory, {})[this.#owner]) === JSON.stringify(state);
    if (isKept) this.#state = state;
    else say(byId("garden-status"), text("trips.points.full"), true);
    return isKept;
  }

  async #switch(isOn) {
    this.#store({ ...this.#state ?? start(Date.now()), isOn });
    byId("points-on").checked = this.#isOn;
    if (this.#isOn) await this.#count();
    this.#draw();
  }

  async #forget() {
    if (!await askReader(text("trips.points.forget.ask"), element("p", {}, text("trips.deleteAll.about")), text("trips.points.forget"))) return;
    const { [this.#owner]: _, ...others } = recall(memory, {});
    keep(memory, others);
    [this.#state, this.#held, this.#turn] = [null, null, this.#turn + 1];
    byId("points-on").checked = false;
    this.#draw();
    byId("points-on").focus();
  }

  #draw() {
    byId("points").hidden = !this.#isOn;
    const balance = this.#isOn ? text("trips.points.count", { count: balanceOf(this.#state) }) : "";
    for (const id of ["me-points", "points-count"]) byId(id).textContent = balance;
    if (!this.#isOn) return;
    this.#drawSmog();
    byId("awards").replaceChildren(...achievements.map((name) => this.#award(name)));
    byId("shop").replaceChildren(...shop.map((item) => this.#item(item)));
    byId("garden").replaceChildren(...Array.from({ length: plots }, (_, plot) => this.#plot(plot)));
    if (this.#rovers.length === 0) this.#rovers = [rove(byId("shop"), "button:not(:disabled)"), rove(byId("garden"), "button", columns)];
    for (const rover of this.#rovers) rover.rest();
  }

  /** The garden has smog while trips emit the average or more; it costs nothing, and goes by itself. */
  #drawSmog() {
    const average = this.#carbon.averageFor(this.#trips);
    const isSmoggy = average !== null && hasSmog(this.#trips, average.gramsPerDay, Date.now());
    byId("smog").hidden = !isSmoggy;
    byId("smog-average").textContent = isSmoggy ? averageName(average) : "";
    byId("garden").classList.toggle("smog", isSmoggy);
  }

  #award(name) {
    const day = this.#state.won[name];
    return element("li", { class: day ? "award won" : "award" }, element("span", { class: "star", "aria-hidden": "true" }, day ? "★" : "☆"),
      element("span", {}, text(`trips.award.${name}`)), element("span", { class: "small" }, day ? text("trips.award.won", { day: shortDate(day) }) : text("trips.award.open")));
  }

  #item({ kind, price }) {
    const isHeld = this.#held?.kind === kind;
    return element("button", {
      class: "quiet item", type: "button", "aria-pressed": String(isHeld), disabled: balanceOf(this.#state) < price,
      onclick: () => this.#hold(isHeld ? null : { kind }, placeOf({ kind })),
    }, drawingOf(kind), element("span", {}, text(`trips.plant.${kind}`)), " ", element("span", { class: "small" }, text("trips.points.count", { count: price })));
  }

  #plot(plot) {
    const plant = this.#state.garden.find((each) => each.plot === plot);
    const name = text("trips.plot", { number: number(plot + 1), plant: plant ? text(`trips.plant.${plant.kind}`) : text("trips.plot.free") });
    return element("button", { class: plant ? "plot planted" : "plot", type: "button", "aria-label": name, "aria-pressed": String(this.#held?.from === plot), onclick: () => this.#press(plot, plant) },
      plant ? drawingOf(plant.kind) : null);
  }

  #press(plot, plant) {
    if (plant) {
      this.#hold(this.#held?.from === plot ? null : { from: plot }, placeOf({ from: plot }));
      return;
    }
    if (this.#held === null) {
      say(byId("garden-status"), text("trips.garden.first"));
      return;
    }
    const state = this.#held.kind ? planted(this.#state, this.#held.kind, plot) : moved(this.#state, this.#held.from, plot);
    this.#held = null;
    const isDone = state !== null && this.#store(state);
    this.#draw();
    if (isDone) say(byId("garden-status"), text("trips.garden.done"));
    document.querySelector(placeOf({ from: plot })).focus();
  }

  /** A plant was dragged to another plot: it goes there if nothing is there. */
  #drop(from, to) {
    this.#held = null;
    const state = to === null ? null : moved(this.#state, from, to);
    const isDone = state !== null && this.#store(state);
    this.#draw();
    if (isDone) say(byId("garden-status"), text("trips.garden.done"));
    else if (state === null && from !== to) say(byId("garden-status"), text("trips.garden.taken"));
  }

  /** Takes something in hand, or nothing, and returns to the button. */
  #hold(held, button) {
    this.#held = held;
    this.#draw();
    say(byId("garden-status"), held === null ? "" : text("trips.garden.where"));
    document.querySelector(button).focus();
  }
}
