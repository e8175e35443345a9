// The word of a list that a misspelt word may mean.

/** Words up to this length may have one slip, longer ones two: with more, nearly everything means something. */
const short = 5;

/**
 * How many slips make one word of another: a letter that is missing, too much or wrong, or two neighbours that changed
 * places (Damerau, Communications of the ACM 7, 1964, doi:10.1145/363958.363994).
 */
function slips(one, other) {
  let before = [];
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let place = 1; place <= one.length; place += 1) {
    const next = [place];
    for (let end = 1; end <= other.length; end += 1) {
      const isSame = one[place - 1] === other[end - 1];
      next[end] = Math.min(row[end] + 1, next[end - 1] + 1, row[end - 1] + (isSame ? 0 : 1));
      const isSwapped = end > 1 && one[place - 1] === other[end - 2] && one[place - 2] === other[end - 1];
      if (isSwapped) next[end] = Math.min(next[end], before[end - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[other.length];
}

/**
 * The key whose own spelling, or that of its name, is nearest to a word.
 *
 * @param names A map of keys to names.
 * @returns `undefined` if nothing is near enough.
 */
export function nearest(word, names) {
  const wanted = word.trim().toLowerCase();
  const most = wanted.length <= short ? 1 : 2;
  let [best, fewest] = [undefined, most + 1];
  for (const [key, name] of names) {
    for (const spelling of [key, name.toLowerCase()]) {
      if (Math.abs(spelling.length - wanted.length) >= fewest) continue;
      const count = slips(wanted, spelling);
      if (count < fewest) [best, fewest] = [key, count];
    }
  }
  return best;
}
