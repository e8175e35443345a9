// The map page: it holds the state (layer, date, place, switches) and updates the parts.

import { positionOf } from "./alert-layer.js";
import * as api from "./api.js";
import { askWhere } from "./arrival.js";
import { addBackground } from "./background.js";
import { adding } from "./calendar.js";
import { Catalogue } from "./catalogue.js";
import { makeDates } from "./dates.js";
import { byId, element } from "./dom.js";
import { makeFinder } from "./finder.js";
import { keepFocusInSight } from "./focus-sight.js";
import { addGraticule } from "./graticule.js";
import { text } from "./language.js";
import { levelColours, showLegend } from "./legend.js";
import { listStations } from "./list.js";
import { makeMap } from "./leaflet-map.js";
import { showAlerts } from "./map-alerts.js";
import { makeSheets } from "./map-sheets.js";
import { makeMapWords } from "./map-words.js";
import { keep, recall } from "./memory.js";
import { mine as findMine } from "./mine.js";
import { openingDate } from "./opening.js";
import { makePicker, ownLayer } from "./picker.js";
import { makePlay } from "./play.js";
import { knownPlace } from "./position.js";
import { preload } from "./preload.js";
import { rememberedName } from "./presence.js";
import { offerRamp } from "./ramp.js";
import { followReadings } from "./readings-news.js";
import { makeRoom } from "./room.js";
import * as state from "./state.js";
import { longDate } from "./words.js";

/** The switches, by their names in the address, with their controls. */
const switches = { regions: "regions", stations: "show-stations", alerts: "show-alerts", allAlerts: "all-alerts" };
/** The key for the switches in the browser's storage. */
const memory = "layers";
/** The lowest zoom for a place that the reader searched for. */
const placeZoom = 9;
/** The zoom at which the map begins around a place that the browser knows. */
const homeZoom = 8;

class Page {
  #colours = new Map();
  #legendOf = null;
  #opened = null;
  /** The module that draws the regions, once they have been switched on. */
  #regions = null;
  /** The comparison with another day, once it has been switched on. */
  #split = null;
  #request = new AbortController();

