// Alerts as rows of a list: access without a pointer.

import { subject } from "./alert-words.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { agoName } from "./times.js";
import { levelName } from "./words.js";

/** A button for each alert. */
export const alertRows = (alerts, nameOf, onOpen) => alerts.map((alert) =>
  element("li", {}, element("button", { class: "value", type: "button", "data-alert": alert.id, onclick: () => onOpen(alert) },
    element("span", { class: `kind-mark ${alert.kind}`, "aria-hidden": "true" }, "!"),
    element("span", { class: "value-name" }, subject(alert, nameOf),
      element("span", { class: "small beneath" }, text(`alert.kind.${alert.kind}`))),
    alert.level ? element("span", { class: "value-level" }, levelName(alert.level)) : null,
    element("span", { class: "value-number" }, agoName(alert.sent)))));
