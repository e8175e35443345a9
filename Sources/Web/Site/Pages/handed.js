// Shows what somebody has handed over by a link: large, to be printed, and without a network once it was opened.

import { byId, element } from "./dom.js";
import { onSubmit } from "./form.js";
import { forgetHanded, keepHanded, keptHanded } from "./handed-copy.js";
import { decrypted, payloadOf } from "./health-link.js";
import { injectorParts, moment, originOf, planParts, withNumbers } from "./help-view.js";
import { text } from "./language.js";
import { keep, recall } from "./memory.js";

const contentType = "application/vnd.breathe-easy.help+json";
const nameKey = "handed-recipient";
const farFuture = 8.64e15;
const payload = payloadOf(location.hash);
const end = payload?.exp ? payload.exp * 1000 : farFuture;

/** The files behind the link; `null` if there is no network. */
async function manifest(recipient, passcode) {
  const response = await fetch(payload.url, {
    method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, cache: "no-store", credentials: "omit",
    body: JSON.stringify({ recipient, ...passcode ? { passcode } : {} }),
  }).catch(() => null);
  if (!response) return null;
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer.files ?? [];
  if (response.status === 401) throw new Error(text("shared.wrongPasscode", { count: answer.remainingAttempts ?? 0 }));
  if (response.status === 404) {
    // Who handed it over has ended it.
    await forgetHanded(payload.url);
    throw new Error(text("shared.gone"));
  }
  throw new Error(answer.detail ?? answer.title ?? text("shared.gone"));
}

async function open() {
  const recipient = byId("recipient").value.trim();
  const files = await manifest(recipient, byId("passcode").value);
  const kept = files ? null : await keptHanded(payload.url);
  if (!files && !kept) throw new Error(text("error.unreachable"));
  const held = (files ?? kept.files).filter((file) => file.contentType === contentType);
  const contents = await Promise.all(held.map(async ({ embedded }) => JSON.parse(await decrypted(embedded, payload.key))))
    .catch(() => { throw new Error(text("shared.wrongKey")); });
  if (files) {
    await keepHanded(payload.url, files, end).catch(() => null);
    keep(nameKey, recipient);
  }
  show(contents, kept?.at ?? new Date().toISOString());
}

function show(contents, at) {
  if (payload.label) document.title = payload.label;
  if (payload.label) byId("title").textContent = payload.label;
  byId("kept").textContent = end === farFuture ? "" : text("handed.kept", { time: moment(at), end: moment(end) });
  byId("parts").replaceChildren(...contents.flatMap(sections));
  byId("door").hidden = true;
  byId("content").hidden = false;
  byId("parts").querySelector("h2")?.focus();
}

function sections({ plan, injectors = [], foods = [], contacts = [], documents = [] }) {
  return [
    contacts.length > 0 ? section("contacts", text("handed.contacts"), element("ul", {}, contacts.map(contactRow))) : null,
    plan ? section("plan", text("handed.plan"), ...planParts(plan), originOf(plan)) : null,
    injectors.length > 0 ? section("injectors", text("own.injectors"), ...injectorParts(injectors).map((part) => part.querySelector("ul"))) : null,
    foods.length > 0 ? section("foods", text("handed.foods"), element("ul", {}, foods.map(foodRow))) : null,
    documents.length > 0 ? section("documents", text("handed.documents"), ...documents.map(documentView)) : null,
  ].filter(Boolean);
}

const section = (id, heading, ...parts) => element("section", { class: "part card", "aria-labelledby": `${id}-heading` },
  element("h2", { id: `${id}-heading`, tabindex: -1 }, heading), ...parts);

const contactRow = ({ name, relation, phone }) => element("li", {}, element("strong", {}, name), relation ? ` (${relation})` : "", " ",
  element("span", { class: "own-text" }, ...withNumbers(phone ?? "")));

const foodRow = ({ name, sign, severity, note }) => element("li", {}, sign ? element("span", { class: "sign" }, sign) : "", " ", element("strong", {}, name),
  severity ? ` · ${severity}` : "", note ? element("span", { class: "detail" }, note) : "");

/** A picture, or a file to be saved; anything else that a link might hold is not shown. */
function documentView({ title, type, data }) {
  const name = title || text("handed.untitled");
  if (/^data:image\/(jpeg|png|webp);base64,/.test(data)) return element("img", { alt: text("handed.picture", { title: name }), src: data });
  if (type === "application/pdf" && data.startsWith("data:application/pdf;base64,")) return element("p", {}, element("a", { href: data, download: `${name}.pdf` }, name));
  return element("p", {}, name);
}

byId("no-link").hidden = payload !== null;
byId("open").hidden = payload === null;
byId("passcode-field").hidden = !payload?.flag?.includes("P");
byId("recipient").value = recall(nameKey, "");
// Another link in the address bar changes only what the browser keeps to itself.
window.addEventListener("hashchange", () => location.reload());
byId("print").addEventListener("click", () => window.print());
if (payload) onSubmit(byId("open"), byId("open-status"), open);
