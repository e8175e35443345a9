// What to do at a level of pollen, with its sources.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { sourceLinks } from "./source-links.js";

/** The advice at a level; the page brings the sources along. */
export const adviceAt = (level) => ({
  words: text(`advice.${level}`), sources: JSON.parse(byId("advice-sources").textContent)[`advice.${level}`],
});

export const adviceView = ({ words, sources }) => element("div", { class: "advice" },
  element("p", {}, words),
  element("p", { class: "small" }, text("notMedical"), " ", sourceLinks(sources)));
