// Says on any page what became of reports, and what the page before has to say.

import { byId, element } from "./dom.js";
import { known, text } from "./language.js";
import { rememberedName } from "./presence.js";
import { longest, news } from "./queue-news.js";

const key = "notice";
/** Those that one page may leave for the next. */
const left = ["report.sent"];

/** Shows a line until the reader closes it. */
export function notify(words) {
  const line = element("div", { class: "notice card" }, element("p", {}, words),
    element("button", { class: "quiet", type: "button", onclick: () => line.remove() }, text("close")));
  byId("notices").append(line);
}

/** Has the next page say a message. */
export function leaveNotice(message) {
  try {
    sessionStorage.setItem(key, message);
  } catch {
    // Then it goes without saying.
  }
}

function takeNotice() {
  const message = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (left.includes(message)) notify(text(message));
}

function tellNews({ sent, refused, old, left: waiting }) {
  const said = [
    sent > 0 ? text("queue.sent", { count: sent }) : null,
    refused.length > 0 ? text("queue.refused", { count: refused.length }) : null,
    ...new Set(refused.map((kind) => known(`problem.${kind}`, ""))),
    old > 0 ? text("queue.old", { count: old, hours: longest / 3_600_000 }) : null,
    waiting > 0 ? text("queue.left", { count: waiting }) : null,
  ];
  notify(said.filter((words) => words).join(" "));
}

/** Sends what waits now and whenever the network comes back, and says on this page what came of it. */
export function followReports() {
  try {
    takeNotice();
  } catch {
    // A browser that lets pages keep nothing has no notices.
  }
  new BroadcastChannel(news).addEventListener("message", (event) => tellNews(event.data));
  const send = () => {
    if (navigator.onLine && rememberedName() !== null) import("./queue.js").then(({ sendAll }) => sendAll()).catch(() => null);
  };
  addEventListener("online", send);
  send();
}
