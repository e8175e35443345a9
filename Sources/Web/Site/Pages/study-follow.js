// Sends answers to studies that had to wait, from every page: who answers without a network may not come back to the form.

import { recall } from "./memory.js";
import { rememberedName } from "./presence.js";

/** The name under which the browser keeps them. */
export const key = "studies-waiting";

/** Sends them now and whenever the network returns. */
export function followStudyAnswers() {
  // The form sends them itself, and shows what became of them.
  if (location.pathname === "/studies/answer") return;
  const isMine = ({ account }) => account === rememberedName();
  const send = () => {
    if (navigator.onLine && recall(key, []).some(isMine)) import("./study-sending.js").then(({ sendAnswers }) => sendAnswers()).catch(() => null);
  };
  addEventListener("online", send);
  send();
}
