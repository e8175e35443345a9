// What the reader opened on the map, a place, a station or alerts: its sheet, and its mark on the map.

import { positionOf } from "./alert-layer.js";
import { byId } from "./dom.js";
import { makeSheets } from "./map-sheets.js";

export class OpenSheet {
  #opened = null;

  /**
   * @param {object} map The object from `makeMap`.
   * @param {object} about What the sheets need to know: `today`, `mine` and `nameOf`.
   * @param {() => {date: string, colours: Map}} shown The day and the colours of the map.
   * @param {{onOpen: () => void, onOpinion: () => void}} acts `onOpen` makes room for a sheet.
   */
  constructor(map, about, shown, { onOpen, onOpinion }) {
    Object.assign(this, { map, shown, onOpen });
    this.sheets = makeSheets(about, { onAir: (position) => this.openAir(position), onOpinion, onClose: () => this.#close() });
  }

  openStation(feature) {
    this.#open({ station: feature.properties.id });
    this.map.select(feature.properties.id);
    const [longitude, latitude] = feature.geometry.coordinates;
    this.map.reveal([latitude, longitude]);
    const { date, colours } = this.shown();
    this.sheets.openStation(feature, date, colours);
  }

  /** `isShown` is whether the map goes to the place anyway. */
  openAir({ lat, lng, name }, { isShown = false } = {}) {
    const position = L.latLng(lat, lng);
    this.#open({ position, name });
    this.map.mark(position);
    if (!isShown) this.map.reveal(position);
    const { date, colours } = this.shown();
    this.sheets.openAir(position, date, colours, name);
  }

  openAlerts(alerts) {
    this.#open({});
    this.map.reveal(positionOf(alerts[0]));
    this.sheets.openAlerts(alerts);
  }

  /** Shows the values of another day or layer in the sheet that is open. */
  refresh(features) {
    const { position, name } = this.#opened ?? {};
    const station = features.find((feature) => feature.properties.id === this.#opened?.station);
    const { date, colours } = this.shown();
    if (position) this.sheets.refreshAir(position, date, colours, name);
    if (station) this.sheets.refreshStation(station, date, colours);
  }

  /** Makes room for a sheet about something else. */
  #open(what) {
    this.onOpen();
    this.#close();
    this.#opened = what;
    byId("sheet-days").hidden = !what.position && !what.station;
  }

  #close() {
    this.#opened = null;
    this.map.mark(null);
    this.map.select(null);
  }
}
