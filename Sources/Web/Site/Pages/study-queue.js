// Answers to studies that have not reached the server yet: one for each study and day.

import { ask } from "./account-api.js";
import { keep, recall } from "./memory.js";
import { rememberedName } from "./presence.js";
import { key } from "./study-follow.js";
import { Waiting } from "./waiting.js";

/** The days on which answers were sent that belong to nobody: the server cannot say it. */
const memory = "studies-answered";

const dayOf = ({ at }) => at.slice(0, 10);

const pathOf = ({ id }) => `/v1/me/studies/${encodeURIComponent(id)}/answers`;

/** Whether an answer is held back until its author has read the new text of the study. */
export const isHeld = ({ kind }) => kind === "outdated-consent";

const waiting = new Waiting(key, send, isHeld);

/** Sends an answer. One that the server has already has arrived before, and only the response was lost. */
async function send({ path, answer, study, isUnlinked }) {
  const kept = await ask("POST", path, answer).catch((error) => {
    if (error.kind !== "already-answered") throw error;
    return { ...answer, day: dayOf(answer), isRepeated: true };
  });
  if (isUnlinked) keep(memory, { account: rememberedName(), days: { ...answeredDays(), [study]: kept.day } });
  return kept;
}

function answeredDays() {
  const found = recall(memory, null);
  return found?.account === rememberedName() ? found.days : {};
}

/** The latest day on which an answer was sent to a study in which answers belong to nobody. */
export const answeredOn = ({ id }) => answeredDays()[id];

export const isWaiting = () => waiting.isWaiting;

/** Whether an answer is one to a study, by the path to which it is sent. */
export const isOf = (path, study) => path === pathOf(study);

/** Whether an answer to a study waits. */
export const isWaitingFor = (study) => waiting.of(pathOf(study)).length > 0;

/** The waiting answer of a day; `undefined` if there is none. */
export const waitingFor = (study, day) => waiting.of(pathOf(study)).map(({ answer }) => answer).find((answer) => dayOf(answer) === day);

/** Stores an answer until it is sent. */
export function add(study, answer) {
  const path = pathOf(study);
  waiting.forget(path, (entry) => dayOf(entry.answer) === dayOf(answer));
  waiting.add({ path, answer, study: study.id, isUnlinked: study.mode === "unlinked" });
}

export const sendAll = (onKept) => waiting.sendAll(onKept, (act) => act());
