// A way of the track that is shown: how it was travelled, to be corrected, and whether it is to be kept.

import { element } from "./dom.js";
import { text } from "./language.js";
import { inhaledDuring } from "./trip-inhaled.js";
import { durationWords, inhaledWords, modeChoice, modeName, spanWords, wholeExposureWords } from "./trips-words.js";
import { lengthName } from "./words.js";

/** What was in the air on a way, and how much of it was breathed in. */
function airWords({ name, unit }, exposure, mode) {
  const words = [text("trips.way.exposure", { name, exposure: wholeExposureWords(exposure, unit) }), inhaledWords(inhaledDuring([exposure], [mode]), unit)];
  return words.filter((part) => part !== "").join(" · ");
}

/** The row of an activity, with its `exposure` to the `main` allergen, if that is known. */
export function wayItem({ mode, start, end, distance }, { main, exposure, isChosen, onChoose, onCorrect }) {
  const span = spanWords(start, end);
  const box = element("input", { type: "checkbox", checked: isChosen, "aria-label": text("trips.keep.one", { mode: modeName(mode), span }), onchange: ({ target }) => onChoose(target.checked) });
  return element("li", {},
    element("div", { class: "what" }, element("b", {}, span), element("span", {}, `${lengthName(distance)} · ${durationWords(end - start)}`),
      exposure ? element("span", { class: "hint" }, airWords(main, exposure, mode)) : null),
    element("div", { class: "acts" }, modeChoice(mode, text("trips.mode.of", { span }), onCorrect),
      element("label", { class: "choice" }, box, " ", element("span", {}, text("trips.keep.this")))));
}
