// The page of places: those of the reader and of the persons in their care, and the form for one of them.

import { ask, meUnlessStranger } from "./account-api.js";
import { allergenNames } from "./allergen-choice.js";
import { airNow } from "./api.js";
import { makeAreaEditor } from "./area-editor.js";
import { makeConsentSwitch } from "./consent-switch.js";
import { adoptZone } from "./device-zone.js";
import { byId, element } from "./dom.js";
import { fenceCard } from "./fence-card.js";
import { fillForm, makeFenceForm, mistake, readForm, suggestName } from "./fence-form.js";
import { makePreview } from "./fence-preview.js";
import { limits, middle } from "./fence-shape.js";
import { makeWatches } from "./fence-watches.js";
import { say, wording } from "./form.js";
import { text } from "./language.js";
import { attribution } from "./plain-map.js";
import { lastPlace } from "./position.js";
import { ask as askReader } from "./question.js";
import { standing } from "./standing.js";
import { levelName, levels } from "./words.js";

/** The account's owner, whose name is empty here, followed by the persons: each with a path and fences. */
let owners = [];
let names = null;
/** The profile's allergens, which come first in the list to choose from. */
let own = [];
let form = null;
/** The fence in the form and its owner; `fence` is `null` for a new one. */
let open = null;

const allFences = () => owners.flatMap((owner) => owner.fences.map((fence) => ({ owner, fence })));

async function load() {
  const { persons } = await ask("GET", "/v1/me/persons");
  owners = await Promise.all([{ id: null, name: text("whom.me"), home: "/v1/me" }, ...persons.map(({ id, name }) =>
    ({ id, name, home: `/v1/me/persons/${encodeURIComponent(id)}` }))].map(async (owner) =>
    ({ ...owner, fences: (await ask("GET", `${owner.home}/fences`)).fences })));
}

function showList() {
  const isAlone = owners.length === 1;
  byId("fences").replaceChildren(...owners.filter(({ fences }) => fences.length > 0).map((owner) => element("section", {},
    isAlone ? null : element("h2", {}, owner.id === null ? text("places.mine") : text("places.of", { name: owner.name })),
    element("div", { class: "fence-list" }, owner.fences.map((fence) => fenceCard(fence, names, () => remove(owner, fence)))))));
  const count = owners[0].fences.length;
  byId("places-count").textContent = allFences().length === 0 ? text("places.none")
    : text("places.count", { count, most: limits.fences });
  byId("add").hidden = false;
}

async function remove(owner, fence) {
  const body = element("p", {}, text("places.removeEffect"));
  if (!await askReader(text("places.removeQuestion", { name: fence.name }), body, text("places.remove"))) return;
  say(byId("page-status"), "");
  try {
    await ask("DELETE", `${owner.home}/fences/${encodeURIComponent(fence.id)}`);
    owner.fences = owner.fences.filter((other) => other !== fence);
    showList();
    say(byId("page-status"), text("places.removed", { name: fence.name }));
  } catch (error) {
    say(byId("page-status"), wording(error), true);
  }
  byId("page-status").focus();
}

/** Shows the list, or the form for the place in the address. */
function follow() {
  const id = decodeURIComponent(location.hash.slice(1));
  const found = allFences().find(({ fence }) => fence.id === id);
  open = id === "new" ? { owner: owners[0], fence: null } : found ?? null;
  byId("overview").hidden = open !== null;
  byId("editor").hidden = open === null;
  if (open) edit();
  else byId("overview-heading").focus({ preventScroll: true });
  scrollTo(0, 0);
}

function edit() {
  const { owner, fence } = open;
  form ??= makeForm();
  say(byId("editor-status"), "");
  say(byId("page-status"), "");
  byId("editor-heading").textContent = fence ? fence.name : text("places.add");
  byId("whom").hidden = fence !== null || owners.length === 1;
  byId("whom-choices").replaceChildren(...owners.map((other) => element("label", { class: "radio" },
    element("input", { type: "radio", name: "whom", checked: other === owner, onchange: () => { open.owner = other; changed(); } }),
    element("span", {}, other.name))));
  fillForm(fence);
  form.watches.open(fence ?? askedFor());
  form.area.open(fence, fence ? null : lastPlace());
  byId("editor-heading").focus({ preventScroll: true });
  changed();
}

/** The allergen in the address, where a page of that allergen leads here. */
const askedAllergen = () => new URLSearchParams(location.search).get("allergen");

