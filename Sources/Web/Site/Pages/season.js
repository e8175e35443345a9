// One allergen's season at the station compared with previous years, and its files.

import { dateIn, daysIn } from "./calendar.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { picture } from "./season-chart.js";
import { capitalised } from "./words.js";

/** Days that the chart shows before and after the season. */
const around = 7;
/** The share of the highest value from which on a day belongs to the season; the file contains every day. */
const share = 0.01;

export function makeSeason(operator, nameOf) {
  const choice = byId("allergen");
  let year = 0;
  let readings = [];
  let drawn = () => {};
  let request = new AbortController();
  choice.addEventListener("change", () => draw().catch(fail));
  // Figures keep their size on every screen: the chart is redrawn for its width.
  let width = 0;
  new ResizeObserver(([entry]) => {
    if (Math.abs(entry.contentRect.width - width) < 2) return;
    width = entry.contentRect.width;
    drawn();
  }).observe(byId("season"));

  async function show(shownYear, shownReadings) {
    year = shownYear;
    readings = shownReadings;
    const former = choice.value;
    const allergens = [...new Set(readings.map((reading) => reading.allergen))]
      .sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
    choice.replaceChildren(...allergens.map((allergen) =>
      element("option", { value: allergen }, capitalised(nameOf(allergen)))));
    choice.value = allergens.includes(former) ? former : strongest(readings) ?? "";
    choice.closest("label").hidden = allergens.length === 0;
    await draw();
  }

  async function draw() {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const allergen = choice.value;
    if (!allergen) {
      drawn = () => byId("season").replaceChildren(element("p", {}, text("year.none", { year })));
      drawn();
      byId("downloads").replaceChildren();
      return;
    }
    const normals = await operator.normals(allergen, year, signal);
    const season = new Season(year, readings.filter((reading) => reading.allergen === allergen), normals);
    drawn = () => byId("season").replaceChildren(...picture(capitalised(nameOf(allergen)), season, width));
    drawn();
    byId("downloads").replaceChildren(
      link(operator, year, allergen, text("season.download", { name: capitalised(nameOf(allergen)), year })), " ",
      link(operator, year, undefined, text("season.downloadAll", { year })));
  }

  function fail(error) {
    if (error.name !== "AbortError") byId("season").replaceChildren(element("p", { class: "error", role: "alert" }, error.message));
  }

  return { show };
}

const link = (operator, year, allergen, words) => element("a", {
  href: operator.download(year, allergen), download: `${[operator.station.id, year, allergen].filter(Boolean).join("-")}.csv`,
}, words);

function strongest(readings) {
  const top = readings.reduce((best, reading) => ((reading.index ?? 0) > (best?.index ?? -1) ? reading : best), null);
  return top?.allergen;
}

/** Selects the values of a season: stray grains in autumn would stretch it over the year. */
function belongs(values) {
  const least = share * Math.max(...values);
  return values.map((value) => value > 0 && value >= least);
}

/** The relevant days of a year, each with its value and the usual one. */
class Season {
  constructor(year, readings, normals) {
    const values = new Map(readings.map((reading) => [reading.day, reading]));
    const usual = new Map(normals.map((normal) => [normal.day, normal]));
    const all = Array.from({ length: daysIn(year) }, (_, index) => dateIn(year, index + 1))
      .map((day) => ({ day, reading: values.get(day), normal: usual.get(day.slice(5) === "02-29" ? "02-28" : day.slice(5)) }));
    const isUsual = belongs(all.map(({ normal }) => normal?.mean ?? 0));
    const busy = belongs(all.map(({ reading }) => reading?.value ?? 0)).map((isBusy, index) => isBusy || isUsual[index]);
    const first = Math.max(0, busy.indexOf(true) - around);
    const last = busy.lastIndexOf(true) < 0 ? all.length - 1 : busy.lastIndexOf(true) + around;
    this.year = year;
    this.days = all.slice(first, last + 1);
    this.unit = readings[0]?.unit;
    this.years = Math.max(0, ...normals.map((normal) => normal.years));
    this.top = Math.max(10, ...this.days.flatMap(({ reading, normal }) => [reading?.value ?? 0, normal?.highest ?? 0]));
  }
}
