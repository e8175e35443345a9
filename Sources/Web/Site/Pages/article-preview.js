// An article as readers would see it, in the HTML that the server writes for its page.

import { ask } from "./account-api.js";

/**
 * Shows the preview of an article at a place.
 *
 * The server writes this HTML as it writes the page itself: nothing that somebody has written becomes an element
 * there. What a DOMParser reads never runs.
 */
export async function showPreview(place, path, language) {
  const { html, language: shown } = await ask("GET", `${path}/preview?language=${language}`);
  const parsed = new DOMParser().parseFromString(html, "text/html");
  place.replaceChildren(...parsed.body.childNodes);
  return shown;
}
