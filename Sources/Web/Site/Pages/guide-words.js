// The words of questions, as the server compares them too: small letters without diacritics, with typing mistakes.

const joined = { ß: "ss", œ: "oe", æ: "ae" };

/** The words of a text. */
export const wordsOf = (text) =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[ßœæ]/g, (letter) => joined[letter])
    .split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** The words of a question, each once, without the product's name, which is no question about breathing. */
export function questionOf(text) {
  const words = [];
  for (const word of wordsOf(text)) {
    if (word === "easy" && words.at(-1) === "breathe") words.pop();
    else words.push(word);
  }
  return [...new Set(words)];
}

/**
 * How many letters are missing, added, wrong or exchanged with their neighbour between each beginning of a word, the
 * empty one first, and another word.
 */
function distances(word, other) {
  let before = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  const ends = [other.length];
  for (let row = 0; row < word.length; row += 1) {
    const next = [row + 1];
    for (let column = 0; column < other.length; column += 1) {
      let best = Math.min(last[column] + (word[row] === other[column] ? 0 : 1), last[column + 1] + 1, next[column] + 1);
      if (row > 0 && column > 0 && word[row] === other[column - 1] && word[row - 1] === other[column]) {
        best = Math.min(best, before[column - 1] + 1);
      }
      next.push(best);
    }
    [before, last] = [last, next];
    ends.push(next[other.length]);
  }
  return ends;
}

function isMistyped(asked, known) {
  const least = Math.min(asked.length, known.length);
  if (least < 5 || asked[0] !== known[0]) return false;
  const mistakes = least >= 9 ? 2 : 1;
  return Math.abs(asked.length - known.length) <= mistakes && distances(asked, known).at(-1) <= mistakes;
}

function begins(asked, stem) {
  if (asked.startsWith(stem)) return true;
  return stem.length >= 5 && asked[0] === stem[0] && Math.min(...distances(asked, stem)) <= 1;
}

/** How close a word of a question is to one of the guide: from 10 for the same word to 0 for another one. */
export function closeness(asked, known) {
  if (asked === known) return 10;
  let shared = 0;
  while (shared < Math.min(asked.length, known.length) && asked[shared] === known[shared]) shared += 1;
  if (shared === asked.length && shared >= 3) return 8;
  if (shared === known.length && shared >= 4 && asked.length - shared <= 3) return 7;
  if (shared >= 5 && asked.length - shared <= 2 && known.length - shared <= 2) return 7;
  if (isMistyped(asked, known)) return 6;
  const last = Math.min(asked.length, known.length);
  return last >= 5 && asked.slice(-last) === known.slice(-last) ? 5 : 0;
}

/** Triggers with commas between, such as `swollen tongue, faint*`: each a list of words with whether it is a stem. */
export const triggersOf = (text) =>
  text.split(",").map((trigger) => trigger.split(" ").flatMap((piece) => wordsOf(piece).map((word) => [word, piece.endsWith("*")])))
    .filter((parts) => parts.length > 0);

/** Whether a question has all words of a trigger. */
export const isMet = (trigger, question) => trigger.every(([part, isStem]) =>
  question.some((word) => (isStem ? begins(word, part) : word === part || isMistyped(word, part))));
