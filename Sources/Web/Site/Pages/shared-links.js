// Links that share something: a new one, shown once with its code, and the list of those that there are.

import { byId, element } from "./dom.js";
import { linkOf } from "./health-link.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { notice } from "./notice.js";
import { qrCode } from "./qr-code.js";

/** The days for which a link can be opened. */
export const lives = [1, 7, 30, 365];
const secondsPerDay = 86_400;

/** When a link made now ends. */
export const endAfter = (days) => new Date(Date.now() + 1000 * secondsPerDay * days);

export function fill(select, values, name, chosen) {
  select.replaceChildren(...values.map((value) => element("option", { value, selected: value === chosen }, name(value))));
}

/** Lets the reader copy the new link, or send it by another program. */
export function prepareLink() {
  byId("copy").addEventListener("click", () => copy());
  byId("send").hidden = !navigator.share;
  byId("send").addEventListener("click", () => navigator.share({ url: byId("link").value }).catch(() => null));
}

/** Shows a new link to a page, with its code. */
export async function showLink(page, { url, key, expires, label, hasPasscode }) {
  const payload = { url, key, exp: Math.floor(expires / 1000), label, v: 1, ...hasPasscode ? { flag: "P" } : {} };
  byId("link").value = `${location.origin}${page}#${linkOf(payload)}`;
  byId("made-passcode").hidden = !hasPasscode;
  const code = await qrCode(byId("link").value, text("sharing.code.label"));
  byId("code").hidden = code === null;
  byId("code-picture").replaceChildren(...code ? [code] : []);
  byId("made").hidden = false;
}

/** A row of the list; `close` is called to close the link. */
export function linkRow(link, close) {
  const button = element("button", { class: "quiet", type: "button", "aria-label": text("sharing.close.of", { name: link.label }), onclick: () => close(link) }, text("sharing.close"));
  const openings = link.openings.map(({ at, recipient, outcome }) =>
    element("li", { class: outcome === "opened" ? "" : "wrong" }, text(`sharing.${outcome}`, { name: recipient, time: moment(at) })));
  return element("li", {},
    element("div", { class: "head" }, element("strong", {}, link.label), link.state === "open" ? button : ""),
    element("span", { class: "hint" }, text(`sharing.state.${link.state}`, { time: moment(link.expires) }), link.passcode ? ` ${text("sharing.hasPasscode")}` : ""),
    openings.length > 0 ? element("ol", { class: "small" }, openings) : element("span", { class: "small" }, text("sharing.unopened")));
}

async function copy() {
  try {
    await navigator.clipboard.writeText(byId("link").value);
    notice(text("channel.copied"));
  } catch {
    // Without TLS, a page cannot use the clipboard.
    byId("link").select();
  }
}

const moment = (instant) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));
