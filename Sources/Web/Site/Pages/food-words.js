// The words of categories and names of foods, in English, as the rules for the kind of a food compare them.

import { wordsOf } from "./guide-words.js";

/** Words that say nothing of what is in a product. */
const empty = new Set(["and", "their", "its", "of", "the", "with", "in", "from", "product", "food", "based"]);
/** Words after which a category says what comes with a food, and no longer what it is. */
const besides = new Set(["with", "in", "from", "for"]);

/** A word without its plural. */
export function singular(word) {
  if (word.length <= 3 || /(ss|us)$/.test(word)) return word;
  if (/ies?$/.test(word)) return word.replace(/ies?$/, "y");
  return /(ches|shes|xes|sses|oes)$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, "");
}

/** The words of a category or a name, each singular. */
export const phraseOf = (name) => wordsOf(name).map(singular).filter((word) => !empty.has(word));

/** The words of a category or a name as they are written, up to what comes with it. */
export function headWords(name) {
  const words = wordsOf(name);
  const end = words.findIndex((word, place) => place > 0 && besides.has(word));
  return (end < 0 ? words : words.slice(0, end)).filter((word) => !empty.has(singular(word)));
}
