// Amounts, times and spans of doses in words.

import { text } from "./language.js";
import { locale } from "./locale.js";

const figures = new Intl.NumberFormat(locale, { maximumFractionDigits: 5 });

export const amountName = ({ amount, unit }) => `${figures.format(amount)} ${unit}`;

/** What a dose is called: its dosage, its amount, and that it is the half. */
export const doseName = ({ dosage, name, amount, unit, half }) =>
  [dosage ?? name, amountName({ amount, unit })].filter(Boolean).join(", ") + (half ? ` ${text("dose.isHalf")}` : "");

/** A span of minutes: hours where they are whole, or halves of one. */
export const spanName = (minutes) => (minutes % 30 === 0 && minutes >= 60
  ? text("dose.hours", { count: minutes / 60 }) : text("dose.minutes", { count: minutes }));
