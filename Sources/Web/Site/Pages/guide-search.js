// Finds entries of the guide by the words of a question. What is asked stays on the device. The server's search of
// `/v1/guide` follows the same rules.

import { closeness, isMet, questionOf, triggersOf, wordsOf } from "./guide-words.js";

const most = 6;
/** The least that an entry has of the most that it could have: below it, an answer would be about something else. */
const leastShare = 0.25;
/** What a word counts at most: the same word, in a question or its synonyms. */
const highest = 30;

/**
 * Prepares entries for searching.
 *
 * Each has an `id`, a `question`, other `words` for it, an `answer`, and `triggers`; the `ignored` words say nothing of what
 * a question is about.
 */
export function makeIndex(entries, ignored) {
  const terms = new Map();
  const add = (text, place, weight) => {
    for (const term of wordsOf(text)) {
      if (!terms.has(term)) terms.set(term, new Map());
      terms.get(term).set(place, Math.max(terms.get(term).get(place) ?? 0, weight));
    }
  };
  entries.forEach(({ question, words, answer }, place) => {
    add(question, place, 3);
    add(words, place, 3);
    add(answer, place, 1);
  });
  return { entries, terms, ignored: new Set(wordsOf(ignored)), triggers: entries.map(({ triggers }) => triggersOf(triggers)) };
}

/** For a word: how well it fits each entry that has it or a word close to it. */
function weightsOf(word, terms) {
  const weights = new Map();
  for (const [term, places] of terms) {
    const close = closeness(word, term);
    if (close === 0) continue;
    for (const [place, weight] of places) weights.set(place, Math.max(weights.get(place) ?? 0, close * weight));
  }
  return weights;
}

function ranked({ entries, terms }, words) {
  const found = words.map((word) => weightsOf(word, terms));
  const rarities = found.map(({ size }) => Math.round(100 * Math.log(1 + entries.length / Math.max(size, 1))));
  const whole = rarities.reduce((sum, rarity) => sum + rarity, 0);
  const scores = new Map();
  found.forEach((weights, index) => {
    for (const [place, weight] of weights) scores.set(place, (scores.get(place) ?? 0) + weight * rarities[index]);
  });
  return [...scores].filter(([, score]) => score >= leastShare * highest * whole)
    .sort(([one, first], [other, second]) => second - first || one - other)
    .slice(0, most).map(([place]) => entries[place]);
}

/** The entries that a question finds, the best first: those whose triggers it meets before all others. */
export function search(index, text) {
  const question = questionOf(text);
  const first = index.entries.filter((_, place) => index.triggers[place].some((trigger) => isMet(trigger, question)));
  const others = ranked(index, question.filter((word) => !index.ignored.has(word)));
  return [...first, ...others.filter((entry) => !first.includes(entry))];
}
