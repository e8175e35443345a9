// The question of the day as a card below any page: one tap on a face answers it, another sends it away.

import { faceButtons } from "./diary-faces.js";
import { answerToday, isToBeAsked } from "./diary-today.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { notice } from "./notice.js";

/** Shows the question, unless there is none; resolves with whether it was shown. */
export async function askBelow() {
  if (!await isToBeAsked()) return false;
  const card = element("section", { class: "daily card", id: "daily", "aria-labelledby": "daily-heading" },
    element("div", { class: "daily-head" },
      element("h2", { id: "daily-heading" }, text("diary.today")),
      element("button", { class: "quiet", type: "button", onclick: () => leave(card) }, text("diary.notNow"))),
    element("div", { class: "faces", role: "group", "aria-labelledby": "daily-heading" }, ...faceButtons((feeling) => answer(card, feeling))));
  byId("notices").after(card);
  makeRoom.observe(card, { box: "border-box" });
  return true;
}

/** Keeps what has the focus, and the end of the page, from hiding behind the card. */
const makeRoom = new ResizeObserver(([{ borderBoxSize: [size] }]) =>
  document.documentElement.style.setProperty("--question", `${Math.ceil(size.blockSize)}px`));

function leave(card) {
  const hadFocus = card.contains(document.activeElement);
  card.remove();
  if (!hadFocus) return;
  const main = byId("main");
  main.tabIndex = -1;
  main.addEventListener("blur", () => main.removeAttribute("tabindex"), { once: true });
  main.focus();
}

async function answer(card, feeling) {
  notice(await answerToday(feeling));
  leave(card);
}
