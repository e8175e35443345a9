// The question of the day, for those who keep a diary: whom it is put to, and the answer to it.

import { ask } from "./account-api.js";
import { adding, todayHere } from "./calendar.js";
import * as queue from "./diary-queue.js";
import { wording } from "./form.js";
import { text } from "./language.js";

/** Whoever has noted nothing for so many days is not asked any more. */
const patience = 14;

/** Whether the reader keeps a diary and has not said today how they are. */
export async function isToBeAsked() {
  const today = todayHere();
  const { entries } = await ask("GET", `/v1/me/diary?from=${adding(today, -patience)}&to=${today}`).catch(() => ({ entries: [] }));
  return entries.length > 0 && entries.at(-1).day !== today;
}

/** Keeps how the reader is today, and says in words what became of it. */
export async function answerToday(feeling) {
  queue.add(`/v1/me/diary/${todayHere()}`, { said: new Date().toISOString(), answers: { feeling } });
  const refusals = await queue.sendAll(() => {}, (send) => send());
  return refusals.length > 0 ? wording(refusals[0]) : text(queue.isWaiting() ? "diary.waits" : "diary.saved");
}
