// A confirmation before something irreversible.

import { byId } from "./dom.js";

/** Asks, and resolves with whether the answer was yes; Escape means no. */
export function ask(title, body, yes) {
  const dialog = byId("question");
  byId("question-title").textContent = title;
  byId("question-body").replaceChildren(...[body].flat());
  byId("question-yes").textContent = yes;
  return new Promise((resolve) => {
    const settle = (answer) => { dialog.close(); resolve(answer); };
    byId("question-yes").onclick = () => settle(true);
    byId("question-no").onclick = () => settle(false);
    dialog.oncancel = () => resolve(false);
    // Not every gesture fires a cancel event first. The close event of an earlier question may arrive while
    // this one is open.
    dialog.onclose = () => { if (!dialog.open) resolve(false); };
    dialog.showModal();
    byId("question-no").focus();
  });
}
