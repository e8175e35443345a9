// The reader's allergens: from the account's profile, or as chosen in this browser.

import { ask, meUnlessStranger } from "./account-api.js";
import { keep, recall } from "./memory.js";
import { rememberedName } from "./presence.js";
import { rememberUnits } from "./units.js";

const memory = "allergens";

/**
 * The reader's allergens, from the account or from this browser.
 *
 * @param {Map} allergens The server's allergens by key, each with its group.
 */
export async function mine(allergens) {
  // Without a network, the page still belongs to the last signed-in reader.
  const account = await meUnlessStranger().catch(() => ({ name: rememberedName() }));
  const profile = account ? await ask("GET", "/v1/me/profile").catch(() => null) : null;
  if (profile) rememberUnits(profile);
  return new Mine(allergens, account, profile ?? chosenHere());
}

/** The same for a person in the reader's care. */
export async function theirs(allergens, account, person) {
  const profile = await ask("GET", `/v1/me/persons/${encodeURIComponent(person)}/profile`);
  return new Mine(allergens, account, profile);
}

/** Stores allergens for a reader without an account. */
export const choose = (keys) => keep(memory, keys);

function chosenHere() {
  const keys = recall(memory, []);
  return { allergens: (Array.isArray(keys) ? keys : []).map((allergen) => ({ allergen })), watches: [], notSure: true };
}

export class Mine {
  #allergens;
  #watched;
  #notSure;

  /** A profile names allergens and groups; `watches` adds their cross-reactions. */
  constructor(allergens, account, { allergens: named, watches, notSure }) {
    this.#allergens = allergens;
    this.account = account;
    this.named = named.map(({ allergen }) => allergen);
    this.#watched = new Map(watches.map((watch) => [watch.allergen, watch]));
    this.#notSure = notSure;
  }

  /** Whether the reader has named any allergens. */
  get isKnown() { return this.named.length > 0; }

  /** Whether an allergen, or a member of a group, is one of theirs. */
  includes(key) {
    if (this.named.includes(key) || this.#watched.has(key)) return true;
    const group = this.#allergens.get(key)?.group;
    if (group && this.named.includes(group)) return true;
    return [...this.named, ...this.#watched.keys()].some((own) => this.#allergens.get(own)?.group === key);
  }

  /** Whether they named it themselves, or its group; cross-reactions come after these. */
  names(key) {
    return this.named.includes(key) || this.named.includes(this.#allergens.get(key)?.group);
  }

  groupOf(key) { return this.#allergens.get(key)?.group; }

  /** The allergen that it cross-reacts with, if that is the only reason it is included. */
  through(key) { return this.#watched.get(key)?.through; }

  /** Whether an alert concerns them; their settings decide about alerts without an allergen. */
  isConcernedBy({ allergens }) {
    return allergens.length === 0 ? this.#notSure : allergens.some((key) => this.includes(key));
  }
}
