// SOS: tells the reader's contacts, and shows what became of it. Calling and writing from one's own phone works
// without a network and without an account.

import { ask, me } from "./account-api.js";
import { dialled, writing } from "./contact-phone.js";
import { byId, element } from "./dom.js";
import { say, wording } from "./form.js";
import { isNotOffered } from "./help-offer.js";
import { holding } from "./hold.js";
import { text } from "./language.js";
import { isStranger } from "./presence.js";
import { personInAddress, offerPersons } from "./whose.js";

/** How long a device may look for its position before the call goes without one, in milliseconds. */
const patience = 4000;
/** How often it is asked what became of a call, and how many times. */
const [pause, looks] = [2000, 30];

class SOS {
  #person = null;
  #contacts = [];
  #position = null;
  /** The attempt to find the position. */
  #locating = null;
  /** The key of a press, so that pressing again after a failure tells nobody twice. */
  #key = null;

  constructor(persons) {
    this.#person = personInAddress(persons);
    offerPersons(persons, this.#person, (id) => { this.#person = id; return this.#load(); });
    byId("sos-press").addEventListener("click", () => this.#ask());
    byId("sos-stop").addEventListener("click", () => this.#rest());
    holding(byId("sos-hold"), () => this.#send());
  }

  async start() {
    await this.#load();
    byId("sos").hidden = false;
  }

  get #home() { return `${this.#person ? `/v1/me/persons/${encodeURIComponent(this.#person)}` : "/v1/me"}/help`; }

  async #load() {
    const { contacts } = await ask("GET", `${this.#home}/contacts`).catch((error) => {
      if (isNotOffered(error)) throw error;
      return { contacts: [] };
    });
    this.#contacts = contacts.toSorted((one, other) => one.order - other.order);
    byId("sos-none").hidden = contacts.length > 0;
    this.#show(null);
  }

  /** The first tap: looks for the position meanwhile. */
  #ask() {
    this.#key = newKey();
    say(byId("sos-status"), "");
    byId("sos-press").hidden = true;
    byId("sos-confirm").hidden = false;
    byId("sos-hold").focus();
    this.#locating = position().then((found) => {
      this.#position = found;
      this.#show(null);
    });
  }

  #rest() {
    byId("sos-confirm").hidden = true;
    byId("sos-press").hidden = false;
    byId("sos-press").focus();
  }

  /** Sends it, with the position if the device has found it. */
  async #send() {
    say(byId("sos-status"), text("sos.sending"));
    byId("sos-hold").disabled = true;
    try {
      await this.#locating;
      const call = await ask("POST", `${this.#home}/sos`, { position: this.#position }, { headers: { "Idempotency-Key": this.#key } });
      this.#rest();
      say(byId("sos-status"), text(call.contacts.some(({ state }) => state !== "undeliverable") ? "sos.done" : "sos.nobody"));
      this.#show(call);
      this.#follow(call, looks);
    } catch (error) {
      say(byId("sos-status"), `${text("sos.failed")} ${wording(error)}`, true);
    } finally {
      byId("sos-hold").disabled = false;
    }
  }

  /** Looks what becomes of a call, until nothing waits any more. */
  #follow(call, left) {
    if (left === 0 || !call.contacts.some(({ state }) => state === "queued")) return;
    const home = this.#home;
    setTimeout(async () => {
      const now = await ask("GET", `${home}/sos/${encodeURIComponent(call.id)}`).catch(() => call);
      if (home !== this.#home) return;
      this.#show(now);
      this.#follow(now, left - 1);
    }, pause);
  }

  /** The contacts, with links from one's own phone, and what became of a call for each. */
  #show(call) {
    const words = message(this.#position);
    byId("sos-write").href = writing("", words);
    byId("sos-contacts").replaceChildren(...this.#contacts.map(({ id, name, relation, phone, kind }) => {
      const line = call?.contacts.find(({ contact }) => contact === id);
      return element("li", {},
        element("strong", {}, name), element("span", { class: "hint" }, relation || text(`contacts.kind.${kind}`)),
        line ? element("span", { class: ["failed", "undeliverable"].includes(line.state) ? "failed" : "done", "data-state": line.state },
          text(line.reason ? `sos.reason.${line.reason}` : `sos.state.${line.state}`)) : null,
        phone ? element("span", { class: "line" },
          element("a", { class: "quiet", href: `tel:${dialled(phone)}`, "aria-label": text("contacts.call.of", { name }) }, text("contacts.call")),
          element("a", { class: "quiet", href: writing(phone, words), "aria-label": text("sos.write.of", { name }) }, text("sos.write"))) : null);
    }));
  }
}

/** 128 random bits, also where a page has no TLS. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Where the device is; `null` if it does not say so in time. */
function position() {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), patience);
    navigator.geolocation?.getCurrentPosition(
      ({ coords: { longitude, latitude, accuracy } }) => resolve({ longitude, latitude, accuracy }), () => resolve(null),
      { enableHighAccuracy: true, maximumAge: 30_000, timeout: patience });
  });
}

/** The words of a message from one's own phone. */
function message(found) {
  if (!found) return text("sos.sms");
  const [lat, lon] = [found.latitude, found.longitude].map((degrees) => degrees.toFixed(5));
  return `${text("sos.sms")} ${text("sos.sms.position", { position: `${lat}, ${lon}` })} ${location.origin}/#14/${lat}/${lon}/overall`;
}

/** Without an account there still is a message with one's position to somebody whom the reader chooses. */
export async function startSOS() {
  byId("sos-write").href = writing("", message(null));
  byId("sos-locate").addEventListener("click", async () => {
    const found = await position();
    byId("sos-write").href = writing("", message(found));
    byId("sos-where").textContent = text(found ? "sos.located" : "sos.unlocated");
  });
  try {
    if (isStranger() || !await me()) return;
    const { persons } = await ask("GET", "/v1/me/persons").catch(() => ({ persons: [] }));
    await new SOS(persons).start();
  } catch {
    // Where nobody can be told, or without a network and a copy of one's contacts, the numbers below are all there is.
  }
}
