// Answers to studies that have not reached the server yet: one for each form and day, or window of a day.

import { ask } from "./account-api.js";
import { keep, recall } from "./memory.js";
import { rememberedName } from "./presence.js";
import { key } from "./study-follow.js";
import { formOf, mainForm } from "./study-forms.js";
import { windowAt } from "./study-schedule.js";
import { Waiting } from "./waiting.js";

/** The days on which answers were sent that belong to nobody: the server cannot say it. */
const memory = "studies-answered";

const dayOf = ({ at }) => at.slice(0, 10);

/** The time of an answer on the clock where it was given. */
const timeOf = ({ at }) => at.slice(11, 16);

/** Under which the day of an answer is remembered; those of main forms are as they were before there were others. */
const memoryOf = (study, form) => (form === mainForm ? study : `${study} ${form}`);

const pathOf = ({ id }) => `/v1/me/studies/${encodeURIComponent(id)}/answers`;

/** Whether an answer is held back until its author has read the new text of the study. */
export const isHeld = ({ kind }) => kind === "outdated-consent";

const waiting = new Waiting(key, send, isHeld);

/** Sends an answer. One that the server has already has arrived before, and only the response was lost. */
async function send({ path, answer, study, window, isUnlinked }) {
  const kept = await ask("POST", path, answer).catch((error) => {
    if (error.kind !== "already-answered") throw error;
    return { ...answer, day: dayOf(answer), isRepeated: true };
  });
  if (isUnlinked) {
    const { days, windows } = remembered();
    const name = memoryOf(study, formOf(answer));
    const latest = latestOf({ day: days[name], windows: windows[name] }, { day: kept.day, windows: window ? [window] : [] });
    keep(memory, { account: rememberedName(), days: { ...days, [name]: latest.day }, windows: { ...windows, [name]: latest.windows } });
  }
  return kept;
}

/** The later one of two answers, each a day and the windows of it, or both of one day; one of a day before may have had to wait longer. */
export function latestOf(one, other) {
  if (one.day !== other.day) return (one.day ?? "") > (other.day ?? "") ? one : other;
  return { day: one.day, windows: [...new Set([...one.windows ?? [], ...other.windows ?? []])] };
}

function remembered() {
  const found = recall(memory, null);
  // There were no windows when older pages remembered something.
  return found?.account === rememberedName() ? { windows: {}, ...found } : { days: {}, windows: {} };
}

/** The latest day on which an answer was sent to a form of a study in which answers belong to nobody, and its windows. */
export function answeredOn({ id }, form) {
  const { days, windows } = remembered();
  const name = memoryOf(id, form);
  return { day: days[name], windows: windows[name] ?? [] };
}

export const isWaiting = () => waiting.isWaiting;

/** Whether an answer is one to a study, by the path to which it is sent. */
export const isOf = (path, study) => path === pathOf(study);

/** Whether an answer to a study waits. */
export const isWaitingFor = (study) => waiting.of(pathOf(study)).length > 0;

/** The waiting answers of a day to a form, each with its window if it is for one. */
export const waitingFor = (study, form, day) => waiting.of(pathOf(study))
  .filter(({ answer }) => formOf(answer) === form && dayOf(answer) === day)
  .map(({ answer, window }) => ({ ...answer, window: window ?? null }));

/** Stores an answer until it is sent; the study is one with the schedule of the form. */
export function add(study, answer) {
  const path = pathOf(study);
  const window = windowAt(study, timeOf(answer));
  waiting.forget(path, (entry) => formOf(entry.answer) === formOf(answer) && dayOf(entry.answer) === dayOf(answer) && (entry.window ?? null) === window);
  waiting.add({ path, answer, study: study.id, window, isUnlinked: study.mode === "unlinked" });
}

export const sendAll = (onKept) => waiting.sendAll(onKept, (act) => act());
