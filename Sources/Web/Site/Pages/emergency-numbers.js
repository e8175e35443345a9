// The number of the ambulance where the reader stands. It is known without a network.

import { keep, recall } from "./memory.js";

const file = "/assets/emergency-numbers.json";
const chosen = "emergency-country";
/** Works in the European Union, and every mobile phone takes it for an emergency (3GPP TS 22.101, section 10.1.1). */
export const usual = "112";

/** The countries that are listed, and the date of the list; none if it cannot be read. */
export async function emergencyCountries() {
  try {
    return await (await fetch(file)).json();
  } catch {
    return { countries: [], date: null };
  }
}

/** The country that the reader has chosen, or else the one of the device's time zone; `undefined` for others. */
export function countryHere(countries) {
  const wish = recall(chosen, null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return countries.find(({ country }) => country === wish) ?? (wish === "" ? undefined : countries.find(({ zones }) => zones.includes(zone)));
}

/** Remembers a country; an empty text for one that is not listed. */
export const chooseCountry = (country) => keep(chosen, country);

/** The numbers to call in a country: those of the ambulance, and the general one. */
export const numbersOf = (found) => (found ? [...new Set([...found.ambulance, found.general])] : [usual]);
