// The inbox page: alerts by day, newest first, with new ones as they arrive.

import { ask, meUnlessStranger } from "./account-api.js";
import { allergenNames } from "./allergen-choice.js";
import { byId, element } from "./dom.js";
import { say, wording } from "./form.js";
import { entriesAfter, entriesBefore, followAlerts, markAllRead, markRead, unreadCount } from "./inbox-entries.js";
import { entryView, showRead } from "./inbox-entry.js";
import { locale, text } from "./language.js";
import { overallColours } from "./legend.js";
import { followRamp } from "./ramp.js";
import { tellUnread } from "./unread.js";

/** Entries shown at once, and added at each press. */
const portion = 50;
/** Milliseconds after which entries are asked for again. */
const pauseAfterFailure = 5000;
/** The account's owner, among the persons in the filter. */
const myself = "me";

const dayFormat = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** The entries loaded so far, and the next position: `undefined` if there are no more. */
let entries = [];
let next;
let unread = 0;
let shown = portion;
let words = null;
/** Entries that arrived while the page was open. */
const fresh = new Set();
const open = new Set();

const isWanted = (entry) => {
  const [person, place] = [byId("person").value, byId("place").value];
  return (person === "" || (entry.person?.id ?? myself) === person)
    && (place === "" || (entry.alert.fences ?? []).includes(place))
    && (!byId("unread").checked || !entry.read || open.has(entry.id));
};

/** Loads entries until enough match the filter or no more are left. */
async function load() {
  while (next !== undefined && entries.filter(isWanted).length <= shown) {
    const page = await entriesBefore(next);
    const known = new Set(entries.map(({ id }) => id));
    entries.push(...page.alerts.filter(({ id }) => !known.has(id)));
    next = page.next;
  }
}

async function loadAndShow() {
  byId("days").setAttribute("aria-busy", "true");
  try {
    await load();
  } catch (error) {
    say(byId("page-status"), wording(error), true);
  }
  show();
}

function show() {
  const wanted = entries.filter(isWanted);
  const days = byDay(wanted.slice(0, shown));
  byId("days").replaceChildren(...[...days].map(([day, ofDay]) => element("section", {},
    element("h2", {}, dayName(day)), element("div", { class: "day-alerts" }, ofDay.map(view)))));
  if (wanted.length === 0) {
    byId("days").append(element("p", { class: "part card" }, text(entries.length === 0 ? "inbox.empty" : "inbox.noneSuch"),
      " ", entries.length === 0 ? element("a", { href: "/places" }, text("page.places.heading")) : null));
  }
  byId("days").setAttribute("aria-busy", "false");
  byId("more").hidden = wanted.length <= shown;
  showCount();
}

/** The entries of each day, in the same order. */
function byDay(list) {
  const days = new Map();
  for (const entry of list) {
    const day = new Date(entry.alert.sent).toDateString();
    days.set(day, [...days.get(day) ?? [], entry]);
  }
  return days;
}

function view(entry) {
  const node = entryView(entry, { ...words,
    onToggle: (isOpen) => {
      if (isOpen) open.add(entry.id);
      else open.delete(entry.id);
      if (isOpen && !entry.read) mark(node, entry, true);
    },
    onUnread: () => { node.open = false; node.querySelector("summary").focus(); mark(node, entry, false); },
  });
  node.open = open.has(entry.id);
  node.classList.toggle("fresh-alert", fresh.has(entry.id));
  return node;
}

async function mark(node, entry, isRead) {
  try {
    await markRead(entry, isRead);
    showRead(node, isRead);
    unread += isRead ? -1 : 1;
    showCount();
  } catch (error) {
    say(byId("page-status"), wording(error), true);
  }
}

function showCount() {
  byId("inbox-count").textContent = unread === 0 ? text("inbox.allAreRead") : text("inbox.unread", { count: unread });
  byId("all-read").hidden = unread === 0;
  tellUnread(unread);
}

