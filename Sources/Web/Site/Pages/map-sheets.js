// The map's sheets: for a place, a station, or alerts. Their modules are loaded on first use.

import { text } from "./language.js";
import { failure, makeSheet } from "./sheet.js";

/**
 * @param {{today: string, mine: object, nameOf: (key: string) => string}} about
 * @param {{onAir: Function, onOpinion: () => void, onClose: () => void}} listeners
 */
export function makeSheets({ today, mine, nameOf }, { onAir, onOpinion, onClose }) {
  const made = new Set();
  let latest = 0;
  const sheet = makeSheet(() => {
    cancel();
    onClose();
  });

  /** Cancels pending requests. */
  function cancel() {
    latest += 1;
    for (const part of made) part.cancel?.();
  }

  /** Calls `open` with the loaded module's result, unless another sheet was opened in the meantime. */
  async function show(load, open) {
    cancel();
    const number = latest;
    try {
      const part = await load();
      made.add(part);
      if (number === latest) open(part);
    } catch (error) {
      if (number === latest) sheet.open(text("air.title"), failure(error, () => show(load, open)));
    }
  }

  const air = once(async () => (await import("./air.js")).makeAirSheet(sheet, nameOf));
  const station = once(async () => (await import("./station.js")).makeStationSheet(sheet, { today, mine, nameOf }));
  const alert = once(async () => (await import("./alert-sheet.js")).makeAlertSheet(sheet, nameOf, mine, onAir, onOpinion));

  return {
    openAir: (...about) => show(air, (part) => part.open(...about)),
    openStation: (...about) => show(station, (part) => part.open(...about)),
    openAlerts: (...about) => show(alert, (part) => part.open(...about)),
    /** Fetches the content of an open sheet again. */
    refreshAir: (...about) => show(air, (part) => sheet.again(() => part.open(...about))),
    refreshStation: (...about) => show(station, (part) => sheet.again(() => part.open(...about))),
  };
}

/** The result of a function's first successful call. */
function once(load) {
  let answer = null;
  return () => (answer ??= load().catch((error) => {
    answer = null;
    throw error;
  }));
}
