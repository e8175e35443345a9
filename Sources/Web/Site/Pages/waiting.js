// What a reader said and has not reached the server yet, kept in this browser by account and in order. The server takes
// all of it later, and again, without counting it twice.

import { keep, recall } from "./memory.js";
import { rememberedName } from "./presence.js";

/** Refusals after which the same may be taken later. */
const passing = new Set([401, 408, 425, 429]);

/** Whether a failure may pass: the server cannot be reached, has trouble, or asks to wait. */
const isPassing = ({ isUnreachable, status }) => isUnreachable === true || status >= 500 || passing.has(status);

export class Waiting {
  #key;
  #send;
  #stays;
  /** One sending after the other, whatever happens to those before. */
  #last = Promise.resolve();

  /**
   * @param {string} key The name under which the browser keeps it.
   * @param {(entry: object) => Promise<object>} send Sends an entry; resolves with what the server has then.
   * @param {(refusal: Error) => boolean} stays Whether an entry stays although it is refused, until its author does something.
   */
  constructor(key, send, stays = () => false) { [this.#key, this.#send, this.#stays] = [key, send, stays]; }

  get #all() { return recall(this.#key, []); }
  get #mine() { return this.#all.filter(({ account }) => account === rememberedName()); }

  get isWaiting() { return this.#mine.length > 0; }

  /** What waits for a path, in the order in which it was said. */
  of(path) { return this.#mine.filter((entry) => entry.path === path); }

  /** Keeps an entry, which has a path, until it is sent. */
  add(entry) { keep(this.#key, [...this.#all, { account: rememberedName(), ...entry }]); }

  /** Forgets what waits for a path, or that part of it which is meant. */
  forget(path, isMeant = () => true) {
    keep(this.#key, this.#all.filter((entry) => entry.path !== path || entry.account !== rememberedName() || !isMeant(entry)));
  }

  /**
   * Sends what is waiting, in order.
   *
   * @param {(path: string, kept: object) => void} onKept Called with what the server has, each time.
   * @param {(send: () => Promise<object>) => Promise<object>} agreeing Asks for the consent if it is missing.
   * Resolves with the refusals; what was refused is dropped, unless it stays.
   */
  sendAll(onKept, agreeing) {
    const sending = this.#last.then(() => this.#sendWaiting(onKept, agreeing));
    this.#last = sending.catch(() => {});
    return sending;
  }

  async #sendWaiting(onKept, agreeing) {
    const refusals = [];
    const staying = new Set();
    const first = () => this.#mine.find((entry) => !staying.has(JSON.stringify(entry)));
    for (let next = first(); next; next = first()) {
      const entry = next;
      try {
        const kept = await agreeing(() => this.#send(entry));
        this.#drop(entry);
        onKept(entry.path, kept);
      } catch (error) {
        if (isPassing(error)) break;
        if (this.#stays(error)) staying.add(JSON.stringify(entry));
        else this.#drop(entry);
        refusals.push(error);
      }
    }
    return refusals;
  }

  /** Drops what was sent, unless something newer has taken its place. */
  #drop(sent) {
    const all = this.#all;
    const words = JSON.stringify(sent);
    const place = all.findIndex((entry) => JSON.stringify(entry) === words);
    if (place >= 0) keep(this.#key, all.toSpliced(place, 1));
  }
}
