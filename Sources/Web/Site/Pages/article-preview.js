// An article as readers would see it, in the HTML that the server writes for its page.

import { ask } from "./account-api.js";
import { element } from "./dom.js";

/**
 * Shows the preview of an article at a place.
 *
 * The server writes this HTML as it writes the page itself: nothing that somebody has written becomes an element
 * there. What a DOMParser reads never runs.
 */
export async function showPreview(place, path, language) {
  const { html, language: shown } = await ask("GET", `${path}/preview?language=${language}`);
  const parsed = new DOMParser().parseFromString(html, "text/html");
  // The title of this page is another.
  for (const title of parsed.querySelectorAll("h1")) title.replaceWith(element("h2", { class: "preview-title", lang: title.lang }, ...title.childNodes));
  place.replaceChildren(...parsed.body.childNodes);
  return shown;
}
