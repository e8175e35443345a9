// On which days a study asks, and at which hours, on the calendar and the clock of this device: as `StudySchedule` of the server.

import { adding, daysBetween } from "./calendar.js";

export const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/** A Monday. */
export const monday = "1970-01-05";
/** The farthest that two days are apart on which a study asks, but for the ends of a study and for days that are counted from joining. */
const farthest = 90;
export const daily = { rhythm: "daily" };

/** Whether a day is one on which a study asks, by its rhythm; the day is one of the study. */
const rhythms = {
  daily: () => true,
  once: () => true,
  days: ({ begin, schedule }, day) => daysBetween(begin, day) % schedule.every === 0,
  weekdays: ({ schedule }, day) => schedule.weekdays.includes(weekdays[(daysBetween(monday, day) % 7 + 7) % 7]),
  ends: ({ begin, end, schedule }, day) => daysBetween(begin, day) < schedule.span || daysBetween(day, end) < schedule.span,
  joining: (study, day) => day >= startOf(study) && daysBetween(startOf(study), day) % study.schedule.every === 0,
  offsets: (study, day) => study.schedule.offsets.includes(daysBetween(startOf(study), day)),
};

/** Day 0 of what is counted from joining: a study that has not begun asks nobody. */
const startOf = ({ begin, joined }) => (joined > begin ? joined : begin);

/**
 * The first and the last of the days within which a study wants one answer; `null` if it does not ask on the day. `joined` of the
 * study is the day on which this person joined.
 */
export function spanAt(study, day) {
  const { begin, end, schedule = daily } = study;
  if (day < begin || day > end || !rhythms[schedule.rhythm]({ ...study, schedule }, day)) return null;
  if (schedule.rhythm === "once") return [begin, end];
  if (schedule.rhythm !== "ends") return [day, day];
  const [first, last] = [adding(begin, schedule.span - 1), adding(end, 1 - schedule.span)];
  return daysBetween(begin, day) < schedule.span ? [begin, first < end ? first : end] : [last > begin ? last : begin, end];
}

/** The next day on which a study asks for another answer than that of some days; `null` if there is none. */
export function nextDay(study, day) {
  const { begin, end, schedule = daily } = study;
  const { rhythm, offsets } = schedule;
  const first = ["joining", "offsets"].includes(rhythm) ? startOf(study) : begin;
  const after = spanAt(study, day)?.[1] ?? (day < first ? adding(first, -1) : day);
  for (let count = 1; count <= farthest; count += 1) {
    if (spanAt(study, adding(after, count))) return adding(after, count);
  }
  // These can be further apart.
  const last = adding(end, 1 - (schedule.span ?? 0));
  if (rhythm === "ends") return after < last ? last : null;
  return (offsets ?? []).map((count) => adding(first, count)).find((later) => later > after && later <= end) ?? null;
}

/** Whether a study asks at a time such as `18:30`. */
export const asksAt = ({ schedule }, time) => (schedule?.windows ?? []).length === 0 || schedule.windows.some(({ from, until }) => from <= time && time < until);

/** The window for which an answer is given at a time, from 1 on; `null` where the day has one answer, and outside of all windows. */
export function windowAt({ schedule }, time) {
  if (!schedule?.eachWindow) return null;
  const place = schedule.windows.findIndex(({ from, until }) => from <= time && time < until);
  return place < 0 ? null : place + 1;
}

/**
 * What a study wants of somebody at a time of a day: an answer (`due`), nothing more (`answered`), an answer at other hours
 * (`hours`), or none on this day (`later`). `answered` is the day of the latest answer, if there is any, and `windows` are those of
 * that day with an answer.
 */
export function standingAt(study, day, time, answered, windows = []) {
  const span = spanAt(study, day);
  if (!span) return "later";
  if (answered >= span[0] && answered <= span[1] && !isOpen(study, time, windows)) return "answered";
  return asksAt(study, time) ? "due" : "hours";
}

/** Whether a window of a day that has an answer wants another one: the present window, or else any of the day. */
function isOpen(study, time, windows) {
  // An answer from before the windows had one each is that of the day.
  if (!study.schedule?.eachWindow || windows.length === 0) return false;
  const window = windowAt(study, time);
  return window === null ? windows.length < study.schedule.windows.length : !windows.includes(window);
}

/** The time of this device. */
export const timeHere = () => new Date().toTimeString().slice(0, 5);
