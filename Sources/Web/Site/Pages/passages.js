// Which paragraph of a text a remark is about.

/** Words as they are compared: browsers and people break lines where they like. */
export const plain = (words) => words.replace(/\s+/g, " ").trim();

/**
 * The place of the paragraph that a remark is about, counted from 0; -1 if the remark is on the whole, or if its
 * passage is no longer there.
 *
 * Paragraphs move when others are written before them. So where the numbered one lacks the passage, the first one
 * that has it is meant.
 */
export function placeOf({ paragraph, quote }, paragraphs) {
  if (paragraph < 1) return -1;
  const passage = plain(quote ?? "");
  if (paragraphs[paragraph - 1]?.includes(passage)) return paragraph - 1;
  return passage === "" ? -1 : paragraphs.findIndex((words) => words.includes(passage));
}
