// A part of a page that is drawn when it is opened, and not before: most readers never open it.

import { element } from "./dom.js";
import { failure, waiting } from "./sheet.js";

/** The part; `draw` gets the element that it fills, and returns what that is to hold. */
export function unfolding(summary, draw) {
  const holder = element("div", { class: "chart-holder" });
  const part = element("details", {}, element("summary", {}, summary), holder);
  const show = async () => {
    holder.replaceChildren(waiting());
    try {
      holder.replaceChildren(...await draw(holder));
    } catch (error) {
      holder.replaceChildren(failure(error, show));
    }
  };
  part.addEventListener("toggle", () => { if (part.open) show(); });
  return part;
}