  constructor(map, catalogue, { mine, nameOf, mix, leave }, { layer, date, stand }) {
    Object.assign(this, { map, catalogue, layer, date, mix, leave });
    for (const [name, id] of Object.entries(switches)) byId(id).checked = stand[name];
    map.follow({
      onMove: () => { this.#remember(); this.#list(); },
      onPoint: (position) => this.openAir(position),
      onStation: (feature) => this.#openStation(feature),
    });
    this.picker = makePicker(
      byId("picker"), byId("combine"), catalogue.layers, mix !== undefined, (chosen) => this.show({ layer: chosen }));
    this.dates = makeDates(catalogue.today, (chosen) => this.show({ date: chosen }));
    this.play = makePlay({
      map: map.leaflet, today: catalogue.today, layer: () => this.#expression, date: () => this.date,
      peak: () => catalogue.peak(this.#expression), onDay: (day) => this.#pass(day), onEnd: () => this.show({}),
    });
    addGraticule(map.leaflet, "graticule");
    this.#makeSheets(mine, nameOf);
    this.#listen();
  }

  #makeSheets(mine, nameOf) {
    this.sheets = makeSheets({ today: this.catalogue.today, mine, nameOf }, {
      onAir: (position) => this.openAir(position), onOpinion: () => this.alerts.ask(), onClose: () => this.#close(),
    });
    this.alerts = showAlerts(this.map.leaflet, {
      today: this.catalogue.today, mine, nameOf, onOpen: (alerts) => this.#openAlerts(alerts), onFocus: (position) => this.map.reveal(position),
      onFailure: (error) => this.#say(error.message, true),
    });
  }

  #listen() {
    this.readings = followReadings(() => [this.#expression, this.date], (version) => this.#renew(version));
    makeFinder((place) => {
      this.openAir(place, { isShown: true });
      this.map.goTo(place, placeZoom);
    });
    for (const id of Object.values(switches)) byId(id).addEventListener("change", () => this.#switch());
    this.map.switchStations(byId("show-stations").checked);
    byId("banner").hidden = !this.catalogue.demonstration;
    byId("banner-today").addEventListener("click", () => this.show({ date: this.catalogue.today }));
    offerRamp(byId("traffic-light"));
    byId("compare").addEventListener("click", () => this.#compare());
    byId("air-here").addEventListener("click", () => this.openAir(this.map.place().centre));
    byId("stations").addEventListener("toggle", () => this.#list());
    keepFocusInSight(byId("panel-body"));
    byId("panel-toggle").addEventListener("click", () => this.#expandPanel(!byId("panel").classList.contains("expanded")));
    window.addEventListener("hashchange", () => this.#follow());
    this.words = makeMapWords(this.map, () => this.#shown(), {
      onOpen: (feature) => this.#openStation(feature), onWay: () => this.#expandPanel(true),
    });
  }

  #shown() {
    const title = byId("legend-heading").textContent;
    return { title, date: this.date, colours: this.#colours, alerts: this.alerts.inView().length };
  }

  /** The server's layers that are shown, including those of the reader's own mix. */
  get #expression() { return this.layer === ownLayer ? this.mix : this.layer; }

  /** Shows the day of a film, of which only the field is drawn. */
  #pass(day) {
    this.date = day;
    this.dates.show(day);
  }

  async #compare() {
    this.play.stop();
    this.#split ??= (await import("./split.js")).makeSplit({
      map: this.map.leaflet, today: this.catalogue.today, layer: () => this.#expression, date: () => this.date,
    });
    this.#split.toggle();
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
    this.#split?.renew();
    this.dates.offerPeak(this.catalogue.peak(this.#expression));
    this.#remember();
    this.#say("");
    this.map.showField(this.#expression, this.date,
      (count) => this.#say(text("map.missing", { count }), true), () => this.#preload());
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

  /** If a request fails, no stations are shown: those of the previous day would appear under the wrong date. */
  #fail(error) {
    this.map.showStations([], this.#colours);
    this.#showSources([]);
    this.#regions?.then((regions) => regions.forget());
    this.#list();
    this.#say(error.message, true);
  }

  async #showReadings(signal) {
    const [layer, date] = [this.#expression, this.date];
    const [legend, { features, version }] = await Promise.all([
      this.layer === this.#legendOf ? null : api.legend(layer, signal), api.stationsOf(layer, date, signal),
    ]);
    this.readings.know(version);
    if (legend) this.#colours = levelColours(legend);
    this.#title(layer, legend);
    this.map.showStations(features, this.#colours);
    this.#showRegions();
    this.#showSources(features);
    this.#list();
    this.#say(this.#summary(features));
    this.#refreshSheet(features);
  }

  /** Shows the regions if they are switched on; loads their module first. */
  async #showRegions() {
    if (!this.#regions && !byId("regions").checked) return;
    const complain = (error) => this.#say(error.message, true);
    this.#regions ??= import("./regions.js").then(({ makeRegions }) => makeRegions(
      this.map.leaflet, (expression, about) => this.catalogue.shows(expression, about), complain));
    try {
      (await this.#regions).show(this.#expression, this.date, this.#colours);
    } catch (error) {
      this.#regions = null;
      complain(error);
    }
  }

  #title(layer, legend) {
    const members = this.catalogue.title(layer);
    const title = this.layer === ownLayer ? text("picker.mine") : members;
    document.title = `${title}: Breathe Easy`;
    if (legend) showLegend(title, this.layer === ownLayer ? members : null, layer.includes("+"), legend);
    this.#legendOf = this.layer;
  }

  /** Names the sources of the visible data in the map's corner: the numerical models, and four owners of stations. */
  #showSources(features) {
    const sources = new Set(features.map((feature) => feature.properties.attribution).filter((source) => source));
    this.map.credit([...[...sources].slice(0, 4), ...this.catalogue.models(this.#expression)]);
  }

  #summary(features) {
    const reporting = features.filter((feature) => feature.properties.reading).length;
    if (reporting === 0) return text("stations.none", { day: longDate(this.date) });
    if (this.date > this.catalogue.today) return text("stations.forecast", { count: reporting });
    return text("stations.reporting", { reporting, count: features.length });
  }

  /** Shows the state of the day's data; a failure comes with a retry button. */
  #say(words, isFailure = false) {
    const again = element("button", { class: "link", type: "button", onclick: () => this.show({}) }, text("again"));
    byId("status").replaceChildren(words, ...(isFailure ? [" ", again] : []));
    byId("status").classList.toggle("error", isFailure);
  }

  #list() {
    this.words.show();
    listStations(this.map.stationsInView(), this.#colours, (feature) => this.#openStation(feature));
  }

  #openStation(feature) {
    this.#open({ station: feature.properties.id });
    this.map.select(feature.properties.id);
    const [longitude, latitude] = feature.geometry.coordinates;
    this.map.reveal([latitude, longitude]);
    this.sheets.openStation(feature, this.date, this.#colours);
  }

  /** `isShown` is whether the map goes to the place anyway. */
  openAir({ lat, lng, name }, { isShown = false } = {}) {
    const position = L.latLng(lat, lng);
    this.#open({ position, name });
    this.map.mark(position);
    if (!isShown) this.map.reveal(position);
    this.sheets.openAir(position, this.date, this.#colours, name);
  }

  #openAlerts(alerts) {
    this.#open({});
    this.map.reveal(positionOf(alerts[0]));
    this.sheets.openAlerts(alerts);
  }

  /** Makes room for a sheet about something else. */
  #open(what) {
    this.leave();
    this.#expandPanel(false);
    this.#close();
    this.#opened = what;
    byId("sheet-days").hidden = !what.position && !what.station;
  }

  #refreshSheet(features) {
    const { position, name } = this.#opened ?? {};
    const station = features.find((feature) => feature.properties.id === this.#opened?.station);
    if (position) this.sheets.refreshAir(position, this.date, this.#colours, name);
    if (station) this.sheets.refreshStation(station, this.date, this.#colours);
  }

  #close() {
    this.#opened = null;
    this.map.mark(null);
    this.map.select(null);
  }

  #expandPanel(expanded) {
    byId("panel-toggle").setAttribute("aria-expanded", String(expanded));
    byId("panel").classList.toggle("expanded", expanded);
  }

  get #switches() {
    return Object.fromEntries(Object.entries(switches).map(([name, id]) => [name, byId(id).checked]));
  }

  #switch() {
    this.map.switchStations(byId("show-stations").checked);
    if (!this.#regions) this.#showRegions();
    keep(memory, this.#switches);
    this.#remember();
  }

  #remember() {
    const { layer, date } = this;
    history.replaceState(null, "", state.format({ ...this.map.place(), layer, date, switches: this.#switches }));
  }

  #follow() {
    const wanted = state.parse(location.hash);
    if (wanted.centre) this.map.leaflet.setView(wanted.centre, wanted.zoom);
    for (const [name, id] of Object.entries(switches)) {
      if (wanted.switches && wanted.switches[name] !== byId(id).checked) byId(id).click();
    }
    this.show({ layer: knownLayer(this.catalogue, wanted.layer, this.mix), date: wanted.date });
  }
}

/** The layer in an address, if it exists; the reader's own mix only exists if they have named allergens. */
const knownLayer = (catalogue, layer, mix) =>
  (layer === ownLayer && mix ? ownLayer : catalogue.known(layer));

/** The map is shown first; everything else loads afterwards. */
async function start() {
  const [asking, naming] = [api.catalogue(), api.allergens().catch(() => new Map())];
  makeRoom();
  const asked = state.parse(location.hash);
  const home = asked.centre ? null : knownPlace();
  if (home) Object.assign(asked, { zoom: homeZoom, centre: [home.lat, home.lng] });
  const leave = location.hash || home || rememberedName() ? () => {} : askWhere();
  const map = makeMap(byId("map"), asked);
  const answer = await asking;
  map.avoidLabels(answer.background?.lines?.labels);
  await addBackground(map.leaflet, answer.background);
  const allergens = await naming;
  const catalogue = new Catalogue(answer, allergens);
  const nameOf = (allergen) => allergens.get(allergen)?.name ?? allergen;
  const mine = await findMine(allergens);
  const mix = catalogue.mixOf(mine.named);
  const layer = knownLayer(catalogue, asked.layer, mix) ?? (mix ? ownLayer : catalogue.defaultLayer);
  const date = asked.date ?? await openingDate(catalogue, layer === ownLayer ? mix : layer);
  const stand = asked.switches ?? { ...state.usual, ...recall(memory, {}) };
  await new Page(map, catalogue, { mine, nameOf, mix, leave }, { layer, date, stand }).show({});
}

start().catch((error) => {
  byId("status").textContent = `${text("map.failed")} ${error.message}`;
  byId("status").classList.add("error");
});
