// Answers to studies that have not reached the server yet: one for each form and day.

import { ask } from "./account-api.js";
import { keep, recall } from "./memory.js";
import { rememberedName } from "./presence.js";
import { key } from "./study-follow.js";
import { formOf, mainForm } from "./study-forms.js";
import { Waiting } from "./waiting.js";

/** The days on which answers were sent that belong to nobody: the server cannot say it. */
const memory = "studies-answered";

const dayOf = ({ at }) => at.slice(0, 10);

/** Under which the day of an answer is remembered; those of main forms are as they were before there were others. */
const memoryOf = (study, form) => (form === mainForm ? study : `${study} ${form}`);

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
  if (isUnlinked) {
    const [days, name] = [answeredDays(), memoryOf(study, formOf(answer))];
    // An answer of a day before may have had to wait longer.
    keep(memory, { account: rememberedName(), days: { ...days, [name]: [days[name] ?? kept.day, kept.day].sort().at(-1) } });
  }
  return kept;
}

function answeredDays() {
  const found = recall(memory, null);
  return found?.account === rememberedName() ? found.days : {};
}

/** The latest day on which an answer was sent to a form of a study in which answers belong to nobody. */
export const answeredOn = ({ id }, form) => answeredDays()[memoryOf(id, form)];

export const isWaiting = () => waiting.isWaiting;

/** Whether an answer is one to a study, by the path to which it is sent. */
export const isOf = (path, study) => path === pathOf(study);

/** Whether an answer to a study waits. */
export const isWaitingFor = (study) => waiting.of(pathOf(study)).length > 0;

/** The waiting answer of a day to a form; `undefined` if there is none. */
export const waitingFor = (study, form, day) => waiting.of(pathOf(study)).map(({ answer }) => answer)
  .find((answer) => formOf(answer) === form && dayOf(answer) === day);

/** Stores an answer until it is sent. */
export function add(study, answer) {
  const path = pathOf(study);
  waiting.forget(path, (entry) => formOf(entry.answer) === formOf(answer) && dayOf(entry.answer) === dayOf(answer));
  waiting.add({ path, answer, study: study.id, isUnlinked: study.mode === "unlinked" });
}

export const sendAll = (onKept) => waiting.sendAll(onKept, (act) => act());
