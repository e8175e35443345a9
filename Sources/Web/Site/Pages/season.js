// One allergen's season at the station compared with previous years, and its files.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { picture } from "./season-chart.js";
import { Season } from "./season-curve.js";
import { capitalised } from "./words.js";

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
    const own = readings.filter((reading) => reading.allergen === allergen);
    const season = new Season(year, own, normals.map(usual), own[0]?.unit);
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

/** What the curve draws of earlier years: their mean, and all between their lowest and highest value. */
const usual = ({ day, mean, lowest, highest, years }) => ({ day, middle: mean, low: lowest, high: highest, years });

const link = (operator, year, allergen, words) => element("a", {
  href: operator.download(year, allergen), download: `${[operator.station.id, year, allergen].filter(Boolean).join("-")}.csv`,
}, words);

function strongest(readings) {
  const top = readings.reduce((best, reading) => ((reading.index ?? 0) > (best?.index ?? -1) ? reading : best), null);
  return top?.allergen;
}
