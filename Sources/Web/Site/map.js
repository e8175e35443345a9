// The page: it holds what is shown (layer, date, place) and tells the parts.

import { makeAirSheet } from "./air.js";
import * as api from "./api.js";
import { addBackground } from "./background.js";
import { Catalogue } from "./catalogue.js";
import { makeDates } from "./dates.js";
import { byId, element, escaped } from "./dom.js";
import { text } from "./language.js";
import { levelColours, showLegend } from "./legend.js";
import { listStations } from "./list.js";
import { makeMap } from "./leaflet-map.js";
import { makePicker } from "./picker.js";
import { makeRegions } from "./regions.js";
import { makeSheet } from "./sheet.js";
import * as state from "./state.js";
import { makeStationSheet } from "./station.js";
import { longDate } from "./words.js";

class Page {
  #colours = new Map();
  #legendOf = null;
  #opened = null;
  #attribution = "";
  #request = new AbortController();

  constructor(catalogue, allergens, { layer, date, place }) {
    const nameOf = (allergen) => allergens.get(allergen)?.name ?? allergen;
    this.catalogue = catalogue;
    this.layer = layer;
    this.date = date;
    this.map = makeMap(byId("map"), place, {
      onMove: () => { this.#remember(); this.#list(); },
      onPoint: (position) => this.#openAir(position),
      onStation: (feature) => this.#openStation(feature),
    });
    addBackground(this.map.leaflet, catalogue.background);
    this.picker = makePicker(byId("picker"), byId("combine"), catalogue.layers, (chosen) => this.show({ layer: chosen }));
    this.dates = makeDates(catalogue.today, (chosen) => this.show({ date: chosen }));
    byId("regions").checked = place.regions;
    this.regions = makeRegions(
      this.map.leaflet, (expression, about) => catalogue.shows(expression, about), (error) => this.#say(error.message, true));
    byId("regions").addEventListener("change", () => this.#remember());
    const sheet = makeSheet(() => this.#close());
    this.airSheet = makeAirSheet(sheet, nameOf);
    this.stationSheet = makeStationSheet(sheet, nameOf);
    byId("banner").hidden = !catalogue.demonstration;
    byId("banner-today").addEventListener("click", () => this.show({ date: catalogue.today }));
    byId("air-here").addEventListener("click", () => this.#openAir(this.map.place().centre));
    byId("stations").addEventListener("toggle", () => this.#list());
    byId("panel-toggle").addEventListener("click", () => this.#expandPanel(!byId("panel").classList.contains("expanded")));
    window.addEventListener("hashchange", () => this.#follow());
  }

  /** Shows another layer or date; whatever is not given stays. */
  async show(change) {
    this.layer = change.layer ?? this.layer;
    this.date = change.date ?? this.date;
    if (change.date) byId("banner-peak").hidden = true;
    this.#request.abort();
    this.#request = new AbortController();
    this.picker.show(this.layer);
    this.dates.show(this.date);
    this.dates.offerPeak(this.catalogue.peak(this.layer));
    this.#remember();
    this.#say("");
    this.map.showField(this.layer, this.date, (count) =>
      this.#say(text("map.missing", { count }), true));
    try {
      await this.#showReadings(this.#request.signal);
    } catch (error) {
      if (error.name !== "AbortError") this.#fail(error);
    }
  }

  /** Without an answer nothing is shown: the stations of the day before would stand under the wrong date. */
  #fail(error) {
    this.map.showStations([], this.#colours);
    this.regions.forget();
    this.#list();
    this.#say(error.message, true);
  }

  async #showReadings(signal) {
    const { layer, date } = this;
    const [legend, features] = await Promise.all([
      layer === this.#legendOf ? null : api.legend(layer, signal), api.stations(layer, date, signal),
    ]);
    if (legend) {
      const title = this.catalogue.title(layer);
      document.title = `${title}: Breathe Easy`;
      showLegend(title, layer.includes("+"), legend);
      this.#colours = levelColours(legend);
      this.#legendOf = layer;
    }
    this.map.showStations(features, this.#colours);
    this.regions.show(layer, date, this.#colours);
    this.#showSources(features);
    this.#list();
    this.#say(this.#summary(features));
    this.#refreshSheet(features);
  }

  /** The sources of what is shown, in the map's corner. */
  #showSources(features) {
    const sources = new Set(features.map((feature) => feature.properties.attribution).filter((source) => source));
    const control = this.map.leaflet.attributionControl;
    control.removeAttribution(this.#attribution);
    this.#attribution = escaped([...sources].slice(0, 4).join(" · "));
    control.addAttribution(this.#attribution);
  }

  #summary(features) {
    const reporting = features.filter((feature) => feature.properties.reading).length;
    if (reporting === 0) return text("stations.none", { day: longDate(this.date) });
    return text("stations.reporting", { reporting, count: features.length });
  }

  /** Writes what is known about the day; a failure comes with a button to try again. */
  #say(words, isFailure = false) {
    const again = element("button", { class: "link", type: "button", onclick: () => this.show({}) }, text("again"));
    byId("status").replaceChildren(words, ...(isFailure ? [" ", again] : []));
    byId("status").classList.toggle("error", isFailure);
  }

  #list() {
    listStations(this.map.stationsInView(), this.#colours, (feature) => this.#openStation(feature));
  }

  #openStation(feature) {
    this.#expandPanel(false);
    this.airSheet.cancel();
    this.#opened = { station: feature.properties.id };
    this.map.mark(null);
    this.map.select(feature.properties.id);
    this.stationSheet.open(feature, this.date, this.#colours);
  }

  #openAir(position) {
    this.#expandPanel(false);
    this.stationSheet.cancel();
    this.#opened = { position };
    this.map.select(null);
    this.map.mark(position);
    this.airSheet.open(position, this.date, this.#colours);
  }

  #refreshSheet(features) {
    if (this.#opened?.position) this.airSheet.open(this.#opened.position, this.date, this.#colours);
    const station = features.find((feature) => feature.properties.id === this.#opened?.station);
    if (station) this.stationSheet.open(station, this.date, this.#colours);
  }

  #close() {
    this.#opened = null;
    this.airSheet.cancel();
    this.stationSheet.cancel();
    this.map.mark(null);
    this.map.select(null);
  }

  #expandPanel(expanded) {
    byId("panel-toggle").setAttribute("aria-expanded", String(expanded));
    byId("panel").classList.toggle("expanded", expanded);
  }

  #remember() {
    const { layer, date } = this;
    const regions = this.regions?.isOn;
    history.replaceState(null, "", state.format({ ...this.map.place(), layer, date, regions }));
  }

  #follow() {
    const wanted = state.parse(location.hash);
    if (wanted.centre) this.map.leaflet.setView(wanted.centre, wanted.zoom);
    if (wanted.regions !== this.regions.isOn) byId("regions").click();
    this.show({ layer: this.catalogue.known(wanted.layer), date: wanted.date });
  }
}

/** The day to open: today, or in a demonstration whose season is over the layer's peak, and the banner says so. */
async function openingDate(catalogue, layer) {
  const { today } = catalogue;
  const peak = catalogue.peak(layer);
  if (!catalogue.demonstration || !peak || peak === today) return today;
  const stations = await api.stations(layer, today).catch(() => []);
  const levels = stations.map((station) => station.properties.reading?.level);
  const busy = levels.filter((level) => level && level !== "none" && level !== "low").length;
  if (busy * 20 > levels.length) return today;
  byId("banner-text").textContent = text("banner.peak", { day: longDate(peak) });
  byId("banner-peak").hidden = false;
  return peak;
}

async function start() {
  const [answer, allergens] = await Promise.all([api.catalogue(), api.allergens().catch(() => new Map())]);
  const catalogue = new Catalogue(answer, allergens);
  const asked = state.parse(location.hash);
  const layer = catalogue.known(asked.layer) ?? catalogue.defaultLayer;
  const date = asked.date ?? await openingDate(catalogue, layer);
  await new Page(catalogue, allergens, { layer, date, place: asked }).show({});
}

start().catch((error) => {
  byId("status").textContent = `${text("map.failed")} ${error.message}`;
  byId("status").classList.add("error");
});
