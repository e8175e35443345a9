// The greenhouse gases of a trip, from factors of a country that say where they come from (carbon-factors.json).

/** Modes that burn no fuel. */
const ownPower = new Set(["onFoot", "bicycle", "indoors"]);
const daysOfYear = 365;

/** Whether the carbon of a kept trip is known, or none is burnt. */
export const isOfKnownCarbon = ({ mode, carbon }) => ownPower.has(mode) || Boolean(carbon);

/** The country whose factors stand in where those of another are not known: its set has all modes. */
export const standIn = "GB";
/** What the means of the European Union are kept as (ISO 3166-1, reserved). */
export const union = "EU";
/** Its states, whose means stand in before those of another country. */
export const states = [
  "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK",
];

/** Countries of Europe outside of it: they can be chosen by name, although figures of another country have to stand in. */
export const neighbours = ["AD", "AL", "BA", "CH", "IS", "LI", "MC", "MD", "ME", "MK", "NO", "RS", "SM", "TR", "UA"];

/** What of a country is newest. */
const newest = (all) => all.reduce((one, other) => (one && one.year >= other.year ? one : other), null);

const factorOf = (mode, factors, country) => newest(factors.filter((factor) => factor.country === country && factor.mode === mode));

/**
 * Grams of carbon dioxide and what equals it for an activity, with the factor they come from; null where none is known.
 *
 * Factors of countries differ tenfold with their power stations, so those of another country are never taken. One for a vehicle
 * is shared by all `people` in it.
 */
export function carbonOf({ mode, distance }, factors, country, people = 1) {
  if (ownPower.has(mode)) return { grams: 0, factor: null };
  const factor = factorOf(mode, factors, country);
  return factor && { grams: ((distance / 1_000) * factor.gramsPerKilometre) / (factor.per === "vehicle" ? people : 1), factor };
}

/** Whose factors are taken for a country, in this order. */
const lendersOf = (country) => [country, ...(states.includes(country) ? [union] : []), standIn];

/** The same by the factor that stands in, if there is none of the country: whatever shows it has to say so. */
export function carbonOrStandIn(activity, factors, country, people = 1) {
  return lendersOf(country).map((code) => carbonOf(activity, factors, code, people)).find(Boolean) ?? null;
}

/** How far a car goes for as many grams, in `metres`, and the `factor` that says so, of the country or of one that stands in; null if none is known. */
export function carDistance(grams, factors, country) {
  const factor = lendersOf(country).map((code) => factorOf("car", factors, code)).find(Boolean) ?? null;
  return factor && { metres: (1_000 * grams) / factor.gramsPerKilometre, factor };
}

/** The newest average of a country; of the country that stands in, if not known. */
export function averageIn(averages, country) {
  const of = (code) => newest(averages.filter((average) => average.country === code));
  return of(country) ?? of(standIn);
}

/** What the transport of a country emits for each of its people, with `gramsPerDay`. */
export function averageOf(averages, country) {
  const average = averageIn(averages, country);
  return average && { ...average, gramsPerDay: (1_000 * average.kilogramsPerYear) / daysOfYear };
}

const day = 86_400_000;

/** The grams of trips between two moments, shared by time; sums of months have no time, and carbon that is not known is not there. */
export function gramsBetween(trips, from, until) {
  return trips.filter(({ count, carbon }) => count === 1 && carbon).reduce((sum, { start, end, carbon }) => {
    const [first, last] = [Date.parse(start), Date.parse(end)];
    const part = Math.min(last, until) - Math.max(first, from);
    if (last === first) return first >= from && first <= until ? sum + carbon.grams : sum;
    return part > 0 ? sum + (carbon.grams * part) / (last - first) : sum;
  }, 0);
}

/** Whether the garden has smog: the last 24 hours emitted the average of a day or more (Alter Eco). */
export const hasSmog = (trips, gramsPerDay, now) => gramsBetween(trips, now - day, now) >= gramsPerDay;

/** The shares of the average of a day from which on there is more to say (Alter Eco: 0.8, 1.4 and 13.7 kg of 13.7 kg). */
const bands = [{ name: "much", from: 1 }, { name: "some", from: 1.4 / 13.7 }, { name: "small", from: 0.8 / 13.7 }];

/** What grams are beside the average of a day: `tiny`, `small`, `some` or `much`. */
export const bandOf = (grams, gramsPerDay) => bands.find(({ from }) => grams >= from * gramsPerDay)?.name ?? "tiny";
