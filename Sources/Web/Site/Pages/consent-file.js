// Handing one's consent to another program, such as one for mail, as a PDF.

import { text } from "./language.js";

const type = "application/pdf";

/** Whether this browser hands files to other programs. */
export const canSend = () => navigator.canShare?.({ files: [new File([], "consent.pdf", { type })] }) ?? false;

/** Fetches a consent, and offers it to other programs. Readers who change their minds are told nothing. */
export async function sendConsent(address, title) {
  const response = await fetch(address, { cache: "no-store", credentials: "same-origin" }).catch(() => null);
  if (!response?.ok) throw new Error(text("error.unreachable"));
  const file = new File([await response.blob()], "consent.pdf", { type });
  await navigator.share({ files: [file], title }).catch(() => null);
}
