// The search for a place: by name, or by the reader's position.

import { byId } from "./dom.js";
import { text } from "./language.js";
import { makePlaceSearch } from "./place-search.js";
import { locate } from "./position.js";

/**
 * Connects the search field and the position button.
 *
 * @param {(place: {lat: number, lng: number, name?: string}) => void} onPlace
 */
export function makeFinder(onPlace) {
  const status = byId("position-status");
  makePlaceSearch(byId("search-field"), onPlace);
  byId("position").addEventListener("click", async () => {
    status.textContent = text("position.asking");
    byId("position").setAttribute("aria-busy", "true");
    try {
      const place = await locate();
      status.textContent = "";
      onPlace(place);
    } catch (error) {
      status.textContent = refusal(error);
      byId("search-field").focus();
    } finally {
      byId("position").removeAttribute("aria-busy");
    }
  });
}

/** Explains what does not work without the position, and what still does. */
function refusal(error) {
  const isRefused = error.code === 1;
  const lost = isRefused ? text("permission.geolocation.lost") : text("position.none");
  return `${lost} ${text("permission.geolocation.instead")}`;
}
