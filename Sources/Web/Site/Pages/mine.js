// What the reader reacts to: what the profile of the account says, or what was chosen in this browser.

import { ask, meUnlessStranger } from "./account-api.js";
import { keep, recall } from "./memory.js";
import { rememberedName } from "./presence.js";

const memory = "allergens";

/**
 * Whose allergens they are, and which.
 *
 * @param {Map} allergens Those of the server by key, each with its group.
 */
export async function mine(allergens) {
  // Without a network it is still the page of whoever was here last.
  const account = await meUnlessStranger().catch(() => ({ name: rememberedName() }));
  const profile = account ? await ask("GET", "/v1/me/profile").catch(() => null) : null;
  return new Mine(allergens, account, profile ?? chosenHere());
}

/** The same of somebody whom the reader cares for. */
export async function theirs(allergens, account, person) {
  const profile = await ask("GET", `/v1/me/persons/${encodeURIComponent(person)}/profile`);
  return new Mine(allergens, account, profile);
}

/** Remembers allergens for somebody without an account. */
export const choose = (keys) => keep(memory, keys);

function chosenHere() {
  const keys = recall(memory, []);
  return { allergens: (Array.isArray(keys) ? keys : []).map((allergen) => ({ allergen })), watches: [], notSure: true };
}

export class Mine {
  #allergens;
  #watched;
  #notSure;

  /** A profile names allergens and groups; `watches` adds what is confused with them. */
  constructor(allergens, account, { allergens: named, watches, notSure }) {
    this.#allergens = allergens;
    this.account = account;
    this.named = named.map(({ allergen }) => allergen);
    this.#watched = new Map(watches.map((watch) => [watch.allergen, watch]));
    this.#notSure = notSure;
  }

  /** Whether anything is known of the reader. */
  get isKnown() { return this.named.length > 0; }

  /** Whether an allergen, or a member of a group, is one of theirs. */
  includes(key) {
    if (this.named.includes(key) || this.#watched.has(key)) return true;
    const group = this.#allergens.get(key)?.group;
    if (group && this.named.includes(group)) return true;
    return [...this.named, ...this.#watched.keys()].some((own) => this.#allergens.get(own)?.group === key);
  }

  /** Whether they named it themselves, or its group: what is only confused with it comes later. */
  names(key) {
    return this.named.includes(key) || this.named.includes(this.#allergens.get(key)?.group);
  }

  groupOf(key) { return this.#allergens.get(key)?.group; }

  /** What an allergen is confused with, when it is theirs for that alone. */
  through(key) { return this.#watched.get(key)?.through; }

  /** Whether an alert concerns them; one that names no allergen does as they wish. */
  isConcernedBy({ allergens }) {
    return allergens.length === 0 ? this.#notSure : allergens.some((key) => this.includes(key));
  }
}
