// What reviewers say of paragraphs, beside the text in its preview.

import { element } from "./dom.js";
import { text } from "./language.js";
import { placeOf, plain } from "./passages.js";

/** The paragraphs of the text that is shown at a place, in their order. */
export const paragraphsOf = (place) => [...place.querySelectorAll(".article-body > :not(.beside)")];

/** Shows at each paragraph what is said of it; remarks on other languages and on what has gone are left out. */
export function showBeside(place, remarks, language) {
  const blocks = paragraphsOf(place);
  const words = blocks.map((block) => plain(block.textContent));
  blocks.forEach((block, index) => {
    const own = remarks.filter((remark) => remark.language === language && placeOf(remark, words) === index);
    if (own.length === 0) return;
    block.after(element("div", { class: "beside", role: "note", "aria-label": text("review.remark.on", { number: index + 1 }) },
      own.map((remark) => element("p", {}, remark.text))));
  });
}
