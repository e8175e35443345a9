// An inbox entry: a line that expands to all details of the alert.

import { adviceAt, adviceView } from "./advice.js";
import { element } from "./dom.js";
import { known, locale, text } from "./language.js";
import { levelSwatch } from "./legend.js";
import { basisName, capitalised, distanceName, levelName, longDate, quantity } from "./words.js";

const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const instant = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/** The zoom at which the map shows an alert. */
const zoom = 10;

/** `onToggle` is called when it opens or closes, `onUnread` when the reader marks it as unread. */
export function entryView(entry, { names, colours, onToggle, onUnread }) {
  const { alert } = entry;
  const node = element("details", { class: "alert card", "data-entry": entry.id },
    element("summary", {},
      element("span", { class: "dot", "aria-hidden": "true" }),
      mark(alert, colours),
      element("span", { class: "what" },
        element("span", { class: "title" }, title(alert, names)),
        element("span", { class: "hint" }, whereOf(entry))),
      element("span", { class: "when" }, element("time", { datetime: alert.sent }, clock.format(new Date(alert.sent))),
        entry.read ? null : newBadge()),
      element("span", { class: "chevron", "aria-hidden": "true" })),
    element("div", { class: "detail" }));
  node.classList.toggle("read", entry.read !== undefined);
  node.addEventListener("toggle", () => {
    if (node.open && !node.lastChild.hasChildNodes()) node.lastChild.append(...detail(entry, names, onUnread));
    onToggle(node.open);
  });
  return node;
}

/** Shows whether an entry is read without rebuilding it, because it may be open. */
export function showRead(node, isRead) {
  node.classList.toggle("read", isRead);
  node.querySelector(".new")?.remove();
  if (!isRead) node.querySelector(".when").append(newBadge());
}

const newBadge = () => element("span", { class: "badge own new" }, text("inbox.new"));

const expertBadge = () => element("span", { class: "badge expert" }, text("article.expert"));

/** The colour of the level; user reports have no level, and show their mark from the map. */
function mark({ kind, level }, colours) {
  if (kind !== "user" && level) return levelSwatch(level, colours);
  return element("span", { class: `kind-mark ${kind}`, "aria-hidden": "true" }, "!");
}

const namesOf = ({ allergens }, names) =>
  (allergens.length === 0 ? text("inbox.unsure") : names.list(allergens));

function title(alert, names) {
  const about = { names: namesOf(alert, names), level: levelName(alert.level) };
  if (alert.message === "cancel") return text("inbox.over", about);
  if (alert.kind === "user") return text("inbox.reported", about);
  return text(alert.kind === "forecast" ? "inbox.forecast" : "inbox.measured", about);
}

const whereOf = ({ alert, person }) => [
  (alert.fences ?? []).join(", "), person ? text("inbox.forPerson", { name: person.name }) : null,
].filter((part) => part).join(" · ");

function detail(entry, names, onUnread) {
  const { alert } = entry;
  const facts = [
    ["inbox.fact.allergens", namesOf(alert, names)],
    ["inbox.fact.level", alert.level ? levelName(alert.level) : null],
    ["inbox.fact.value", alert.value === undefined ? null : quantity(alert.value, alert.unit)],
    ["inbox.fact.day", alert.day ? longDate(alert.day) : null],
    ["inbox.fact.basis", alert.basis ? basisName(alert.basis) : null],
    ["inbox.fact.station", alert.stationName ?? alert.station],
    ["inbox.fact.reporter", alert.reporter ? [alert.reporter, entry.expert ? [" ", expertBadge()] : null] : null],
    ["inbox.fact.reports", alert.reports ? text("inbox.reports", { count: alert.reports }) : null],
    ["inbox.fact.symptoms", capitalised((alert.symptoms ?? []).map((key) => known(`symptom.${key}`, key)).join(", "))],
    ["inbox.fact.comment", alert.comment ? text("inbox.quoted", { comment: alert.comment }) : null],
    ["inbox.fact.places", whereOf(entry)],
    ["inbox.fact.distance", alert.distance > 0 ? distanceName(alert.distance) : null],
    ["inbox.fact.sent", instant.format(new Date(alert.sent))],
    ["inbox.fact.ends", ending(alert)],
  ].filter(([, words]) => words);
  return [
    element("dl", {}, facts.flatMap(([key, words]) => [element("dt", {}, text(key)), element("dd", {}, words)])),
    isAdvised(alert) ? adviceView(adviceAt(alert.level)) : null,
    element("p", { class: "line" },
      element("a", { class: "quiet", href: mapPath(alert) }, text("inbox.onMap")),
      element("button", { class: "quiet", type: "button", onclick: onUnread }, text("inbox.markUnread"))),
    isAdvised(alert) ? null : element("p", { class: "small" }, text("notMedical")),
  ].filter(Boolean);
}

const endOf = ({ ended, expires }) => new Date(ended ?? expires);

/** Whether there is advice on an alert: on levels of pollen while it stands, but not on pollutants. */
const isAdvised = (alert) =>
  Boolean(alert.level) && alert.message !== "cancel" && alert.unit !== "ug/m3" && endOf(alert) > new Date();

function ending(alert) {
  const end = endOf(alert);
  return text(end < new Date() ? "inbox.ended" : "inbox.ends", { time: instant.format(end) });
}

/** The map at the alert, in its allergen's layer and on its day. */
function mapPath({ area, allergens, day, sent }) {
  const [longitude, latitude] = area.coordinates;
  return `/#${zoom}/${latitude.toFixed(3)}/${longitude.toFixed(3)}/${allergens[0] ?? "overall"}/${day ?? sent.slice(0, 10)}`;
}