/** A new place that watches the allergen in the address. */
function askedFor() {
  const key = askedAllergen();
  return names.known.has(key) ? { allergens: [{ allergen: key, level: null }] } : null;
}

/** Who comes for an allergen that a place of theirs watches already is led to that place. */
function leadToWatching() {
  const known = owners[0].fences.find(({ watches }) => watches.some(({ allergen }) => allergen === askedAllergen()));
  if (known && location.hash === "#new") history.replaceState(history.state, "", `#${encodeURIComponent(known.id)}`);
}

function makeForm() {
  makeFenceForm(changed);
  return { area: makeAreaEditor(changed, suggestName), watches: makeWatches(names, own, changed), preview: makePreview(names) };
}

/** The fence that the form describes, or `null` while it has no area or watches nothing. */
function wish() {
  const area = form.area.value();
  if (!area || form.watches.isMissing()) return null;
  return { ...readForm(), ...area, allergens: form.watches.value() };
}

function changed() {
  if (!form || !open) return;
  const fence = wish();
  const isWhole = fence && !mistake({ ...fence, name: "-" });
  form.preview.show(open.owner.home, isWhole ? { ...fence, name: fence.name || "-" } : null);
}

async function save() {
  const fence = wish();
  const { owner, fence: old } = open;
  const wrong = mistake(readForm());
  if (wrong) return complain(wrong);
  if (!form.area.value()) return form.area.complain();
  if (form.watches.isMissing()) return say(byId("editor-status"), text("watch.missing"), true);
  if (!old && owner.fences.length >= limits.fences) return say(byId("editor-status"), text("places.full", { count: limits.fences }), true);
  await consent.give();
  const kept = old ? await ask("PUT", `${owner.home}/fences/${encodeURIComponent(old.id)}`, fence)
    : await ask("POST", `${owner.home}/fences`, fence);
  if (!old) await adoptZone(`${owner.home}/profile`);
  owner.fences = old ? owner.fences.map((other) => (other === old ? kept : other)) : [...owner.fences, kept];
  showList();
  location.hash = "";
  const saved = text("places.saved", { name: kept.name });
  say(byId("page-status"), saved);
  if (!old && kept.alerts.includes("station")) sayStanding(kept, saved);
}

/** The number of allergens that the line names. */
const mostNamed = 3;

/** Says what a new place already has in its air, unless something else has been said by then. */
async function sayStanding(fence, saved) {
  const air = await airNow(middle(fence)).then((answer) => answer.air.allergens, () => []);
  const list = standing(air, fence.watches, levels).slice(0, mostNamed)
    .map(({ allergen, level }) => `${names.name(allergen)} (${levelName(level)})`).join(", ");
  if (list !== "" && byId("page-status").textContent === saved) byId("page-status").append(` ${text("places.standing", { list })}`);
}

function complain({ field, words }) {
  byId("fence-more").open ||= field !== "name";
  byId(field).setAttribute("aria-invalid", "true");
  byId(field).focus();
  say(field === "name" ? byId("name-error") : byId("editor-status"), words, true);
}

const consent = makeConsentSwitch("warnings");

async function submit(event) {
  event.preventDefault();
  say(byId("editor-status"), "");
  byId("save").disabled = true;
  try {
    await save();
  } catch (error) {
    if (error.kind === "consent-required") await consent.need();
    say(byId("editor-status"), wording(error), true);
  } finally {
    byId("save").disabled = false;
  }
}

async function start() {
  const account = await meUnlessStranger();
  byId("stranger").hidden = account !== null;
  if (!account) return byId("fences").remove();
  byId("page-status").textContent = text("waiting");
  const [found, profile] = await Promise.all([
    allergenNames(), ask("GET", "/v1/me/profile").catch(() => null), load(), consent.refresh()]);
  [names, own] = [found, (profile?.allergens ?? []).map(({ allergen }) => allergen)];
  byId("page-status").textContent = "";
  showList();
  byId("attribution").textContent = await attribution();
  byId("editor").addEventListener("submit", submit);
  byId("name").addEventListener("input", () => { byId("name-error").textContent = ""; byId("name").setAttribute("aria-invalid", "false"); });
  addEventListener("hashchange", follow);
  leadToWatching();
  return location.hash.length > 1 ? follow() : undefined;
}

async function tryStart() {
  try {
    await start();
  } catch (error) {
    const again = element("button", { class: "link", type: "button", onclick: tryStart }, text("again"));
    byId("page-status").classList.add("error");
    byId("page-status").replaceChildren(wording(error), " ", again);
  }
}

tryStart();
