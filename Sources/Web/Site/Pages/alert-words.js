// Alerts in words.

import { text } from "./language.js";
import { capitalised, groupName } from "./words.js";

const groups = new Set(["tree", "grass", "weed", "spore"]);

/** Names of allergens and of groups of them. */
export const allergenName = (key, nameOf) => (groups.has(key) && nameOf(key) === key ? groupName(key) : nameOf(key));

/** The subject of an alert: its allergens, or that they are unknown. */
export function subject({ allergens }, nameOf) {
  if (allergens.length === 0) return text("alert.notSure");
  return capitalised(allergens.map((key) => allergenName(key, nameOf)).join(", "));
}

/** The elapsed part of an alert's lifetime, from 0 to 1. */
export function age({ sent, expires }, now = Date.now()) {
  const [from, to] = [Date.parse(sent), Date.parse(expires)];
  return Math.min(1, Math.max(0, (now - from) / Math.max(1, to - from)));
}

export const isOver = ({ expires, ended }, now = Date.now()) => Boolean(ended) || Date.parse(expires) <= now;
