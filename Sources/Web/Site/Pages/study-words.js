// Words of studies: those of researchers, in the languages that they chose, and ours around them.

import { adding } from "./calendar.js";
import { element } from "./dom.js";
import { language, text } from "./language.js";
import { daily, monday, weekdays } from "./study-schedule.js";
import { dayOfWeek, longDate, number } from "./words.js";

/** The language in which a reader gets words: the page's, or else English, or else the first one. */
export const languageOf = (wording) => [language, "en", ...Object.keys(wording).sort()].find((code) => code in wording) ?? language;

/** The title of a study as text. */
export const titleOf = ({ title }) => title[languageOf(title)];

/** An element with words of researchers, marked with their language. */
export function worded(name, wording, attributes = {}) {
  const code = languageOf(wording);
  return element(name, { lang: code, ...attributes }, wording[code]);
}

/** A text of researchers: each of its lines is a paragraph. */
export function paragraphs(wording) {
  const code = languageOf(wording);
  return wording[code].split("\n").filter((line) => line.trim() !== "").map((line) => element("p", { lang: code }, line));
}

/** What a mode means for those who take part. */
export const modeWords = ({ mode, k, results }) => element("ul", { class: "points" },
  ["answers", "place", "see", "leave"].map((part) => element("li", {}, text(`study.mode.${mode}.${part}`, { k }))),
  (results ?? "never") === "never" ? null : element("li", {}, text("study.mode.results", { k })));

/** When a study reminds those who take part. */
export const reminderWords = ({ mode, reminders: { after, most } }) => text(`study.reminders.${mode}`, { days: number(after), count: number(most) });

export const spanOf = ({ begin, end }) => text("study.span", { begin: longDate(begin), end: longDate(end) });

/** Where somebody gets the consent to a version as a document. */
export const consentPath = (id, version) => `/v1/me/studies/${encodeURIComponent(id)}/consent/paper?version=${version}`;

export const answerPath = (id) => `/studies/answer?study=${encodeURIComponent(id)}`;

/** The hours at which a study asks, as words. */
export const hoursOf = ({ schedule }) => text(schedule.eachWindow ? "study.hours.each" : "study.hours", { hours: schedule.windows.map(({ from, until }) => `${from}–${until}`).join(", ") });

/** The day of an answer in words, with its window if it is for one. */
export const dayOfAnswer = ({ window }, day) => (window ? `${day}, ${text("study.window", { number: window })}` : day);

/** How often a study asks, as words. */
export function scheduleWords(study) {
  const { schedule = daily } = study;
  const days = (schedule.weekdays ?? []).map((name) => dayOfWeek(adding(monday, weekdays.indexOf(name)))).join(", ");
  const values = { count: schedule.every ?? schedule.span, days: schedule.offsets?.join(", ") ?? days };
  const words = schedule.eachWindow ? text(`study.each.${schedule.rhythm}`, values) : text(`study.rhythm.${schedule.rhythm}`, values);
  return schedule.windows ? `${words} ${hoursOf(study)}` : words;
}
