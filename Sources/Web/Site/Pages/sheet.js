// The sheet beside the map: opened by a station or a place, closed by its button or Escape.

import { byId, element } from "./dom.js";
import { text } from "./language.js";

export function makeSheet(onClose) {
  const sheet = byId("sheet");
  let opener = null;
  let isAgain = false;

  function close() {
    if (sheet.hidden) return;
    sheet.hidden = true;
    document.body.classList.remove("with-sheet");
    successor(opener)?.focus();
    onClose();
  }

  byId("sheet-close").addEventListener("click", close);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });

  return {
    close,
    /** Shows a title and a body; the focus returns to its previous element when the sheet closes. */
    open(title, ...body) {
      if (isAgain) return;
      if (sheet.hidden) opener = document.activeElement;
      byId("sheet-title").textContent = title;
      byId("sheet-body").replaceChildren(...body.flat(Infinity).filter((part) => part));
      sheet.hidden = false;
      document.body.classList.add("with-sheet");
      sheet.focus({ preventScroll: true });
    },
    /** Lets an open sheet reload its content: content and focus stay until the answer arrives. */
    again(act) {
      isAgain = true;
      act();
      isAgain = false;
    },
    /** Replaces the body of an open sheet; the focus stays, or moves to the sheet if its element is removed. */
    update(...body) {
      const isInside = byId("sheet-body").contains(document.activeElement);
      byId("sheet-body").replaceChildren(...body.flat(Infinity).filter((part) => part));
      if (isInside) sheet.focus({ preventScroll: true });
    },
  };
}

/** The element that opened the sheet, or the one since redrawn for the same alert. */
function successor(opener) {
  const alert = opener?.dataset?.alert;
  if (!alert || opener.isConnected) return opener;
  return document.querySelector(`${opener.localName}[data-alert="${CSS.escape(alert)}"]`) ?? byId("main");
}

export const waiting = () => element("p", { class: "hint" }, text("waiting"));

/** Shows what went wrong, with a retry button if retrying makes sense. */
export const failure = (error, again) => element("p", { class: "error", role: "alert" }, error.message,
  ...(again ? [" ", element("button", { class: "link", type: "button", onclick: again }, text("again"))] : []));

export const badge = (words) => element("span", { class: "badge" }, words);

/** The bar of an index from 0 to 10; the words beside it carry the meaning. */
export function indexBar(index, fillColour) {
  const fill = element("span");
  fill.style.width = `${Math.max(2, Math.min(100, index * 10))}%`;
  fill.style.backgroundColor = fillColour;
  return element("span", { class: "bar-track", "aria-hidden": "true" }, fill);
}
