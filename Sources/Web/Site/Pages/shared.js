// Opens, decrypts and shows what somebody has shared by a SMART Health Link, for readers without another viewer.

import { allergenNames } from "./allergen-choice.js";
import { byId, element } from "./dom.js";
import { onSubmit } from "./form.js";
import { decrypted, payloadOf } from "./health-link.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { readBundle } from "./shared-bundle.js";
import { longDate } from "./words.js";

const contentType = "application/fhir+json";
const payload = payloadOf(location.hash);

/** What is shown of a day; a rare column is left out where it would be empty. */
const columns = [
  { key: "shared.howWas", cell: ({ feeling }) => feeling ?? "" },
  { key: "paper.scores", cell: ({ scores }) => scores.join("\n") },
  { key: "diary.symptoms", cell: ({ symptoms }) => symptoms.join("\n") },
  { key: "lookback.medicine", cell: ({ medicines }) => medicines.join("\n") },
  { key: "paper.doses", cell: ({ doses }) => doses.join("\n"), isRare: true },
  { key: "page.values.heading", cell: ({ values }) => values.join("\n"), isRare: true },
  { key: "diary.note", cell: ({ notes }) => notes.join("\n") },
];

async function manifest(recipient, passcode) {
  const response = await fetch(payload.url, {
    method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, cache: "no-store", credentials: "omit",
    body: JSON.stringify({ recipient, ...passcode ? { passcode } : {} }),
  }).catch(() => { throw new Error(text("error.unreachable")); });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer.files ?? [];
  if (response.status === 401) throw new Error(text("shared.wrongPasscode", { count: answer.remainingAttempts ?? 0 }));
  throw new Error(response.status === 404 ? text("shared.gone") : answer.detail ?? answer.title ?? text("shared.gone"));
}

async function open() {
  const files = await manifest(byId("recipient").value.trim(), byId("passcode").value);
  const bundles = files.filter((file) => file.contentType === contentType);
  const words = await Promise.all(bundles.map(async ({ embedded, location: address }) =>
    decrypted(embedded ?? await (await fetch(address, { credentials: "omit" })).text(), payload.key)))
    .catch(() => { throw new Error(text("shared.wrongKey")); });
  await show(words.map((file) => JSON.parse(file)));
}

async function show(bundles) {
  const { days, plan, air, origins } = readBundle(bundles);
  if (payload.label) byId("title").textContent = payload.label;
  const shown = columns.filter(({ cell, isRare }) => !isRare || days.some((day) => cell(day)));
  byId("days").replaceChildren(table(
    [text("shared.day"), ...shown.map(({ key }) => text(key))],
    days.map((day) => [longDate(day.day), ...shown.map(({ cell }) => cell(day))])));
  byId("plan-card").hidden = plan.length === 0;
  byId("plan").replaceChildren(table([text("dose.medicine.name"), text("medicines.plan")], plan.map(({ name, times }) => [name, times.join("\n")])));
  const names = await allergenNames();
  byId("air-card").hidden = air.length === 0;
  byId("origin").textContent = origins.join(" ");
  byId("air").replaceChildren(table(
    [text("lookback.pollen"), text("paper.measured"), text("paper.mean"), text("paper.highest"), text("paper.on")],
    air.map(({ code, unit, count, mean, highest, day }) => [`${names.name(code)} (${unit})`, count, figure(mean), figure(highest), longDate(day)])));
  byId("door").hidden = true;
  byId("content").hidden = false;
  byId("save").addEventListener("click", () => save(bundles));
  byId("days-heading").focus();
}

const figure = (value) => value.toLocaleString(locale, { maximumFractionDigits: value < 10 ? 1 : 0 });

const table = (heads, rows) => element("table", {},
  element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
  element("tbody", {}, rows.map(([first, ...cells]) => element("tr", {}, element("th", { scope: "row" }, first),
    cells.map((cell) => element("td", { class: /^[\d.,\s]+$/.test(cell) ? "number" : "" }, String(cell)))))));

function save(bundles) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(bundles.length === 1 ? bundles[0] : bundles)], { type: contentType }));
  element("a", { href: address, download: "shared.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

byId("no-link").hidden = payload !== null;
byId("open").hidden = payload === null;
byId("passcode-field").hidden = !payload?.flag?.includes("P");
// Another link in the address bar changes only what the browser keeps to itself.
window.addEventListener("hashchange", () => location.reload());
byId("print").addEventListener("click", () => window.print());
if (payload) onSubmit(byId("open"), byId("open-status"), open);
