// The first visit: where somebody is leads to what is in the air there; the map comes second.

import { byId } from "./dom.js";
import { text } from "./language.js";
import { keep, recall } from "./memory.js";
import { makePlaceSearch } from "./place-search.js";
import { keepPlace, locate, placePath, rememberPlace } from "./position.js";

/** Who has chosen the map instead is not asked again. */
const memory = "arrived";

/**
 * Asks where a stranger is, over the map.
 *
 * @returns {() => void} what takes the question away
 */
export function askWhere() {
  if (recall(memory, false)) return () => {};
  const card = byId("arrival");
  const close = () => {
    card.hidden = true;
    document.body.classList.remove("with-sheet", "arriving");
  };
  card.hidden = false;
  document.body.classList.add("with-sheet", "arriving");
  makePlaceSearch(byId("town"), open);
  byId("arrival-here").addEventListener("click", openHere);
  byId("arrival-close").addEventListener("click", () => {
    keep(memory, true);
    close();
    byId("map").focus({ preventScroll: true });
  });
  return close;
}

/** Opens the page of a place, with which the next visit begins. */
function open({ lat, lng, name }) {
  if (name) keepPlace({ lat, lng, name });
  else rememberPlace({ lat, lng });
  location.assign(placePath({ lat, lng }));
}

async function openHere() {
  const button = byId("arrival-here");
  button.setAttribute("aria-busy", "true");
  byId("arrival-status").textContent = text("place.locating");
  try {
    open(await locate());
  } catch {
    byId("arrival-status").textContent = text("arrival.unlocated");
    byId("town").focus();
  }
  button.removeAttribute("aria-busy");
}
