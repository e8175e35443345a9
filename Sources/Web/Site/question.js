// A question before something that cannot be undone.

import { byId } from "./dom.js";

/** Asks, and resolves with whether the answer was yes; Escape is no. */
export function ask(title, body, yes) {
  const dialog = byId("question");
  byId("question-title").textContent = title;
  byId("question-body").replaceChildren(...[body].flat());
  byId("question-yes").textContent = yes;
  return new Promise((resolve) => {
    let answer = false;
    byId("question-yes").onclick = () => { answer = true; dialog.close(); };
    byId("question-no").onclick = () => dialog.close();
    dialog.onclose = () => resolve(answer);
    dialog.showModal();
    byId("question-no").focus();
  });
}
