// The reader's position, as far as the browser reveals it, and their last chosen place.

import { keep, recall } from "./memory.js";

/** The name under which the browser keeps the place that somebody searched for. */
const placeMemory = "place";

const key = "lastPlace";
/** The longest wait for a position, and the age at which one may be out of date. */
const patience = { timeout: 10_000, maximumAge: 60_000, enableHighAccuracy: true };

/** Whether the browser reveals the position without asking. */
export const isGranted = () => navigator.permissions?.query({ name: "geolocation" })
  .then(({ state }) => state === "granted").catch(() => false) ?? Promise.resolve(false);

/** The position; rejects if it is refused or cannot be found. */
export const locate = () => new Promise((resolve, reject) => {
  if (!navigator.geolocation) return reject(new Error("no geolocation"));
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }), reject, patience);
});

/** The place last chosen in this browser, or `null`. */
export function lastPlace() {
  try {
    const [lat, lng] = JSON.parse(localStorage.getItem(key));
    return Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng } : null;
  } catch {
    return null;
  }
}

/** Remembers a place that somebody searched for. */
export const keepPlace = ({ lat, lng, name }) =>
  keep(placeMemory, { lat: Number(lat.toFixed(3)), lng: Number(lng.toFixed(3)), name: name ?? null });

/** The place that somebody searched for in this browser, or else the one last chosen; `null` if there is none. */
export function knownPlace() {
  const place = recall(placeMemory, null) ?? lastPlace();
  return Number.isFinite(place?.lat) && Number.isFinite(place?.lng) ? place : null;
}

/** The page of a place, of another day than today if one is named; its address has two decimals. */
export const placePath = ({ lat, lng }, day = null) => `/place/${lat.toFixed(2)},${lng.toFixed(2)}${day ? `?date=${day}` : ""}`;

/** A place with two decimals: a cell of about one kilometre, as precise as a report. */
export const rounded = ({ lat, lng }) => ({ lat: Number(lat.toFixed(2)), lng: Number(lng.toFixed(2)) });

/** Remembers the cell of a place. */
export function rememberPlace(place) {
  const { lat, lng } = rounded(place);
  try {
    localStorage.setItem(key, JSON.stringify([lat, lng]));
  } catch {
    // Then the next visit starts without it.
  }
}
