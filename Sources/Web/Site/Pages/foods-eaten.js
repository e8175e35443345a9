// What was eaten, for its carbon: on this device only, and forgotten with the account.

import { forget, keep, recall } from "./memory.js";

const memory = "food-carbon";
/** As many entries are kept, the latest first; the page says so in `foods.carbon.list.about`. */
export const mostEaten = 500;

export const recallEaten = () => recall(memory, []);

/** Keeps the latest entries, and gives them back. */
export function keepEaten(entries) {
  const kept = entries.slice(0, mostEaten);
  keep(memory, kept);
  return kept;
}

export const forgetEaten = () => forget(memory);
