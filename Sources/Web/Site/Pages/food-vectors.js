// Names of foods as vectors, and which kind of food is closest to a name (Alter Eco): words that stand in like texts have like vectors.
//
// food-vectors.json has the words, and for each word as many signed bytes as it has dimensions, one word after the other, in base64.
// Only the direction of a vector counts. The words are English, so names in other languages mostly have no vector at all.

import { singular } from "./food-words.js";

/** A vector of length 1; null of one without length. */
function unit(vector) {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((part) => part / length) : null;
}

/** The vector of each word. */
export function vectorTable({ dimensions, words, vectors }) {
  const bytes = Int8Array.from(atob(vectors), (letter) => letter.charCodeAt(0));
  return new Map(words.split(" ").map((word, place) => [word, unit([...bytes.subarray(place * dimensions, (place + 1) * dimensions)])]));
}

/** The vector of some words: the mean of those that have one, each once and singular if that is known; null if none has one. */
export function vectorOf(words, table) {
  const known = [...new Set(words.map((word) => [singular(word), word].find((form) => table.has(form))).filter(Boolean))].map((word) => table.get(word));
  return known.length === 0 ? null : unit(known[0].map((_, place) => known.reduce((sum, vector) => sum + vector[place], 0)));
}

const cosine = (one, other) => one.reduce((sum, part, place) => sum + part * other[place], 0);

/**
 * The codes of `references`, each with the `closeness` of its closest name to a vector, the most similar first; a reference is a
 * `code` with the vector of one of its names, and the code of what has no kind is null.
 */
export function closestCodes(vector, references) {
  const best = new Map();
  for (const reference of references) {
    const value = cosine(vector, reference.vector);
    if (!(best.get(reference.code) >= value)) best.set(reference.code, value);
  }
  return [...best].map(([code, closeness]) => ({ code, closeness })).sort((one, other) => other.closeness - one.closeness);
}
