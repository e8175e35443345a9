// What to do now: the number to call where the reader stands. All else on the page needs no script.

import { byId, element, showAwaited } from "./dom.js";
import { chooseCountry, countryHere, emergencyCountries, numbersOf } from "./emergency-numbers.js";
import { showOwn } from "./emergency-own.js";
import { startSOS } from "./emergency-sos.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { longDate } from "./words.js";

const callTo = (number) => element("a", { class: "main call", href: `tel:${number}` }, text("emergency.call", { number }));

function show(found) {
  const [first, ...others] = numbersOf(found);
  byId("call").replaceChildren(callTo(first));
  byId("also").replaceChildren(...found
    ? others.map((number) => element("a", { href: `tel:${number}` }, text("emergency.also", { number })))
    : [text("emergency.unknown")]);
}

async function start() {
  const { countries, date } = await emergencyCountries();
  const names = new Intl.DisplayNames([locale], { type: "region" });
  const found = countryHere(countries);
  const options = countries.map(({ country }) => ({ country, name: names.of(country) })).sort((one, other) => one.name.localeCompare(other.name, locale));
  byId("country").replaceChildren(
    element("option", { value: "", selected: !found }, text("emergency.elsewhere")),
    ...options.map(({ country, name }) => element("option", { value: country, selected: country === found?.country }, name)));
  byId("country").addEventListener("change", ({ target }) => {
    chooseCountry(target.value);
    show(countries.find(({ country }) => country === target.value));
  });
  byId("where").hidden = countries.length === 0;
  showAwaited();
  if (date) byId("numbers").textContent = text("emergency.numbers", { date: longDate(date) });
  show(found);
}

showOwn();
start();
startSOS();
