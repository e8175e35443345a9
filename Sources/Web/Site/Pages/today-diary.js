// The question of the day among the cards of Today: one tap answers it.

import { faceButtons } from "./diary-faces.js";
import { answerToday, isToBeAsked } from "./diary-today.js";
import { byId } from "./dom.js";

/** Asks how the reader is, unless they have said so today, or keep no diary. */
export async function askHowTheyAre(isMember) {
  const card = byId("diary");
  card.hidden = true;
  if (!isMember || !await isToBeAsked()) return;
  card.hidden = false;
  byId("faces").replaceChildren(...faceButtons(answer));
}

async function answer(feeling) {
  byId("diary-status").textContent = await answerToday(feeling);
  byId("faces").hidden = true;
  byId("diary-more").hidden = false;
  byId("diary-more").focus();
}
