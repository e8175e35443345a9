// The page of the map: it holds the layer and the day, and updates the parts.

import * as api from "./api.js";
import { adding } from "./calendar.js";
import { makeDates } from "./dates.js";
import { byId } from "./dom.js";
import { makeFinder } from "./finder.js";
import { keepFocusInSight } from "./focus-sight.js";
import { addGraticule } from "./graticule.js";
import { text } from "./language.js";
import { levelColours } from "./legend.js";
import { listStations } from "./list.js";
import { showAlerts } from "./map-alerts.js";
import { Comparison, Regions } from "./map-parts.js";
import { creditsOf, sayState, sayTitle, summaryOf } from "./map-said.js";
import { OpenSheet } from "./map-sheet.js";
import { makeSwitches } from "./map-switches.js";
import { makeMapWords } from "./map-words.js";
import { makePicker, ownLayer } from "./picker.js";
import { makePlay } from "./play.js";
import { preload } from "./preload.js";
import { followRamp, offerRamp } from "./ramp.js";
import { followReadings } from "./readings-news.js";
import * as state from "./state.js";

/** The lowest zoom for a place that the reader searched for. */
const placeZoom = 9;

/** The layer in an address, if it exists; the reader's own mix only exists if they have named allergens. */
export const knownLayer = (catalogue, layer, mix) =>
  (layer === ownLayer && mix ? ownLayer : catalogue.known(layer));

export class MapPage {
  #colours = new Map();
  #legendOf = null;
  #request = new AbortController();

