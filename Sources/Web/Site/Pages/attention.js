// What is said when somebody notes a symptom that should not wait: the same for everybody, and also without a network.

import { element } from "./dom.js";
import { countryHere, emergencyCountries, numbersOf } from "./emergency-numbers.js";
import { text } from "./language.js";

/** The symptoms of a diary and of reports that are answered so, under their names there. */
export const worrisome = new Set([
  "ChestTightnessOrPain", "Chills", "Coughing", "Dizziness", "Fainting", "Fever", "Hives", "MemoryLapse", "MoodChanges",
  "RapidPoundingOrFlutteringHeartbeat", "ShortnessOfBreath", "Swelling", "Vomiting", "Wheezing", "breathlessness", "cough", "wheezing",
]);

/** Whether one of the symptoms should not wait. */
export const someWorrisome = (symptoms) => [...symptoms].some((symptom) => worrisome.has(symptom));

/** Shows the words and the numbers in a place, or empties it. */
export async function showAttention(place, isNeeded) {
  place.hidden = !isNeeded;
  if (!isNeeded) {
    place.replaceChildren();
    return;
  }
  if (place.childElementCount > 0) return;
  const { countries } = await emergencyCountries();
  const [number] = numbersOf(countryHere(countries));
  place.replaceChildren(
    element("strong", {}, text("help.attention.title")), element("p", {}, text("help.attention.text", { number })),
    element("p", { class: "line" }, element("a", { class: "main", href: `tel:${number}` }, text("emergency.call", { number })), " ",
      element("a", { href: "/emergency" }, text("emergency.open"))));
}
