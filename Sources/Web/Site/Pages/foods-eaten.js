// What was eaten, for its carbon: on this device only, and forgotten with the account.

import { forget, keep, recall } from "./memory.js";

const memory = "food-carbon";
/** As many entries are kept, the latest first. */
const most = 100;

export const recallEaten = () => recall(memory, []);

/** Keeps the latest entries, and gives them back. */
export function keepEaten(entries) {
  const kept = entries.slice(0, most);
  keep(memory, kept);
  return kept;
}

export const forgetEaten = () => forget(memory);
