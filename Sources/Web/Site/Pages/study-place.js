// Where an answer is given, if its author says so: only a cell of it leaves the browser.

import { nearestTown } from "./api.js";
import { byId } from "./dom.js";
import { text } from "./language.js";
import { keep, recall } from "./memory.js";
import { makePlaceSearch } from "./place-search.js";
import { locate } from "./position.js";
import { rememberedName } from "./presence.js";
import { cellOf } from "./study-cell.js";
import { placeName } from "./words.js";

/** The account with the place that it sent last; signing out forgets it. */
const memory = "study-place";

/** The decimals of the cells: some 1 km, or some 11 km where answers belong to nobody. */
const decimals = ({ mode }) => (mode === "linked" ? 2 : 1);

/** The account's last place, if it is known as finely as is wanted; `null` otherwise. */
function lastPlace(digits) {
  const last = recall(memory, null);
  return last?.account === rememberedName() && Number.isFinite(last?.lat) && Number.isFinite(last?.lng) && last.digits >= digits ? last : null;
}

/** Offers a position, a search, the place of the last answer, or no place, which is chosen at first. */
export function makeStudyPlace() {
  let [place, last, digits] = [null, null, 1];

  function show() {
    byId("place-chosen").textContent = place ? text("study.place.chosen", { place: place.name }) : text("study.place.none");
    byId("place-remove").hidden = place === null;
    byId("place-last").hidden = place !== null || last === null;
  }

  /** The cell of a place, with a name. */
  function choose({ lat, lng, name }) {
    const cell = cellOf({ lat, lng }, digits);
    place = { ...cell, digits, name: name || placeName(cell.lat, cell.lng, digits + 1) };
    show();
  }

  async function chooseHere() {
    byId("place-status").textContent = text("place.locating");
    try {
      const here = await locate();
      choose(here);
      byId("place-status").textContent = "";
      const chosen = place;
      const town = await nearestTown(chosen).catch(() => null);
      if (!town || place !== chosen) return;
      place = { ...chosen, name: town.name };
      show();
    } catch {
      byId("place-status").textContent = text("arrival.unlocated");
    }
  }

  makePlaceSearch(byId("place-search"), choose);
  byId("place-here").addEventListener("click", chooseHere);
  byId("place-last").addEventListener("click", () => {
    choose(last);
    byId("place-remove").focus();
  });
  byId("place-remove").addEventListener("click", () => {
    place = null;
    show();
    byId("place-search").focus();
  });

  return {
    /** Begins for a study. */
    begin(study) {
      digits = decimals(study);
      [place, last] = [null, lastPlace(digits)];
      show();
    },
    /** The place as it is sent, or `null`; it is offered for the next answer. */
    sent() {
      if (place) keep(memory, { account: rememberedName(), ...place });
      return place && { longitude: place.lng, latitude: place.lat };
    },
  };
}
