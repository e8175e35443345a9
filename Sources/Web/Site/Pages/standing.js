// What a new place already has in its air: alerts tell of what rises from then on.

/** The values that reach the level from which a place warns, the strongest first. */
export function standing(entries, watches, levels) {
  const rank = (level) => levels.indexOf(level);
  const least = new Map(watches.map(({ allergen, level }) => [allergen, rank(level)]));
  return entries.filter(({ allergen, level }) => least.has(allergen) && rank(level) > 0 && rank(level) >= least.get(allergen))
    .sort((one, other) => (other.index ?? 0) - (one.index ?? 0));
}
