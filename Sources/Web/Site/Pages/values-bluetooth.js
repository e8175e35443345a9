// A heart rate sensor or an oximeter over Web Bluetooth, for as long as the page is open.

import { ask } from "./account-api.js";
import { byId } from "./dom.js";
import { say, wording } from "./form.js";
import { text } from "./language.js";
import { agreeing } from "./member.js";
import { measured } from "./values-kinds.js";

// Numbers assigned by the Bluetooth SIG: services, and characteristics that notify.
const heartRate = { service: 0x180d, characteristics: [0x2a37] };
const oximeter = { service: 0x1822, characteristics: [0x2a5f, 0x2a5e] };
/** At most one value of a kind is kept in this time, in milliseconds. */
const rhythm = 5_000;
const sending = 60_000;

/** A number of 16 bits as IEEE 11073-20601 writes it: an exponent and a mantissa; `null` for what is no number. */
export function shortFloat(view, place) {
  const bits = view.getUint16(place, true);
  const mantissa = bits & 0x800 ? (bits & 0xfff) - 0x1000 : bits & 0xfff;
  if (mantissa >= 0x7fe || mantissa <= -0x7fe) return null;
  const exponent = bits >> 12 > 7 ? (bits >> 12) - 16 : bits >> 12;
  return mantissa * 10 ** exponent;
}

/** The values in a notification of a characteristic. */
export function valuesIn(view, characteristic) {
  if (characteristic === 0x2a37) return { heartRate: view.getUint8(0) & 1 ? view.getUint16(1, true) : view.getUint8(1) };
  return { oxygenSaturation: shortFloat(view, 1), heartRate: shortFloat(view, 3) };
}

export class SensorReader {
  #place;
  #device = null;
  #waiting = [];
  #last = {};

  constructor(place) {
    this.#place = place;
    byId("sensor").hidden = !navigator.bluetooth;
    byId("sensor-none").hidden = Boolean(navigator.bluetooth);
    byId("sensor").addEventListener("click", () => this.#toggle().catch((error) => this.#fail(error)));
    setInterval(() => this.#send(), sending);
    addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") this.#send(); });
  }

  async #toggle() {
    if (this.#device) {
      this.#device.gatt.disconnect();
      return;
    }
    const services = [heartRate.service, oximeter.service];
    const device = await navigator.bluetooth.requestDevice({ filters: services.map((service) => ({ services: [service] })), optionalServices: services });
    say(byId("sensor-status"), text("values.sensor.connecting"));
    const server = await device.gatt.connect();
    device.addEventListener("gattserverdisconnected", () => this.#ended(), { once: true });
    this.#device = device;
    byId("sensor").textContent = text("values.sensor.stop");
    for (const { service, characteristics } of [heartRate, oximeter]) await this.#listen(server, service, characteristics);
  }

  /** A device has one of the services, and of its characteristics perhaps only one. */
  async #listen(server, number, characteristics) {
    const service = await server.getPrimaryService(number).catch(() => null);
    for (const each of service ? characteristics : []) {
      const characteristic = await service.getCharacteristic(each).catch(() => null);
      if (!characteristic) continue;
      characteristic.addEventListener("characteristicvaluechanged", ({ target }) => this.#note(valuesIn(target.value, each)));
      await characteristic.startNotifications();
    }
  }

  #note(values) {
    const now = Date.now();
    const known = Object.entries(values).filter(([, value]) => value !== null && value > 0);
    say(byId("sensor-status"), known.map(([kind, value]) => measured(value, kind)).join(" · "));
    for (const [kind, value] of known) {
      if (now - (this.#last[kind] ?? 0) < rhythm) continue;
      this.#last[kind] = now;
      this.#waiting.push({ kind, value, time: new Date(now).toISOString(), source: (this.#device?.name ?? "").slice(0, 60) });
    }
  }

  async #send() {
    const values = this.#waiting.splice(0);
    if (values.length === 0) return;
    try {
      await agreeing(() => ask("POST", this.#place.path(), { values }), "health");
      await this.#place.changed();
    } catch (error) {
      // What could not be sent goes with the next ones; what was sent twice is kept once.
      this.#waiting.unshift(...values);
      say(byId("sensor-status"), wording(error), true);
    }
  }

  #ended() {
    this.#device = null;
    byId("sensor").textContent = text("values.sensor.start");
    say(byId("sensor-status"), text("values.sensor.ended"));
    return this.#send();
  }

  async #fail(error) {
    if (this.#device) this.#device.gatt.disconnect();
    if (error.name !== "NotFoundError") return say(byId("sensor-status"), text("values.sensor.failed"), true);
    // The reader closed the browser's list of devices, unless there could be none.
    const isThere = await navigator.bluetooth.getAvailability?.().catch(() => true) ?? true;
    return say(byId("sensor-status"), isThere ? "" : text("values.sensor.off"), !isThere);
  }
}
