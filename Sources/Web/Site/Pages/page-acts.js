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

/** The address by which previews name the page, with its day; or else the only one that search engines keep. */
const address = () => document.querySelector("meta[property='og:url']")?.content ?? document.querySelector("link[rel=canonical]").href;

/** Offers the address to other programs, or copies it. */
async function share() {
  const url = address();
  if (navigator.share) {
    await navigator.share({ title: document.title, url }).catch(() => null);
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    byId("told").textContent = text("place.copied");
  } catch {
    // Without TLS, a page cannot use the clipboard.
    byId("told").textContent = url;
  }
}
