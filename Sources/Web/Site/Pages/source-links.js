// What a sentence for readers rests on, as links.

import { element } from "./dom.js";
import { text } from "./language.js";

/** The publishers of the sources, each a link to the source; nothing if there are none. */
export function sourceLinks(sources) {
  if (!sources || sources.length === 0) return null;
  return element("span", { class: "source-links" }, `${text("sources.are")} `, sources.flatMap(({ title, publisher, url }, place) =>
    [place > 0 ? " · " : "", element("a", { href: url, title, rel: "noopener" }, publisher)]));
}
