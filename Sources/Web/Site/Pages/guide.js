// The guide: finds answers while somebody types, on this device alone; a link opens its question.

import { byId, element } from "./dom.js";
import { countryHere, emergencyCountries, numbersOf } from "./emergency-numbers.js";
import { makeIndex, search } from "./guide-search.js";
import { text } from "./language.js";

const questions = [...document.querySelectorAll("details.part")];
/** Milliseconds of rest after a letter, so that answers do not flicker. */
const pause = 120;

const index = makeIndex(questions.map((part) => ({
  id: part.id, part, question: part.querySelector("summary").textContent, answer: part.querySelector("p").textContent,
  words: part.dataset.words, triggers: part.dataset.triggers ?? "", isUrgent: "urgent" in part.dataset,
})), byId("seek").dataset.ignored);

let numbers = numbersOf(undefined);
let waiting;

/** A number to call, above all else in the answer about signs. */
const calls = () => [
  element("a", { class: "call", href: `tel:${numbers[0]}` }, text("emergency.call", { number: numbers[0] })),
  ...numbers.slice(1).map((number) => element("p", {}, element("a", { href: `tel:${number}` }, text("emergency.also", { number })))),
];

const card = ({ id, part, question }, isUrgent) => element("article", { class: isUrgent ? "part card urgent" : "part card", "data-id": id },
  element("h2", {}, question), ...(isUrgent ? calls() : []),
  ...[...part.children].slice(1).map((child) => child.cloneNode(true)));

function answer() {
  const asked = byId("search").value.trim();
  const found = asked ? search(index, asked) : [];
  byId("answers").replaceChildren(...found.map((entry, place) => card(entry, place === 0 && entry.isUrgent)));
  byId("answers").hidden = found.length === 0;
  byId("nothing").hidden = !asked || found.length > 0;
  byId("found").textContent = !asked ? "" : found.length > 0 ? text("guide.found", { count: found.length }) : text("guide.none");
}

/** Opens the question that the address names. */
function open() {
  const question = questions.find(({ id }) => id === location.hash.slice(1));
  if (!question) return;
  question.open = true;
  question.scrollIntoView();
  question.querySelector("summary").focus({ preventScroll: true });
}

/** Puts an opened question into the address, so that the reader can share the link. */
function nameOpened({ target }) {
  if (target.open) history.replaceState(history.state, "", `#${target.id}`);
}

async function start() {
  byId("search").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(answer, pause);
  });
  window.addEventListener("hashchange", open);
  open();
  for (const question of questions) question.addEventListener("toggle", nameOpened);
  const { countries } = await emergencyCountries();
  numbers = numbersOf(countryHere(countries));
  // What was typed before the script was there, or kept by the browser.
  if (byId("search").value) answer();
}

start();
