// Points for a product that was looked up, the first of a day only (15, as in Alter Eco), where somebody collects them.

import { dayHere } from "./calendar.js";
import { keep, recall } from "./memory.js";
import { pointsMemory, pointsOwner } from "./trips-settings.js";

/** Points for the first product of a day. */
export const perProduct = 15;

/** The state after a product was looked up; the same state if it is not the first of the day, or if nobody collects points. */
export function scanned(state, now) {
  const day = dayHere(now);
  if (state?.isOn !== true || day <= (state.scanned ?? "")) return state;
  return { ...state, earned: state.earned + perProduct, scanned: day };
}

/** Whether points are collected here for an account, or for a person in its care. */
export const collectsPoints = (account, home) => recall(pointsMemory, {})[pointsOwner(account, home)]?.isOn === true;

/** Counts a product that was looked up, and tells how many points it brought. */
export function countProduct(account, home, now) {
  const owner = pointsOwner(account, home);
  const { [owner]: state, ...others } = recall(pointsMemory, {});
  const next = scanned(state, now);
  if (next === state) return 0;
  keep(pointsMemory, { ...others, [owner]: next });
  // A store that is full has kept nothing, and nothing is promised.
  return recall(pointsMemory, {})[owner]?.scanned === next.scanned ? perProduct : 0;
}
