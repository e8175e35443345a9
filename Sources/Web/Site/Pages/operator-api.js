// Requests of the operators' page. The key goes into a header and never into a URL. Without a key, the session of an
// account that operates the station says who is asking.

import { changeHeaders } from "./account-api.js";
import { language, text } from "./language.js";
import { Refusal } from "./refusal.js";

export class Operator {
  #key;
  #id;
  #labels = new Map();
  station = null;
  /** Called when the server no longer accepts the key or the session. */
  onRefused = () => {};

  /** Asks with a key, or else in the name of the account for the station that it operates. */
  constructor({ key = null, id = null }) {
    this.#key = key;
    this.#id = id;
  }

  /** Whether a key opens the station, and not an account. */
  get hasKey() { return this.#key !== null; }

  /** Continues with another key of the same station. */
  use(key) { this.#key = key; }

  async enter() {
    const answer = await this.#json("GET", this.hasKey ? "/v1/me/station" : `/v1/stations/${encodeURIComponent(this.#id)}/operation`);
    this.station = answer.station.properties;
    this.station.position = answer.station.geometry.coordinates;
    this.keyName = answer.key;
    this.today = answer.today;
    this.years = answer.years;
    this.feeds = answer.feeds;
    await this.keys();
  }

  /** A key's label, or else its public part. */
  nameOfKey(id) { return this.#labels.get(id) ?? id; }

  /** Checks a file, or uploads it. */
  upload(file, { feed, dryRun, atomic, confirm, idempotencyKey, signal }) {
    const isPacked = /\.gz$/i.test(file.name);
    const isJSON = /\.json(\.gz)?$/i.test(file.name) || file.type === "application/json";
    const headers = { "Content-Type": isJSON ? "application/json" : "text/csv" };
    if (isPacked) headers["Content-Encoding"] = "gzip";
    if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
    return this.#json("POST", this.path("readings"), { query: { feed, dryRun, atomic, confirm }, headers, body: file, signal });
  }

  readings(from, to, signal) {
    return this.#json("GET", this.path("readings"), { query: { from, to }, signal }).then((answer) => answer.readings);
  }

  normals(allergen, year, signal) {
    return this.#json("GET", this.path("normals"), { query: { allergen, year }, signal }).then((answer) => answer.days);
  }

  uploads(before) { return this.#json("GET", this.path("uploads"), { query: { before } }); }

  suspects(before) { return this.#json("GET", this.path("suspects"), { query: { before } }); }

  revisions(before) { return this.#json("GET", this.path("revisions"), { query: { before } }); }

  /** Confirms or dismisses readings. */
  decide(readings, confirmed) {
    const entries = readings.map(({ allergen, day, time, hours }) =>
      (day ? { allergen, day, confirmed } : { allergen, time, hours, confirmed }));
    return this.#send("POST", "readings/confirmations", { readings: entries }).then((answer) => answer.outcomes);
  }

  async keys() {
    const { keys } = await this.#json("GET", this.path("keys"));
    this.#labels = new Map(keys.filter((key) => key.label).map((key) => [key.id, key.label]));
    return keys;
  }

  makeKey(wish) { return this.#send("POST", "keys", wish); }

  revokeKey(id) { return this.#json("DELETE", this.path(`keys/${encodeURIComponent(id)}`)); }

  /** The URL of a file with a year's readings, which are public. */
  download(year, allergen) {
    const query = new URLSearchParams({ format: "csv", from: `${year}-01-01`, to: `${year}-12-31` });
    if (allergen) query.set("allergen", allergen);
    return `${this.path("readings")}?${query}`;
  }

  path(rest) { return `/v1/stations/${encodeURIComponent(this.station.id)}/${rest}`; }

  #send(method, rest, value) {
    return this.#json(method, this.path(rest), {
      headers: { "Content-Type": "application/json" }, body: JSON.stringify(value),
    });
  }

  async #json(method, path, { query = {}, headers = {}, body, signal } = {}) {
    const url = new URL(path, location.origin);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== "" && value !== false) url.searchParams.set(name, value);
    }
    const asker = this.hasKey ? { Authorization: `Bearer ${this.#key}` } : changeHeaders(method);
    const response = await fetch(url, {
      // A change must show at once: revalidate with the ETag.
      method, body, signal, cache: "no-cache", credentials: this.hasKey ? "omit" : "same-origin",
      headers: { Accept: "application/json", "Accept-Language": language, ...asker, ...headers },
    }).catch((error) => {
      throw error.name === "AbortError" ? error : new Error(text("error.unreachableFile"));
    });
    if (response.status === 204) return null;
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return answer;
    const refusal = new Refusal(response.status, answer);
    if (response.status === 401) this.onRefused(refusal);
    throw refusal;
  }
}
