// The greenhouse gases of food: its type by the categories of a product, its mass, and how much of it is eaten. Figures and
// their sources are in food-carbon.json, and categories whose type was settled by hand in food-categories.json.
//
// The categories of a product are followed from the narrowest to the widest, as the taxonomy has them. The first that the table
// knows decides, or else the first whose words are those of a type, if the wider categories allow the group of that type. That was
// right for 70 of 78 lists of categories by which the rule was not made, as tests tell; what Alter Eco does, to take the type whose
// vector of words is closest to that of all categories, for 19. A product without categories has the type of its name: food-names.js
// tells it. Somebody who sees a wrong type can choose another.

import { headWords, phraseOf, singular } from "./food-words.js";

/** Grams that are taken where a label says nothing (Alter Eco). */
export const usualGrams = 100;
/** Shares of a package that are eaten. */
export const shares = [1, 0.75, 0.5, 0.25, 0];

const spirits = new Set(["alcohol", "alcoholic", "beer", "wine", "spirit", "liqueur", "rum", "vodka", "whisky", "gin"]);
/** A name has to be at least as much of a category, as a cosine: one word of four. */
const leastCloseness = 0.5;
/** That of a name that is the category, word for word: above every other. */
const closestOfAll = 2;

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

/**
 * How close the closest name of a type is to the `head` of a category, unless the `whole` has a word besides the name that makes
 * it something else.
 */
const closest = ({ phrases, without = [] }, head, whole) => Math.max(...phrases.map(phraseOf).map((name) => {
  if (name.join(" ") === whole.join(" ")) return closestOfAll;
  return without.some((word) => whole.includes(word) && !name.includes(word)) ? 0 : closeness(name, head);
}));

/** The words of a category, singular, up to what comes with it. */
const headOf = (category) => headWords(category).map(singular);

/** A category however it is written: its words, each singular. */
export const keyOf = (category) => phraseOf(category).join(" ");

/** The table of categories, ready to be looked up: types, `null` for those without one, and groups that a branch allows. */
export function categoryTable({ types, untyped, branches }) {
  const known = new Map(untyped.map((name) => [keyOf(name), null]));
  for (const [code, names] of Object.entries(types)) for (const name of names) known.set(keyOf(name), code);
  return { known, branches: new Map(Object.entries(branches).map(([name, groups]) => [keyOf(name), groups])) };
}

/** The type that the words of a category or a name name best, of those that are `allowed`; null if they are far from every name. */
export function typeByWords(category, types, allowed) {
  const [head, whole] = [headOf(category), phraseOf(category)];
  const best = types.filter(allowed).map((type) => ({ type, value: closest(type, head, whole) }))
    .reduce((one, other) => (other.value > one.value ? other : one), { type: null, value: 0 });
  return best.value >= leastCloseness ? best.type : null;
}

/**
 * The type of a product by its `categories`, the widest first; null if none has one. The narrowest category counts that the
 * table of categories knows or whose words name a type; the table also says which groups the wider ones allow.
 */
export function typeOf(categories, types, { known, branches }) {
  const keys = categories.map(keyOf);
  for (let place = categories.length - 1; place >= 0; place -= 1) {
    const code = known.get(keys[place]);
    if (code !== undefined) return types.find((type) => type.code === code) ?? null;
    const limits = keys.slice(0, place + 1).map((key) => branches.get(key)).filter(Boolean);
    const type = typeByWords(categories[place], types, ({ group }) => limits.every((groups) => groups.includes(group)));
    if (type) return type;
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

/** How much of what carbon needs is known of an entry: `all`, `part` or `none`. */
export const knowledgeOf = ({ type, isGuessed }) => (type ? (isGuessed ? "part" : "all") : isGuessed ? "none" : "part");
