// The greenhouse gases of a trip, from factors of a country that say where they come from (carbon-factors.json).

/** Modes that burn no fuel. */
const ownPower = new Set(["onFoot", "bicycle"]);

/**
 * Grams of carbon dioxide and what equals it for an activity, with the factor they come from; null where none is known.
 *
 * Factors of countries differ tenfold with their power stations, so those of another country are never taken. One for a vehicle
 * is shared by all `people` in it.
 */
export function carbonOf({ mode, distance }, factors, country, people = 1) {
  if (ownPower.has(mode)) return { grams: 0, factor: null };
  const known = factors.filter((factor) => factor.country === country && factor.mode === mode);
  if (known.length === 0) return null;
  const factor = known.reduce((one, other) => (other.year > one.year ? other : one));
  return { grams: ((distance / 1_000) * factor.gramsPerKilometre) / (factor.per === "vehicle" ? people : 1), factor };
}
