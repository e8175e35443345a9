// What was kept as bars and as a pie: by which period, which measure, and of all kinds or one.

import { byId, element } from "./dom.js";
import { food } from "./food-days.js";
import { text } from "./language.js";
import { TripBars } from "./trips-bars.js";
import { averageWords } from "./trips-carbon.js";
import { barsOf, dayBeside, daysWith, measuresOf, slotBarsOf } from "./trips-periods.js";
import { showShares } from "./trips-shares.js";
import { kinds, modeName } from "./trips-words.js";
import { longDate } from "./words.js";

/** Periods of which those shown go back further than the latest trips. */
const long = new Set(["month", "year"]);

export class TripChart {
  #carbon;
  #loadAll;
  /** Newest first. */
  #trips = [];
  /** What was eaten: without hours. */
  #meals = [];
  /** What people eat on average, by country. */
  #foodAverages = [];
  #isWhole = true;
  /** Where the periods that are shown begin, after earlier ones were asked for. */
  #until = null;
  #earlier;
  #bars = new TripBars();

  /** `carbon` knows averages; `onPeriod` is called when another period was chosen; `loadAll` shows all trips, and tells whether it could. */
  constructor(carbon, { onPeriod, loadAll }) {
    [this.#carbon, this.#loadAll] = [carbon, loadAll];
    byId("period").replaceChildren(...["slot", "day", "week", "month", "year"].map((period) => element("option", { value: period, selected: period === "day" }, text(`trips.by.${period}`))));
    byId("period").addEventListener("change", () => {
      this.restart();
      onPeriod();
    });
    for (const id of ["measure", "kind"]) byId(id).addEventListener("change", () => this.#restart());
    byId("bars-earlier").addEventListener("click", () => this.#goBack());
    byId("bars-latest").addEventListener("click", () => this.#restart(byId("bars")));
  }

  /** Whether all trips are needed for the chosen period: the service sums old ones, so that all of them are few. */
  get isLong() { return long.has(byId("period").value); }

  /** Shows trips and meals, beside the averages of both; the trips are all unless `isWhole` is false. */
  show(trips, { meals, averages }, isWhole) {
    [this.#trips, this.#meals, this.#foodAverages, this.#isWhole] = [trips, meals, averages, isWhole];
    this.#offerHours();
    const chosen = byId("measure").value;
    byId("measure").replaceChildren(...measuresOf(trips, meals).map(({ key, name }) => element("option", { value: key, selected: key === chosen }, name)));
    this.#draw();
  }

  /** Goes to the latest periods. */
  restart() { this.#until = null; }

  #restart(focused = null) {
    this.restart();
    this.#draw();
    focused?.querySelector("button")?.focus();
  }

  async #goBack() {
    if (!await this.#loadAll()) return;
    if (this.#earlier === undefined) return;
    this.#until = this.#earlier;
    this.#draw();
    byId("bars").querySelector("button")?.focus();
  }

  /** Only trips have hours: without any, days are the shortest periods. */
  #offerHours() {
    const isWithout = this.#trips.length === 0;
    byId("period").querySelector("[value=slot]").disabled = isWithout;
    if (isWithout && byId("period").value === "slot") byId("period").value = "day";
  }

  #draw() {
    const isOfHours = byId("period").value === "slot";
    const meals = isOfHours ? [] : this.#meals;
    const measures = measuresOf(this.#trips, meals);
    const measure = measures.find(({ key }) => key === byId("measure").value) ?? measures[0];
    const shown = measure.key === "carbon" ? [...this.#trips, ...meals] : this.#trips;
    const kind = this.#chosenKind(shown);
    const some = kind === "" ? shown : shown.filter(({ mode }) => mode === kind);
    const told = { ...measure, legend: measure.legend.filter((each) => kind === "" || !kinds.includes(each.kind) || each.kind === kind) };
    if (isOfHours) this.#drawSlots(some, told);
    else this.#drawPeriods(some, told, kind);
    showShares(shown, measure, this.#isWhole);
  }

  /** Offers the kinds that there are, and tells the chosen one; empty for all. */
  #chosenKind(shown) {
    const there = kinds.filter((kind) => shown.some(({ mode }) => mode === kind));
    const chosen = there.includes(byId("kind").value) ? byId("kind").value : "";
    byId("kind").replaceChildren(...["", ...there].map((kind) => element("option", { value: kind, selected: kind === chosen }, kind === "" ? text("trips.kind.all") : modeName(kind))));
    byId("kind-line").hidden = there.length < 2;
    return chosen;
  }

  /** The averages are of all transport and of all food, so a single way of travelling is not beside them. */
  #drawPeriods(some, measure, kind) {
    const isOf = (part, whole) => measure.key === "carbon" && ["", part].includes(kind) && whole.length > 0;
    const average = isOf("", this.#trips) ? this.#carbon.averageFor(this.#trips) : null;
    const foodAverage = isOf(food, this.#meals) ? this.#carbon.foodAverageFor(this.#trips, this.#foodAverages) : null;
    const options = { all: this.#trips, isWhole: this.#isWhole, until: this.#until, average, foodAverage, carWords: (grams) => this.#carbon.carWords(grams) };
    const { bars, earlier } = barsOf(some, byId("period").value, measure, options);
    this.#bars.show(bars, measure);
    this.#offerEarlier(earlier);
    const words = [average ? averageWords(average) : "", foodAverage ? averageWords(foodAverage, "trips.average.food") : ""];
    byId("average").textContent = words.join(" ").trim();
  }

  /** The hours of one day. What is above the average is the day, whichever kind is shown. */
  #drawSlots(some, measure) {
    const days = daysWith(this.#trips);
    const day = this.#until ?? days.at(-1);
    const average = measure.key === "carbon" ? this.#carbon.averageFor(this.#trips) : null;
    const beside = dayBeside(average, this.#trips, day);
    this.#bars.show(slotBarsOf(some, measure, day, beside?.isOver), measure);
    this.#offerEarlier(days.findLast((each) => each < day));
    const words = [day ? text("trips.slots.about", { day: longDate(day) }) : "", ...(beside ? [text("trips.slots.day", { comparison: beside.note }), averageWords(average)] : [])];
    byId("average").textContent = words.join(" ").trim();
  }

  #offerEarlier(earlier) {
    this.#earlier = earlier;
    byId("bars-earlier").hidden = earlier === undefined && this.#isWhole;
    byId("bars-latest").hidden = this.#until === null;
  }
}
