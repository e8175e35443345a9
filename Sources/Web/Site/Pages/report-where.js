// The first step of a report: the place.

import { byId } from "./dom.js";
import { text } from "./language.js";
import { makePin } from "./pin.js";
import { makePlaceSearch } from "./place-search.js";
import { moveTo, plainMap } from "./plain-map.js";
import { isGranted, lastPlace, locate } from "./position.js";
import { placeName } from "./words.js";

/** At this zoom, the towns around the pin show where it is. */
const near = 12;

export function makeWhere(draft) {
  const map = plainMap(byId("where-map"));
  const status = byId("where-status");
  const pin = makePin(map, { name: text("report.pin"), onMove: (position) => {
    draft.keep({ place: { lat: position.lat, lng: position.lng } });
    status.textContent = text("report.pinAt", { place: placeName(position.lat, position.lng, 3) });
    status.classList.remove("error");
  } });

  function show(position, zoom = Math.max(near, map.getZoom())) {
    moveTo(map, position, zoom);
    pin.set(position);
  }

  async function findMe() {
    status.textContent = text("place.locating");
    try {
      show(await locate());
    } catch {
      status.textContent = text("place.unlocated");
    }
  }

  map.on("click", (event) => pin.set(event.latlng));
  map.getContainer().addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target === map.getContainer()) pin.set(map.getCenter());
  });
  byId("middle").addEventListener("click", () => pin.set(map.getCenter()));
  byId("locate").addEventListener("click", findMe);
  makePlaceSearch(byId("search"), (place) => show(place));

  return {
    /** Starts at the draft's place, the reader's position, the last place, or `home`, which returns one or `null`. */
    async begin(home) {
      if (draft.place) return show(draft.place, near);
      if (await isGranted()) await findMe();
      if (draft.place) return;
      const known = lastPlace() ?? await home();
      if (known && !draft.place) show(known, near);
      else if (!draft.place) status.textContent = text("report.noPin");
    },
    /** Whether a place is chosen; if not, shows a message. */
    check() {
      if (draft.place) return true;
      status.textContent = text("report.noPin");
      status.classList.add("error");
      map.getContainer().focus();
      return false;
    },
    shown: () => map.invalidateSize(),
  };
}
