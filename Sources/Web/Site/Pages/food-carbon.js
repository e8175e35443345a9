// The greenhouse gases of food: its type by the categories of a product, its mass, and how much of it is eaten. Figures and
// their sources are in food-carbon.json.
//
// Alter Eco finds the type by the closeness of word vectors. No small table of such vectors with a licence was found, so plain
// words stand in: those of a category are compared with names and synonyms of the types. A test tells how often that is right
// for a list of categories; who sees it can choose another type.

import { wordsOf } from "./guide-words.js";

/** Grams that are taken where a label says nothing (Alter Eco). */
export const usualGrams = 100;
/** Shares of a package that are eaten. */
export const shares = [1, 0.75, 0.5, 0.25, 0];

/** Words that say nothing of what is in a product. */
const empty = new Set(["and", "their", "its", "of", "the", "with", "in", "from", "product", "food", "based"]);
const spirits = new Set(["alcohol", "alcoholic", "beer", "wine", "spirit", "liqueur", "rum", "vodka", "whisky", "gin"]);
/** A name has to be at least as much of a category, as a cosine: one word of four. */
const leastCloseness = 0.5;

/** A word without its plural. */
function singular(word) {
  if (word.length <= 3 || /(ss|us)$/.test(word)) return word;
  if (/ies?$/.test(word)) return word.replace(/ies?$/, "y");
  return /(ches|shes|xes|sses|oes)$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, "");
}

/** The words of a category or a name, each singular. */
const phraseOf = (name) => wordsOf(name).map(singular).filter((word) => !empty.has(word));

/** Where words stand in others, one after the other; -1 if they do not. */
function placeOf(words, others) {
  for (let start = 0; start + words.length <= others.length; start += 1) if (words.every((word, index) => others[start + index] === word)) return start;
  return -1;
}

/** How close a name is to a category: the cosine of their words, a little more at its end, where English has the thing itself. */
function closeness(name, category) {
  const place = placeOf(name, category);
  if (place < 0 || name.length === 0) return 0;
  const isEnd = place + name.length === category.length;
  return Math.sqrt(name.length / category.length) + (isEnd ? 0.01 : 0);
}

/** How close the closest name of a type is, unless the category has a word besides it that makes it something else. */
const closest = ({ phrases, without = [] }, category) => Math.max(...phrases.map(phraseOf).map((name) =>
  (without.some((word) => category.includes(word) && !name.includes(word)) ? 0 : closeness(name, category))));

/** The type of a product by its `categories`, the widest first; null if none has a name of one. */
export function typeOf(categories, types) {
  for (const category of categories.map(phraseOf).reverse()) {
    const best = types.map((type) => ({ type, value: closest(type, category) })).reduce((one, other) => (other.value > one.value ? other : one), { type: null, value: 0 });
    if (best.value >= leastCloseness) return best.type;
  }
  return null;
}

/** Kilograms a litre: those of oil, of what has alcohol, or of water. */
export function densityOf(categories, densities) {
  const words = categories.map(phraseOf);
  if (words.some((category) => category.includes("oil"))) return densities.oil;
  const isStrong = words.some((category) => category.some((word) => spirits.has(word)) && !category.includes("non") && !category.includes("vinegar"));
  return isStrong ? densities.alcohol : densities.water;
}

/** The mass of a product in grams, and whether it `isGuessed` because the label says nothing. */
export function massOf({ grams, millilitres, categories = [] }, densities) {
  if (grams) return { grams, isGuessed: false };
  if (millilitres) return { grams: millilitres * densityOf(categories, densities), isGuessed: false };
  return { grams: usualGrams, isGuessed: true };
}

/** Grams of carbon dioxide and what equals it for a share of some food. */
export const carbonOfFood = ({ kilogramsPerKilogram }, grams, share = 1) => kilogramsPerKilogram * grams * share;

/** How much of what carbon needs is known of an entry: `all`, `part` or `none`. */
export const knowledgeOf = ({ type, isGuessed }) => (type ? (isGuessed ? "part" : "all") : isGuessed ? "none" : "part");
