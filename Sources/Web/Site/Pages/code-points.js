// Limits of fields in code points, as the service and the API's definition count characters. Browsers count UTF-16 units, of which
// an emoji has two for each of its code points; without scripts a field takes less than the service does, never more.

/** The limits of fields that are counted here, by field. */
const limits = new WeakMap();

/** The most code points of a field. */
export const limitOf = (field) => limits.get(field) ?? field.maxLength;

/**
 * A text with at most so many code points, and the caret in it; `null` if it is short enough.
 *
 * What is too much is taken from before the caret, where it was typed or pasted.
 */
export function shortened(text, caret, most) {
  // A text has no more code points than units.
  const excess = text.length <= most ? 0 : [...text].length - most;
  if (excess <= 0) return null;
  const [before, after] = [[...text.slice(0, caret)], text.slice(caret)];
  const kept = before.slice(0, Math.max(0, before.length - excess)).join("");
  return { text: kept + [...after].slice(0, most).join(""), caret: kept.length };
}

function hold(field) {
  if (!(field.maxLength > 0) || limits.has(field)) return;
  limits.set(field, field.maxLength);
  field.maxLength *= 2;
}

function shorten({ target: field, isComposing }) {
  if (isComposing || !limits.has(field)) return;
  const found = shortened(field.value, field.selectionStart ?? field.value.length, limits.get(field));
  if (!found) return;
  field.value = found.text;
  // Fields for addresses have no caret to set.
  if (field.selectionStart !== null) field.setSelectionRange(found.caret, found.caret);
}

/** Counts code points in every field that has a limit, also in those that are made later. */
export function countCodePoints() {
  hold(document.activeElement);
  document.addEventListener("focusin", ({ target }) => hold(target));
  for (const kind of ["input", "compositionend"]) document.addEventListener(kind, shorten, true);
}
