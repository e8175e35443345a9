// One report to look at: what it says, why people doubt it, what was decided so far, and where it is.

import { byId, element } from "./dom.js";
import { known, text } from "./language.js";
import { instantName } from "./account-words.js";
import { attribution, moveTo, stillMap } from "./plain-map.js";
import { agoName } from "./times.js";
import { capitalised, placeName } from "./words.js";

/** The zoom of the small map: a town and what is around it. */
const zoom = 10;

/** The names of its allergens. */
export const title = ({ allergens }, names) => (allergens.length === 0 ? text("inbox.unsure") : names.list(allergens));

const flags = (entry) => Object.entries(entry.flags);

/** Whether no moderator has looked at it since somebody doubted it. */
export const isOpen = (entry) => flags(entry).length > 0;

/** The reasons for which people doubt it, with their numbers, and whether it is hidden. */
export const badges = (entry) => [
  ...flags(entry).map(([reason, count]) =>
    element("span", { class: "badge" }, text("moderation.flag", { reason: known(`alert.flag.${reason}`, reason), count }))),
  entry.hidden ? element("span", { class: "badge own" }, text("moderation.hidden")) : null,
];

/** Who decided: a moderator by name, or what hides reports otherwise. */
export const deciderName = (by) => (by === "" ? text("moderation.by.gone") : known(`moderation.by.${by}`, by));

/** What was decided, by whom, and when. */
export const decisionWords = ({ hidden, by, at, takenBack }) => [
  text(hidden ? "moderation.event.hidden" : "moderation.event.shown", { name: deciderName(by), time: instantName(at) }),
  takenBack ? text("moderation.takenBack", { time: instantName(takenBack) }) : null,
].filter((words) => words).join(" ");

/** The map at a report, on its day. */
export function mapPath({ area, allergens, sent }) {
  const [longitude, latitude] = area.coordinates;
  return `/#${zoom}/${latitude.toFixed(3)}/${longitude.toFixed(3)}/${allergens[0] ?? "overall"}/${sent.slice(0, 10)}`;
}

const part = (heading, lines) => (lines.length === 0 ? null
  : element("section", {}, element("h3", {}, heading), element("ul", {}, lines.map((line) => element("li", {}, line)))));

/** Shows reports one after the other, on one map. */
export function makeCase(names) {
  const map = stillMap(byId("case-map"));
  const point = L.circleMarker([0, 0], { radius: 9, className: "case-point", interactive: false }).addTo(map);
  attribution().then((words) => { byId("map-credit").textContent = words; });

  return function show(entry) {
    const { alert, strengths, comments, decisions } = entry;
    const [longitude, latitude] = alert.area.coordinates;
    byId("case-heading").textContent = title(alert, names);
    byId("case-facts").replaceChildren(
      element("p", { class: "badges" }, badges(entry)),
      element("p", { class: "hint" }, [
        capitalised(agoName(alert.sent)), text("alert.reports", { count: alert.reports ?? 0 }),
        text("alert.confirmations", { count: alert.confirmations ?? 0 }), placeName(latitude, longitude, 2),
      ].join(" · ")),
      ...alert.symptoms?.length > 0 ? [element("p", {}, capitalised(alert.symptoms.map((key) => known(`symptom.${key}`, key)).join(", ")))] : [],
      ...[
        part(text("moderation.strengths"), Object.entries(strengths).map(([key, count]) =>
          text("moderation.strength", { strength: text(`strength.${key}`), count }))),
        part(text("moderation.comments"), comments.map(({ reporter, comment }) => text("moderation.comment", { comment, name: reporter }))),
        part(text("moderation.history"), decisions.map(decisionWords)),
      ].filter((node) => node));
    byId("case-link").href = mapPath(alert);
    map.invalidateSize();
    point.setLatLng([latitude, longitude]);
    moveTo(map, [latitude, longitude], zoom);
    label("show", text(entry.hidden ? "moderation.showAgain" : "moderation.show"), "S", !entry.hidden && !isOpen(entry));
    label("hide", text(entry.hidden ? "moderation.keepHidden" : "moderation.hide"), "H", Boolean(entry.hidden) && !isOpen(entry));
  };
}

/** A button with its key; without anything to decide it is off. */
export function label(id, words, letter, isOff = false) {
  byId(id).replaceChildren(words, " ", element("kbd", { "aria-hidden": "true" }, letter));
  byId(id).disabled = isOff;
}
