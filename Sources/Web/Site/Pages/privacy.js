// The page on privacy: its words stand in the messages, its figures are those that the server keeps to.

import * as api from "./api.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { failure } from "./sheet.js";

/** The purposes that one agrees to, and how long what is kept. */
function show({ purposes, retention, contact }) {
  byId("purposes").replaceChildren(...purposes.flatMap(({ purpose, version }) => [
    element("dt", {}, `${text(`purpose.${purpose}`)} (${text("privacy.version", { version })})`),
    element("dd", {}, text(`purpose.${purpose}.about`)),
  ]));
  byId("periods").replaceChildren(...retention.map(({ kind, days }) => element("tr", {},
    element("th", { scope: "row" }, text(`retention.${kind}`)),
    element("td", {}, text("privacy.days", { count: days })))));
  byId("failure").replaceChildren();
  if (!contact) return;
  byId("contact").textContent = text("privacy.contact", { contact });
  byId("contact").hidden = false;
}

const start = () => api.privacy().then(show).catch((error) => byId("failure").replaceChildren(failure(error, start)));
start();
