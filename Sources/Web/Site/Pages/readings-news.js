// New values on an open map: asked for twice a minute while it is seen, and whenever it is seen again.

import * as api from "./api.js";

/** Who measures by the hour is shown soon enough, and an answer that is the same costs a few bytes. */
const pause = 30_000;

/**
 * Follows what the stations report.
 *
 * @param {() => string[]} shown The layer and the date that are shown.
 * @param {(version: string) => void} onNews
 */
export function followReadings(shown, onNews) {
  let known = null;

  async function ask() {
    if (document.visibilityState !== "visible" || known === null) return;
    const [about, [layer, date]] = [known, shown()];
    const answer = await api.stationsNow(layer, date).catch(() => null);
    // Meanwhile the reader may have turned to something else.
    if (!answer || known !== about || answer.version === about) return;
    known = answer.version;
    onNews(answer.version);
  }

  setInterval(ask, pause);
  document.addEventListener("visibilitychange", ask);
  return {
    /** Is told of what version the map shows; `null` while it shows none. */
    know: (version) => { known = version; },
  };
}
