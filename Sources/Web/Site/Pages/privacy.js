// The privacy page: its text comes from the messages, its figures from the server.

import * as api from "./api.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { failure } from "./sheet.js";

/** Shows the purposes that need consent, and how long each kind of data is stored. */
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
