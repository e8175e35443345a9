// A heart beside the name of the site, for oneself: on this device, off until one wants it.

import { element } from "./dom.js";
import { text } from "./language.js";
import { keep, recall } from "./memory.js";

const key = "supporter";

export const hasBadge = () => recall(key, false) === true;

export function wearBadge(isWorn) {
  keep(key, isWorn);
  showBadge();
}

export function showBadge() {
  const brand = document.querySelector(".rail .brand");
  brand?.querySelector(".heart")?.remove();
  if (!hasBadge()) return;
  brand?.append(element("span", { class: "heart", role: "img", "aria-label": text("support.heart") }, "♥"));
}
