// The type of a food by its name alone, and which types are close to it: for products without categories, as people type them.

import { keyOf, typeByWords } from "./food-carbon.js";
import { closestCodes, vectorOf, vectorTable } from "./food-vectors.js";
import { headWords } from "./food-words.js";

/**
 * The cosine of a name and of the closest name that is known from which on they are of one type. With it, most of the categories
 * of food-categories.json get their type from the others of them.
 */
export const leastLikeness = 0.9;
/** As many types are offered first to somebody who chooses one. */
export const mostOffered = 5;

/** What is compared with names: the vectors of words, and of the names and categories of each type, or of no type. */
export function nameTable(file, types, { types: categories, untyped }) {
  const vectors = vectorTable(file);
  const named = (code, names) => names.map((name) => ({ code, vector: vectorOf(headWords(name), vectors) })).filter(({ vector }) => vector !== null);
  const references = [
    ...types.flatMap(({ code, names, phrases }) => named(code, [names.en, ...phrases])),
    ...Object.entries(categories).flatMap(([code, names]) => named(code, names)), ...named(null, untyped),
  ];
  return { vectors, references };
}

/** The types close to a name, the most similar first, each with its `closeness`; the code of what has no type is null. */
export function closestTypes(name, { vectors, references }) {
  const vector = vectorOf(headWords(name), vectors);
  return vector === null ? [] : closestCodes(vector, references);
}

/** The types by their names in one language, as typeByWords() takes them. */
const namedIn = (language, types) => types.map(({ code, names }) => ({ code, phrases: [names[language]] }));

/**
 * The code of the type of a product by its name in a `language`; null if there is none.
 *
 * A name that the table of categories knows has its type, or else the one whose names it says word for word, or the closest one:
 * these are English. So the names of types in another language come before them: what is grapes in French is dried in English.
 */
export function typeByName(name, types, { known }, names, language = "en") {
  const own = language === "en" ? null : typeByWords(name, namedIn(language, types), () => true);
  if (own) return own.code;
  const code = known.get(keyOf(name));
  if (code !== undefined) return code;
  const said = typeByWords(name, types, () => true);
  if (said) return said.code;
  const [closest] = closestTypes(name, names);
  return closest?.closeness >= leastLikeness ? closest.code : null;
}

/** The codes of types that are offered first for a name. */
export const offeredTypes = (name, names) => closestTypes(name, names).map(({ code }) => code).filter((code) => code !== null).slice(0, mostOffered);
