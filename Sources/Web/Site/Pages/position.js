// Where the reader is, as far as the browser may tell, and where they were last.

const key = "lastPlace";
/** Longer than this nobody waits for a position; an older one than this is of somewhere else. */
const patience = { timeout: 10_000, maximumAge: 60_000, enableHighAccuracy: true };

/** Whether the browser tells the position without asking. */
export const isGranted = () => navigator.permissions?.query({ name: "geolocation" })
  .then(({ state }) => state === "granted").catch(() => false) ?? Promise.resolve(false);

/** The position; rejected when it is refused or cannot be found. */
export const locate = () => new Promise((resolve, reject) => {
  if (!navigator.geolocation) return reject(new Error("no geolocation"));
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }), reject, patience);
});

/** The place that was chosen last in this browser, or `null`. */
export function lastPlace() {
  try {
    const [lat, lng] = JSON.parse(localStorage.getItem(key));
    return Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng } : null;
  } catch {
    return null;
  }
}

/** Two decimals are the cell of about one kilometre: what a report says, and no more. */
export function rememberPlace({ lat, lng }) {
  try {
    localStorage.setItem(key, JSON.stringify([Number(lat.toFixed(2)), Number(lng.toFixed(2))]));
  } catch {
    // Then the next visit begins without it.
  }
}
