// A problem document (RFC 9457) as an error.

import { text } from "./language.js";

/** Its message is the text of the document. */
export class Refusal extends Error {
  constructor(status, problem, retryAfter = null) {
    const places = (problem.errors ?? []).map((error) => error.detail).filter((detail) => detail !== problem.detail);
    super([problem.detail ?? problem.title ?? text("error.status", { status }), ...places].join(" "));
    this.status = status;
    /** Seconds until another attempt may succeed, if the server says so. */
    this.retryAfter = retryAfter === null ? null : Number(retryAfter);
    this.kind = (problem.type ?? "").split("/").pop();
    this.rows = problem.rows;
    this.places = problem.errors ?? [];
    this.suggestsReset = problem.suggestReset === true;
  }
}
