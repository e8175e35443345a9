// Times on the reader's own clock.

import { locale, text } from "./language.js";

const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const minute = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

export const dayName = (instant) => (instant ? day.format(new Date(instant)) : text("time.never"));
export const instantName = (instant) => (instant ? minute.format(new Date(instant)) : text("time.never"));
