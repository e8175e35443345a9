// Where a report is: at the reader's position or known place, without a question; a map changes it.

import { nearestTown } from "./api.js";
import { byId } from "./dom.js";
import { makeFold } from "./fold.js";
import { text } from "./language.js";
import { makePin } from "./pin.js";
import { makePlaceSearch } from "./place-search.js";
import { moveTo, plainMap } from "./plain-map.js";
import { isGranted, knownPlace, locate } from "./position.js";
import { placeName } from "./words.js";

/** At this zoom, the towns around the pin show where it is. */
const near = 12;
/** Degrees by which the same place may differ: a tenth of a metre. */
const nothing = 1e-6;
/** Milliseconds that a pin rests before its town is asked for. */
const rest = 300;

/** `onPlace` is called with each place that is chosen. */
export function makeWhere(draft, onPlace) {
  const status = byId("where-status");
  let map = null;
  let pin = null;
  let timer = 0;
  let locating = null;

  function choose({ lat, lng, name = null }) {
    draft.keep({ place: { lat, lng, name } });
    status.textContent = text("report.pinAt", { place: placeName(lat, lng, 3) });
    status.classList.remove("error");
    tell(draft.place, name ?? placeName(lat, lng, 3));
    clearTimeout(timer);
    timer = setTimeout(() => settle(draft.place), rest);
  }

  /** Whether the pin only shows the place that is chosen already, with its name. */
  const isAt = ({ lat, lng }) => draft.place
    && Math.abs(draft.place.lat - lat) < nothing && Math.abs(draft.place.lng - lng) < nothing;

  const tell = (place, words) => { if (place === draft.place) byId("place-name").textContent = words; };

  /** Names a place by its town, once it stays where it is. */
  async function settle(place) {
    onPlace(place);
    if (place.name) return;
    const town = await nearestTown(place).catch(() => null);
    if (town) tell(place, text("report.near", { town: town.name }));
  }

  /** Opens the map, which is made the first time. */
  const open = makeFold(byId("place-change"), byId("where"), () => {
    map ??= makeMap();
    if (draft.place) show(draft.place, near);
  });

  function makeMap() {
    const made = plainMap(byId("where-map"));
    pin = makePin(made, { name: text("report.pin"), onMove: (position) => { if (!isAt(position)) choose(position); } });
    made.on("click", (event) => pin.set(event.latlng));
    made.getContainer().addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target === made.getContainer()) pin.set(made.getCenter());
    });
    byId("middle").addEventListener("click", () => pin.set(made.getCenter()));
    return made;
  }

  function show(position, zoom = Math.max(near, map.getZoom())) {
    moveTo(map, position, zoom);
    pin.set(position);
  }

  /** Resolves with whether the position was found. */
  async function findMe() {
    byId("place-name").textContent = status.textContent = text("place.locating");
    try {
      choose(await locate());
      if (map) show(draft.place);
      return true;
    } catch {
      if (draft.place) choose(draft.place);
      status.textContent = text("place.unlocated");
      return false;
    }
  }

  byId("locate").addEventListener("click", findMe);
  makePlaceSearch(byId("search"), (place) => {
    choose(place);
    show(place);
  });

  async function start(home) {
    if (draft.place) return choose(draft.place);
    if (await isGranted() && await findMe()) return undefined;
    const known = knownPlace() ?? await home();
    if (draft.place) return undefined;
    if (known) return choose(known);
    byId("place-name").textContent = text("report.nowhere");
    status.textContent = text("report.noPin");
    return open();
  }

  return {
    /** Starts at the draft's place, the reader's position, a known place, or `home`, which returns one or `null`. */
    begin: (home) => (locating ??= start(home)),
    /** Whether a place is chosen, once it is clear; if not, asks for one. */
    async check() {
      await locating;
      if (draft.place) return true;
      open();
      status.textContent = text("report.noPin");
      status.classList.add("error");
      byId("search").focus();
      return false;
    },
  };
}
