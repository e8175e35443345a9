// Looking back on a diary: a calendar, its days beside the air, and what they show together.

import { ask } from "./account-api.js";
import { allergenNames } from "./allergen-choice.js";
import { adding, daysBetween, todayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { say } from "./form.js";
import { text } from "./language.js";
import { DayChart } from "./lookback-chart.js";
import { insights } from "./lookback-insights.js";
import { measureOf, numberOf, offerMeasures, stated } from "./lookback-measures.js";
import { firstOf, monthBeside, monthTable, monthTitle } from "./lookback-month.js";
import { together } from "./lookback-together.js";
import { fail, forMember } from "./member.js";
import { table, tableRow } from "./table.js";
import { offerPersons } from "./whose.js";
import { mediumDate, quantity, shortDate } from "./words.js";

const periods = [30, 90, 365, 1096];
const usualPeriod = 90;

const tookMedicine = (entry) => Object.entries(entry?.medicines ?? {}).some(([kind, isTaken]) => isTaken && kind !== "none");

class LookBack {
  #person = null;
  #month = firstOf(todayHere());
  #entries = new Map();
  /** What was measured of the person, by day. */
  #figures = new Map();
  #air = null;
  /** The allergens of the profile. */
  #own = [];

  constructor(persons, names) {
    this.names = names;
    this.chart = new DayChart(byId("chart"), (index) => this.#read(index));
    options(byId("period"), periods.map((days) => [days, text(`lookback.period.${days}`)]), usualPeriod);
    byId("period").addEventListener("change", () => this.#attempt(() => this.#loadDays()));
    byId("measure").addEventListener("change", () => this.#showChart());
    byId("allergen").addEventListener("change", () => this.#showChart());
    byId("earlier").addEventListener("click", () => this.#turn(-1));
    byId("later").addEventListener("click", () => this.#turn(1));
    byId("save").addEventListener("click", () => this.#save());
    offerPersons(persons, null, (id) => this.#choosePerson(id));
  }

  get #home() { return this.#person ? `/v1/me/persons/${encodeURIComponent(this.#person)}` : "/v1/me"; }

  async load() {
    this.#entries = new Map();
    const profile = await ask("GET", `${this.#home}/profile`);
    this.#own = profile.allergens.map(({ allergen }) => allergen);
    const [shown, found] = await Promise.all([
      ask("GET", `${this.#home}/diary/insights`), ask("GET", `${this.#home}/diary/associations`), this.#loadMonth(), this.#loadDays(true)]);
    byId("insights").replaceChildren(...insights(shown));
    byId("together").replaceChildren(...together(found, this.names.name));
  }

  async #loadMonth() {
    await this.#fetch(this.#month, adding(monthBeside(this.#month, 1), -1));
    byId("month").textContent = monthTitle(this.#month);
    byId("later").disabled = monthBeside(this.#month, 1) > todayHere();
    byId("calendar").replaceChildren(monthTable(this.#month, todayHere(), this.#entries));
  }

  #turn(step) {
    this.#month = monthBeside(this.#month, step);
    return this.#attempt(() => this.#loadMonth());
  }

  async #loadDays(isFirst = false) {
    const to = todayHere();
    const from = adding(to, 1 - Number(byId("period").value));
    const [air, { days }] = await Promise.all([
      ask("GET", `${this.#home}/diary/air?from=${from}&to=${to}`), ask("GET", `${this.#home}/metrics?from=${from}&to=${to}`), this.#fetch(from, to)]);
    this.#air = air;
    this.#figures = new Map(days.map(({ day, figures }) => [day, figures]));
    offerMeasures(byId("measure"), this.#figures);
    const chosen = byId("allergen").value;
    const choices = air.series.map(({ allergen }) => [allergen, this.names.name(allergen)]);
    options(byId("allergen"), [["", text("lookback.pollen.none")], ...choices], choices.some(([key]) => key === chosen) ? chosen : this.#highest(air));
    if (isFirst) byId("measure").value = this.#fullest();
    for (const kind of ["paper", "table", "fhir"]) byId(`as-${kind}`).href = `${this.#home}/diary/${kind}?from=${from}&to=${to}`;
    byId("as-paper").href += `&language=${document.documentElement.lang}`;
    byId("no-place").hidden = air.fences.length > 0;
    byId("origin").textContent = this.#originWords(air);
    this.#showChart();
  }

  async #fetch(from, to) {
    const { entries } = await ask("GET", `${this.#home}/diary?from=${from}&to=${to}`);
    for (const entry of entries) this.#entries.set(entry.day, entry);
  }

  /** The allergen that came highest, measured by its own levels: of the profile, or else of all pollen, or of all. */
  #highest({ series }) {
    const share = ({ values, bounds }) => Math.max(...values.map((value) => value ?? 0)) / (bounds.at(-1) ?? Infinity);
    const rank = ({ allergen, unit }) => {
      if (this.#own.includes(allergen) || this.#own.includes(this.names.known.get(allergen)?.group)) return 2;
      return unit === "grains/m3" ? 1 : 0;
    };
    return [...series].sort((one, other) => rank(other) - rank(one) || share(other) - share(one))[0]?.allergen ?? "";
  }

  /** The measure that most entries have; the simplest of equals. */
  #fullest() {
    const entries = [...this.#entries.values()];
    const counts = stated.map((key) => [key, entries.filter((entry) => numberOf(entry, key) !== null).length]);
    return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
  }

  #originWords({ fences, stations, series }) {
    if (fences.length === 0) return "";
    if (series.length === 0) return text("lookback.noStation");
    const from = text("lookback.from", { stations: stations.map(({ name }) => name).join(", ") });
    return stations.some(({ simulated }) => simulated) ? `${from} ${text("lookback.simulated")}` : from;
  }

  get #measure() { return measureOf(byId("measure").value); }

  /** The days of the chart: what was noted or measured, and what was in the air. */
  #days() {
    const series = this.#air.series.find(({ allergen }) => allergen === byId("allergen").value);
    const { from, to } = this.#air;
    const measure = this.#measure;
    return {
      unit: series?.unit,
      days: Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => {
        const day = adding(from, index);
        const entry = this.#entries.get(day);
        return { day, ...measure.of(entry, this.#figures.get(day)), medicine: tookMedicine(entry), air: series?.values[index] ?? null };
      }),
    };
  }

  #showChart() {
    const { days, unit } = this.#days();
    const measure = this.#measure;
    const scale = measure.scale(days);
    const [bottom, top] = measure.ends(scale);
    this.chart.show({ days, scale, words: { top, bottom, date: shortDate } });
    byId("chart").setAttribute("aria-label", this.#summary(days));
    this.shown = { days, unit };
    this.#showLegend();
    this.#read(null);
    this.#showTable(days, unit);
  }

  #showLegend() {
    const [measure, allergen] = [byId("measure"), byId("allergen")].map((select) => select.selectedOptions[0].textContent);
    const items = [["", measure], ["taken", text("lookback.medicine")]];
    if (byId("allergen").value) items.splice(1, 0, ["in-air", allergen]);
    byId("legend").replaceChildren(...items.map(([look, name]) => element("li", {}, element("span", { class: look }), name)));
  }

  #summary(days) {
    return text("lookback.summary", {
      name: byId("measure").selectedOptions[0].textContent, from: mediumDate(days[0].day), to: mediumDate(days.at(-1).day),
      count: days.filter(({ value }) => value !== null).length,
    });
  }

  #valueWords(day) {
    return day.value === null ? text("lookback.gap") : this.#measure.words(day);
  }

  #read(index) {
    if (index === null) {
      byId("read").textContent = "";
      return;
    }
    const shown = this.shown.days[index];
    const { day, medicine, air } = shown;
    const parts = [this.#valueWords(shown)];
    if (byId("allergen").value) parts.push(`${byId("allergen").selectedOptions[0].textContent}: ${this.#airWords(air)}`);
    if (medicine) parts.push(text("lookback.medicine"));
    byId("read").textContent = `${mediumDate(day)}: ${parts.join(" · ")}`;
  }

  #airWords(air) {
    return air === null ? text("lookback.unmeasured") : quantity(air, this.shown.unit);
  }

  #showTable(days) {
    const columns = ["day", "measure", "medicine", "air"];
    const rows = days.filter(({ value, air }) => value !== null || air !== null).reverse().map((each) =>
      tableRow(columns, [mediumDate(each.day), this.#valueWords(each), each.medicine ? text("lookback.medicine") : "", this.#airWords(each.air)]));
    byId("table").replaceChildren(table({ "aria-labelledby": "chart-heading" }, columns, element("tbody", {}, rows)));
  }

  async #save() {
    const { days } = this.shown;
    const blob = await this.chart.picture(`${text("lookback.chart")}: ${this.#summary(days)}`);
    const link = element("a", { href: URL.createObjectURL(blob), download: `breathe-easy-${days[0].day}-${days.at(-1).day}.png` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  #choosePerson(id) {
    this.#person = id;
    return this.#attempt(() => this.load());
  }

  #attempt(act) {
    say(byId("status"), "");
    return act().catch((error) => fail(byId("status"), error, () => this.#attempt(act)));
  }
}

function options(select, choices, chosen) {
  select.replaceChildren(...choices.map(([value, name]) => element("option", { value }, name)));
  if (chosen !== undefined) select.value = chosen;
}

forMember(async () => {
  const [{ persons }, names] = await Promise.all([ask("GET", "/v1/me/persons"), allergenNames()]);
  const page = new LookBack(persons, names);
  byId("member").hidden = false;
  await page.load();
});
