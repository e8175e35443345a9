// What a browser can do with a page that says everything without scripts: share its address, and print it.

import { byId } from "./dom.js";
import { text } from "./language.js";

/** Shows the buttons, which do nothing without this script. */
export function offerPage() {
  byId("share").hidden = false;
  byId("share").addEventListener("click", share);
  byId("print").hidden = false;
  byId("print").addEventListener("click", () => window.print());
}

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
