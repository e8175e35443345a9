// New values on an open map: checked twice a minute while it is visible, and whenever it becomes visible
// again.

import * as api from "./api.js";

/** Soon enough for hourly values; an unchanged answer costs only a few bytes. */
const pause = 30_000;

/**
 * Follows the stations' values.
 *
 * @param {() => string[]} shown The current layer and date.
 * @param {(version: string) => void} onNews
 */
export function followReadings(shown, onNews) {
  let known = null;

  async function ask() {
    if (document.visibilityState !== "visible" || known === null) return;
    const [about, [layer, date]] = [known, shown()];
    const answer = await api.stationsNow(layer, date).catch(() => null);
    // The reader may have changed the view in the meantime.
    if (!answer || known !== about || answer.version === about) return;
    known = answer.version;
    onNews(answer.version);
  }

  setInterval(ask, pause);
  document.addEventListener("visibilitychange", ask);
  return {
    /** Sets the version that the map shows; `null` if it shows none. */
    know: (version) => { known = version; },
  };
}
