// Whoever operates the service may leave out parts of help at hand.

export const isNotOffered = ({ kind }) => kind === "not-offered";

/** What was asked for; `other` where the service does not offer it. */
export const ifOffered = (asked, other) => asked.catch((error) => {
  if (isNotOffered(error)) return other;
  throw error;
});