  constructor(map, catalogue, { mine, nameOf, mix, leave }, { layer, date, stand }) {
    Object.assign(this, { map, catalogue, layer, date, mix, leave });
    this.switches = makeSwitches(stand, () => this.#switch());
    this.#makeChoices();
    addGraticule(map.leaflet, "graticule");
    this.#makeParts({ today: catalogue.today, mine, nameOf });
    map.follow({
      onMove: () => { this.#remember(); this.#list(); },
      onPoint: (position) => this.sheet.openAir(position),
      onStation: (feature) => this.sheet.openStation(feature),
    });
    this.#listen();
  }

  /** The choice of the layer and of the day, the film, and the comparison of two days. */
  #makeChoices() {
    const { map, catalogue } = this;
    const shown = { map: map.leaflet, today: catalogue.today, layer: () => this.#expression, date: () => this.date };
    this.picker = makePicker(
      byId("picker"), byId("combine"), catalogue.layers, this.mix !== undefined, (chosen) => this.show({ layer: chosen }));
    this.dates = makeDates(catalogue.today, (chosen) => this.show({ date: chosen }));
    this.play = makePlay({
      ...shown, peak: () => catalogue.peak(this.#expression), onDay: (day) => this.#pass(day), onEnd: () => this.show({}),
    });
    this.comparison = new Comparison(shown);
  }

  /** What lies on the map, and tells of it in words. */
  #makeParts(about) {
    const { map } = this;
    this.sheet = new OpenSheet(map, about, () => ({ date: this.date, colours: this.#colours }), {
      onOpen: () => { this.leave(); this.#expandPanel(false); }, onOpinion: () => this.alerts.ask(),
    });
    this.alerts = showAlerts(map.leaflet, {
      ...about, onOpen: (alerts) => this.sheet.openAlerts(alerts), onFocus: (position) => map.reveal(position),
      onFailure: (error) => this.#complain(error),
    });
    this.regions = new Regions(map, this.catalogue, (error) => this.#complain(error));
    this.words = makeMapWords(map, () => this.#shown(), {
      onOpen: (feature) => this.sheet.openStation(feature), onWay: () => this.#expandPanel(true),
    });
  }

  #listen() {
    this.readings = followReadings(() => [this.#expression, this.date], (version) => this.#renew(version));
    makeFinder((place) => {
      this.sheet.openAir(place, { isShown: true });
      this.map.goTo(place, placeZoom);
    });
    this.map.switchStations(byId("show-stations").checked);
    byId("banner").hidden = !this.catalogue.demonstration;
    byId("banner-today").addEventListener("click", () => this.show({ date: this.catalogue.today }));
    offerRamp(byId("traffic-light"));
    followRamp(() => { this.#legendOf = null; this.show({}); });
    byId("compare").addEventListener("click", () => { this.play.stop(); this.comparison.toggle(); });
    byId("air-here").addEventListener("click", () => this.sheet.openAir(this.map.place().centre));
    byId("stations").addEventListener("toggle", () => this.#list());
    keepFocusInSight(byId("panel-body"));
    byId("panel-toggle").addEventListener("click", () => this.#expandPanel(!byId("panel").classList.contains("expanded")));
    window.addEventListener("hashchange", () => this.#follow());
  }

  #shown() {
    const title = byId("legend-heading").textContent;
    return { title, date: this.date, colours: this.#colours, alerts: this.alerts.inView().length };
  }

  /** The server's layers that are shown, including those of the reader's own mix. */
  get #expression() { return this.layer === ownLayer ? this.mix : this.layer; }

  /** Shows the day of a film; only its field is drawn. */
  #pass(day) {
    this.date = day;
    this.dates.show(day);
  }

  /** Shows another layer or date; missing members stay unchanged. */
  async show(change) {
    this.play.stop();
    this.layer = change.layer ?? this.layer;
    this.date = change.date ?? this.date;
    if (change.date) byId("banner-peak").hidden = true;
    this.#request.abort();
    this.#request = new AbortController();
    this.readings.know(null);
    this.picker.show(this.layer);
    this.dates.show(this.date);
    this.alerts.showDay(this.date);
    this.comparison.renew();
    this.dates.offerPeak(this.catalogue.peak(this.#expression));
    this.#remember();
    sayState("");
    this.map.showField(this.#expression, this.date,
      (count) => this.#complain({ message: text("map.missing", { count }) }), () => this.#preload());
    try {
      await this.#showReadings(this.#request.signal);
    } catch (error) {
      if (error.name !== "AbortError") this.#fail(error);
    }
  }

  #preload() {
    const last = adding(this.catalogue.today, 1);
    const days = [1, -1].map((step) => adding(this.date, step)).filter((day) => day <= last);
    preload(this.map.leaflet, this.#expression, days);
  }

  /** Shows new values that arrived while the map was open. */
  async #renew(version) {
    api.renewTiles(version);
    await this.show({});
    byId("news").textContent = text("map.renewed");
  }

  /** Says what went wrong, with a way to try again. */
  #complain({ message }) { sayState(message, () => this.show({})); }

  /** If a request fails, no stations are shown: those of the previous day would appear under the wrong date. */
  #fail(error) {
    this.map.showStations([], this.#colours);
    this.map.credit(creditsOf(this.catalogue, this.#expression, []));
    this.regions.forget();
    this.#list();
    this.#complain(error);
  }

  async #showReadings(signal) {
    const [layer, date] = [this.#expression, this.date];
    const [legend, { features, version }] = await Promise.all([
      this.layer === this.#legendOf ? null : api.legend(layer, signal), api.stationsOf(layer, date, signal),
    ]);
    this.readings.know(version);
    if (legend) this.#colours = levelColours(legend);
    sayTitle(this.catalogue, this.layer, layer, legend);
    this.#legendOf = this.layer;
    this.map.showStations(features, this.#colours);
    this.#showRegions();
    this.map.credit(creditsOf(this.catalogue, this.#expression, features));
    this.#list();
    sayState(summaryOf(features, this.date, this.catalogue.today));
    this.sheet.refresh(features);
  }

  #showRegions() { this.regions.show(this.#expression, this.date, this.#colours); }

  #list() {
    this.words.show();
    listStations(this.map.stationsInView(), this.#colours, (feature) => this.sheet.openStation(feature));
  }

  #expandPanel(expanded) {
    byId("panel-toggle").setAttribute("aria-expanded", String(expanded));
    byId("panel").classList.toggle("expanded", expanded);
  }

  #switch() {
    this.map.switchStations(byId("show-stations").checked);
    if (!this.regions.isLoaded) this.#showRegions();
    this.#remember();
  }

  #remember() {
    const { layer, date } = this;
    history.replaceState(null, "", state.format({ ...this.map.place(), layer, date, switches: this.switches.read() }));
  }

  #follow() {
    const wanted = state.parse(location.hash);
    if (wanted.centre) this.map.leaflet.setView(wanted.centre, wanted.zoom);
    this.switches.follow(wanted.switches);
    this.show({ layer: knownLayer(this.catalogue, wanted.layer, this.mix), date: wanted.date });
  }
}
