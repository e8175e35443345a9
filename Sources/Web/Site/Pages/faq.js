// The FAQ page: a link opens its question, and a search shows the matching ones.

import { byId } from "./dom.js";
import { locale, text } from "./language.js";

const questions = [...document.querySelectorAll("details.part")];
const groups = [...document.querySelectorAll(".group")];

/** Letters without diacritics, so that `pollenflug` finds `Pollenflug` and `prevision` finds `prévision`. */
const plain = (words) => words.toLocaleLowerCase(locale).normalize("NFD").replace(/\p{Mark}/gu, "");

function search() {
  const words = plain(byId("search").value).split(/\s+/).filter(Boolean);
  for (const question of questions) {
    const all = plain(question.textContent);
    question.hidden = !words.every((word) => all.includes(word));
  }
  for (const group of groups) group.hidden = !group.querySelector("details:not([hidden])");
  const count = questions.filter(({ hidden }) => !hidden).length;
  byId("found").textContent = words.length === 0 ? "" : count > 0 ? text("faq.found", { count }) : text("faq.none");
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

byId("search").addEventListener("input", search);
window.addEventListener("hashchange", open);
open();
for (const question of questions) question.addEventListener("toggle", nameOpened);
