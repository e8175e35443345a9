// The forms of a study: the main one, and further ones on days of their own.

import { language } from "./language.js";

export const mainForm = "main";

/** A study as each of its forms asks it, the main one first: with the form, its name and its schedule. */
export const askedOf = (study) => [
  { ...study, name: mainForm },
  ...(study.furtherForms ?? []).map(({ name, schedule, form }) => ({ ...study, name, schedule, form })),
];

/** The name of the form that an answer is to. */
export const formOf = ({ form }) => form ?? mainForm;

/** The title of a form with its language, in the order in which a reader gets words; the name if it has no title. */
export function formTitle({ form, name }) {
  const codes = [language, "en", ...(form?.languages ?? []).map(({ code }) => code)];
  const code = codes.find((one) => form?.title?.[one]);
  return code ? { code: code === "und" ? "" : code, words: form.title[code] } : { code: "", words: name };
}