/** Today and yesterday in words, other days as dates. */
function dayName(day) {
  const days = Math.round((new Date(day) - new Date(new Date().toDateString())) / 86_400_000);
  const date = dayFormat.format(new Date(day));
  if (days < -1) return date;
  const word = relative.format(days, "day");
  return `${word.charAt(0).toLocaleUpperCase(locale)}${word.slice(1)}, ${date}`;
}

function offerFilters(persons, places) {
  const options = (node, all, choices) => node.replaceChildren(element("option", { value: "" }, text(all)),
    ...choices.map(([value, name]) => element("option", { value }, name)));
  byId("person-pick").hidden = persons.length === 0;
  options(byId("person"), "inbox.everybody", [[myself, text("whom.me")], ...persons.map(({ id, name }) => [id, name])]);
  // Old alerts may refer to deleted places.
  const known = new Set([...places, ...entries.flatMap(({ alert }) => alert.fences ?? [])]);
  options(byId("place"), "inbox.everywhere", [...known].sort((a, b) => a.localeCompare(b, locale)).map((name) => [name, name]));
  for (const id of ["person", "place", "unread"]) byId(id).addEventListener("change", () => { shown = portion; loadAndShow(); });
  byId("filters").hidden = entries.length === 0;
}

async function receive() {
  const news = await entriesAfter(entries[0]?.id ?? 0).catch(() => null);
  if (news === null) {
    setTimeout(receive, pauseAfterFailure);
    return;
  }
  const known = new Set(entries.map(({ id }) => id));
  const added = news.filter(({ id }) => !known.has(id));
  if (added.length === 0) return;
  for (const { id } of added) fresh.add(id);
  unread += added.filter(({ read }) => !read).length;
  entries = [...added, ...entries];
  byId("filters").hidden = false;
  showAgain();
}

/** Keeps the focus on the alert that has it. */
function showAgain() {
  const focus = document.activeElement?.closest?.("[data-entry]")?.dataset.entry;
  show();
  if (focus) byId("days").querySelector(`[data-entry="${CSS.escape(focus)}"] summary`)?.focus({ preventScroll: true });
}

async function placeNames(persons) {
  const paths = ["/v1/me", ...persons.map(({ id }) => `/v1/me/persons/${encodeURIComponent(id)}`)];
  const lists = await Promise.all(paths.map((path) => ask("GET", `${path}/fences`)));
  return lists.flatMap(({ fences }) => fences.map(({ name }) => name));
}

async function start() {
  say(byId("page-status"), "");
  const account = await meUnlessStranger();
  byId("stranger").hidden = account !== null;
  if (!account) return byId("days").remove();
  const [names, colours, { persons }, found] = await Promise.all([
    allergenNames(), overallColours(), ask("GET", "/v1/me/persons"), entriesBefore()]);
  words = { names, colours };
  ({ alerts: entries, next } = found);
  unread = await unreadCount();
  offerFilters(persons, await placeNames(persons).catch(() => []));
  show();
  byId("more").addEventListener("click", async () => {
    const first = byId("days").querySelectorAll("summary").length;
    shown += portion;
    await loadAndShow();
    byId("days").querySelectorAll("summary")[first]?.focus();
  });
  byId("all-read").addEventListener("click", readAll);
  followAlerts(receive);
  followRamp(async () => { words.colours = await overallColours(words.colours); showAgain(); });
  return undefined;
}

async function readAll() {
  try {
    await markAllRead(entries);
    unread = await unreadCount();
    show();
    byId("heading").focus();
  } catch (error) {
    say(byId("page-status"), wording(error), true);
  }
}

async function tryStart() {
  try {
    await start();
  } catch (error) {
    byId("page-status").classList.add("error");
    byId("page-status").replaceChildren(wording(error), " ",
      element("button", { class: "link", type: "button", onclick: tryStart }, text("again")));
  }
}

tryStart();
