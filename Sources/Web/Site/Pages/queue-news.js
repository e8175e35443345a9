// What pages know of the queue of reports without loading it.

/** How long a report may wait, in milliseconds. */
export const longest = 6 * 60 * 60 * 1000;
/** Where pages hear what became of reports: `{sent, refused, old, left}`. */
export const news = "reports";
