// Words for the page of the day: greeting, date and time, and trends.

import { locale, text } from "./language.js";

export const dayName = (date) =>
  new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" }).format(date);

/** The time if it is today, or else the date and time. */
export function clockName(date) {
  const isToday = date.toDateString() === new Date().toDateString();
  const options = isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(locale, options).format(date);
}

export function greeting(name, hour = new Date().getHours()) {
  const part = hour < 5 || hour >= 18 ? "evening" : hour < 12 ? "morning" : "afternoon";
  return name ? text(`today.${part}Name`, { name }) : text(`today.${part}`);
}

/** Index changes smaller than this count as steady. */
const felt = 0.5;

/** The trend from today to tomorrow, with its arrow. */
export function trend(today, tomorrow) {
  const change = (tomorrow.index ?? 0) - (today.index ?? 0);
  if (Math.abs(change) < felt) return { arrow: "→", words: text("today.steady") };
  return change > 0 ? { arrow: "↗", words: text("today.rising") } : { arrow: "↘", words: text("today.falling") };
}
