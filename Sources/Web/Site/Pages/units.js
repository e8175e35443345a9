// Metric or imperial: as the reader's profile says, or as is usual in the country that the browser names.

import { keep, recall } from "./memory.js";

const memory = "units";

/** Countries with the measurement system “US” in CLDR. */
const imperialCountries = ["US", "LR", "MM"];

/** The reader's units: `metric` or `imperial`. */
export const readersUnits = (languages = navigator.languages) => {
  const chosen = recall(memory, null);
  return ["metric", "imperial"].includes(chosen) ? chosen : usual(languages);
};

/** Remembers what the profile of who is signed in says, until they sign out. */
export const rememberUnits = ({ units }) => keep(memory, units);

export const forgetUnits = () => keep(memory, null);

const usual = (languages) => (imperialCountries.includes(countryOf(languages?.[0])) ? "imperial" : "metric");

function countryOf(tag) {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}
