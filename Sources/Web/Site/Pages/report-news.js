// Shows on any page what became of waiting reports.

import { byId, element } from "./dom.js";
import { known, text } from "./language.js";
import { rememberedName } from "./presence.js";
import { longest, news } from "./queue-news.js";

/** Shows a line until the reader closes it. */
export function notify(words) {
  const line = element("div", { class: "notice card" }, element("p", {}, words),
    element("button", { class: "quiet", type: "button", onclick: () => line.remove() }, text("close")));
  byId("notices").append(line);
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

/** Sends waiting reports now and whenever the network returns, and shows the results on this page. */
export function followReports() {
  new BroadcastChannel(news).addEventListener("message", (event) => tellNews(event.data));
  const send = () => {
    if (navigator.onLine && rememberedName() !== null) import("./queue.js").then(({ sendAll }) => sendAll()).catch(() => null);
  };
  addEventListener("online", send);
  send();
}
