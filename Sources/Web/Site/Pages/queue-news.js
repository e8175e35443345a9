// What pages know about the queue of reports without loading it.

/** How long a report may wait, in milliseconds. */
export const longest = 6 * 60 * 60 * 1000;
/** The channel on which pages receive the results of reports: `{sent, refused, old, left}`. */
export const news = "reports";
