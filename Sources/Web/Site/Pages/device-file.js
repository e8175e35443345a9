// What this device alone keeps: points and garden, and the list of what was eaten, as a file to read or reuse.

import { dayHere } from "./calendar.js";
import { byId, element } from "./dom.js";
import { recallEaten } from "./foods-eaten.js";
import { recall } from "./memory.js";
import { balanceOf } from "./trip-points.js";
import { pointsMemory, pointsOwner } from "./trips-settings.js";

/** How long a browser may take to save the file. */
const keptFor = 60_000;

/** The points and the garden of an account and of the persons in its care, each with the address of their data. */
function pointsOf(account) {
  const own = pointsOwner(account, "/v1/me");
  return Object.entries(recall(pointsMemory, {})).filter(([owner]) => owner === own || owner.startsWith(`${own}/`)).map(([owner, state]) => {
    const { since, earned, spent, counted, won, garden, scanned = null } = state;
    return {
      data: owner.slice(account.length + 1), isOn: state.isOn === true, since: new Date(since).toISOString(), earned, spent, balance: balanceOf(state),
      days: counted, achievements: won, latestProduct: scanned, garden: garden.map(({ kind, plot }) => ({ plant: kind, place: plot + 1 })),
    };
  });
}

/** What is kept here for an account; null if nothing is. */
export function deviceFile(account, now) {
  const [points, food] = [pointsOf(account), recallEaten()];
  return points.length + food.length === 0 ? null : { saved: new Date(now).toISOString(), points, food };
}

/** Has a button save the file; `onNone` is called if there is nothing to save. */
export function offerDeviceFile(account, onNone) {
  byId("device-file").addEventListener("click", () => {
    const now = Date.now();
    const file = deviceFile(account, now);
    if (file === null) {
      onNone();
      return;
    }
    const address = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: "application/json" }));
    element("a", { href: address, download: `breathe-easy-device-${dayHere(now)}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address), keptFor);
  });
}
