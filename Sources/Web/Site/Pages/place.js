// The page of a place, which says everything without this script: what a browser can do with it.

import { byId } from "./dom.js";
import { text } from "./language.js";
import { rememberPlace } from "./position.js";

/** Offers the address to other programs, or copies it. */
async function share() {
  const { href } = document.querySelector("link[rel=canonical]");
  if (navigator.share) {
    await navigator.share({ title: document.title, url: href }).catch(() => null);
    return;
  }
  try {
    await navigator.clipboard.writeText(href);
    byId("told").textContent = text("place.copied");
  } catch {
    // Without TLS, a page cannot use the clipboard.
    byId("told").textContent = href;
  }
}

// The search for a place has none of these.
if (byId("share")) {
  byId("share").hidden = false;
  byId("share").addEventListener("click", share);
  byId("print").hidden = false;
  byId("print").addEventListener("click", () => window.print());
  const { lat, lng } = byId("warn").dataset;
  // The form for a new place begins there.
  byId("warn").addEventListener("click", () => rememberPlace({ lat: Number(lat), lng: Number(lng) }));
}
