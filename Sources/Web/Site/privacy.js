// The page on privacy: its words stand in the messages, its figures are those that the server keeps to.

import { element } from "./dom.js";
import { text } from "./language.js";


/** The purposes that one agrees to, and how long what is kept. */
function show({ purposes, retention, contact }) {
  document.getElementById("purposes").replaceChildren(...purposes.flatMap(({ purpose, version }) => [
    element("dt", {}, `${text(`purpose.${purpose}`)} (${text("privacy.version", { version })})`),
    element("dd", {}, text(`purpose.${purpose}.about`)),
  ]));
  document.getElementById("periods").replaceChildren(...retention.map(({ kind, days }) => element("tr", {},
    element("th", { scope: "row" }, text(`retention.${kind}`)),
    element("td", {}, text("privacy.days", { count: days })))));
  if (!contact) return;
  const line = document.getElementById("contact");
  line.textContent = text("privacy.contact", { contact });
  line.hidden = false;
}

const response = await fetch("/v1/privacy").catch(() => null);
if (response?.ok) {
  show(await response.json());
} else {
  const failure = document.getElementById("failure");
  failure.textContent = response ? text("error.status", { status: response.status }) : text("error.unreachable");
  failure.hidden = false;
}
