// The map for drawing a place, with its fields and buttons: a circle, or an area with corners.

import { nearestTown } from "./api.js";
import { makeCircleEditor } from "./circle-editor.js";
import { makeCornersEditor } from "./corners-editor.js";
import { byId } from "./dom.js";
import { boundsOf, cornersArea, cornersOf, crosses, fenceLayer, isPlain, limits, pointArea } from "./fence-shape.js";
import { text } from "./language.js";
import { makePlaceSearch } from "./place-search.js";
import { moveTo, plainMap } from "./plain-map.js";
import { locate } from "./position.js";
import { placeName } from "./words.js";

/** The zoom that shows single houses, for a place given only by its position. */
const near = 11;

/** `onChange` is called whenever the area changes, and `onFound` with a town that was found by its name, or around the position. */
export function makeAreaEditor(onChange, onFound) {
  const map = plainMap(byId("area-map"));
  const circle = makeCircleEditor(map, (state) => { showCircle(state); onChange(); });
  const corners = makeCornersEditor(map, (state) => { showCorners(state); onChange(); });
  let kind = "circle";
  /** A shape that this editor cannot draw, in the server's form, and its picture. */
  let [kept, picture] = [null, null];

  const tool = () => (kind === "circle" ? circle : corners);

  function choose(wish) {
    kind = wish;
    kept = null;
    picture?.remove();
    for (const radio of document.querySelectorAll('[name="kind"]')) radio.checked = radio.value === kind;
    byId("circle-fields").hidden = kind !== "circle";
    byId("corner-tools").hidden = kind !== "corners";
    (kind === "circle" ? corners : circle).hide();
    byId("area-about").textContent = text(kind === "circle" ? "area.circle.about" : "area.corners.about");
    say("");
    tool().draw();
  }

  function say(words, isFailure = false) {
    byId("area-status").textContent = words;
    byId("area-status").classList.toggle("error", isFailure);
  }

  function showCircle({ centre, radius }) {
    byId("latitude").value = centre.lat.toFixed(5);
    byId("longitude").value = centre.lng.toFixed(5);
    byId("radius").value = radius / 1000;
    say(text("area.circle.is", { place: placeName(centre.lat, centre.lng, 3) }));
  }

  function showCorners({ corners: all, isClosed, selected }) {
    byId("close-area").hidden = isClosed || all.length < limits.corners.least;
    byId("remove-corner").hidden = all.length === 0;
    byId("remove-corner").textContent = selected < 0 ? text("area.removeLast") : text("area.remove", { number: selected + 1 });
    const isCrossed = isClosed && crosses(all);
    if (isCrossed) say(text("area.crosses"), true);
    else say(text(isClosed ? "area.corners.are" : "area.corners.open", { count: all.length }));
  }

  /** The circle in the fields, if they describe one. */
  function readFields() {
    const [lat, lng, radius] = ["latitude", "longitude", "radius"].map((id) => byId(id).valueAsNumber);
    const isCircle = Math.abs(lat) <= 85 && Math.abs(lng) <= 180
      && radius * 1000 >= limits.radius.least && radius * 1000 <= limits.radius.most;
    for (const id of ["latitude", "longitude", "radius"]) {
      byId(id).setAttribute("aria-invalid", String(!byId(id).validity.valid));
    }
    if (!isCircle) return say(text("area.badCircle"), true);
    circle.set({ centre: { lat, lng }, radius: radius * 1000 });
    return map.fitBounds(circle.bounds(), { maxZoom: 14, padding: [30, 30] });
  }

  const goTo = (place) => { moveTo(map, place, near); if (kind === "circle") circle.add(place); };

  async function findMe() {
    say(text("place.locating"));
    try {
      const here = await locate();
      goTo(here);
      const town = await nearestTown(here).catch(() => null);
      if (town) onFound(town);
    } catch {
      say(text("place.unlocated"), true);
    }
  }

  map.on("click", (event) => { if (!kept) tool().add(event.latlng); });
  map.getContainer().addEventListener("keydown", (event) => {
    if (event.target !== map.getContainer() || kept) return;
    if (event.key === "Enter") { event.preventDefault(); tool().add(map.getCenter()); }
    if (kind === "corners" && (event.key === "Delete" || event.key === "Backspace")) corners.remove();
  });
  for (const id of ["latitude", "longitude", "radius"]) byId(id).addEventListener("change", readFields);
  for (const radio of document.querySelectorAll('[name="kind"]')) {
    radio.addEventListener("change", () => { choose(radio.value); onChange(); });
  }
  byId("locate").addEventListener("click", findMe);
  byId("close-area").addEventListener("click", () => corners.close());
  byId("remove-corner").addEventListener("click", () => corners.remove());
  byId("clear-area").addEventListener("click", () => { corners.set([]); map.getContainer().focus(); });
  makePlaceSearch(byId("search"), (place) => {
    goTo(place);
    if (place.country) onFound(place);
  });

  return {
    /** Shows the area of a fence, or starts a new one at a place. */
    open(fence, around) {
      map.invalidateSize();
      circle.hide();
      corners.set([]);
      corners.hide();
      if (!fence) {
        choose("circle");
        if (around) goTo(around);
        else say("");
        return;
      }
      map.fitBounds(boundsOf(fence), { maxZoom: 14, padding: [40, 40], animate: false });
      if (fence.area.type === "Point") {
        const [lng, lat] = fence.area.coordinates;
        choose("circle");
        circle.set({ centre: { lat, lng }, radius: fence.radius });
      } else if (isPlain(fence.area)) {
        choose("corners");
        corners.set(cornersOf(fence.area));
      } else {
        choose("corners");
        byId("corner-tools").hidden = true;
        kept = fence.area;
        picture = fenceLayer(fence).addTo(map);
        say(text("area.kept"));
      }
    },
    /** The area in the server's form, or `null` if there is none yet. */
    value() {
      if (kept) return { area: kept };
      if (kind === "circle") {
        const state = circle.value();
        return state && { area: pointArea(state.centre), radius: state.radius };
      }
      const all = corners.value();
      return all && !crosses(all) ? { area: cornersArea(all) } : null;
    },
    complain: () => { say(text(kind === "circle" ? "area.noCircle" : "area.noCorners"), true); map.getContainer().focus(); },
  };
}
