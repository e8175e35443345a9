// The alerts in force that concern the reader or the persons in their care, linked to the map.

import { allergenName, isOver, subject } from "./alert-words.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { agoName } from "./times.js";
import { distance } from "./today-household.js";
import { levelName } from "./words.js";

/** A report's position is only known to within a cell of one kilometre. */
const tolerance = 1000;
/** The number of alerts shown at once; the others can be expanded. */
const first = 3;
const longest = 40;

/** Shows the alerts near the places, and those in the inbox that are still in force; `own` has those that the reader reported. */
export function showAlertsOf(households, { alerts, inbox, own }, nameOf) {
  const told = inbox.map((entry) => entry.alert).filter((alert) => alert.message !== "cancel" && !isOver(alert));
  const near = alerts.filter((alert) => households.some((household) => concerns(household, alert)));
  const found = [...new Map([...told, ...near].map((alert) => [alert.id, alert])).values()]
    .sort((a, b) => b.sent.localeCompare(a.sent));
  byId("alerts").hidden = found.length === 0;
  const rows = found.slice(0, longest).map((alert) => row(alert, own.has(alert.id), nameOf));
  byId("alert-list").replaceChildren(...rows.slice(0, first));
  byId("more-alerts").hidden = rows.length <= first;
  byId("more-alerts-count").textContent = text("today.moreAlerts", { count: rows.length - first });
  byId("more-alert-list").replaceChildren(...rows.slice(first));
}

/** The number of people who have reported symptoms near the places, apart from the reader. */
export const reportedNear = (households, { alerts, own }) => alerts
  .filter((alert) => alert.kind === "user" && households.some(({ places }) => isNear(places, alert)))
  .reduce((sum, { id, reports }) => sum + (reports ?? 1) - (own.has(id) ? 1 : 0), 0);

const concerns = ({ mine, places }, alert) =>
  (!mine.isKnown || mine.isConcernedBy(alert))
  && isNear(places, alert);

const isNear = (places, alert) => places.some((place) => distance(place, positionOf(alert)) <= place.reach + tolerance);

const positionOf = ({ area: { coordinates: [lng, lat] } }) => ({ lat, lng });

function row(alert, isOwn, nameOf) {
  const { lat, lng } = positionOf(alert);
  const comment = alert.comment ? `“${alert.comment}”` : null;
  const said = [isOwn ? null : text(`alert.kind.${alert.kind}`), alert.stationName, comment, agoName(alert.sent)];
  const name = alert.allergens.map((key) => allergenName(key, nameOf)).join(", ") || text("alert.notSure");
  return element("li", {},
    element("span", { class: `kind-mark ${alert.kind}`, "aria-hidden": "true" }, "!"),
    element("span", { class: "what" },
      element("strong", {}, [subject(alert, nameOf), alert.level ? levelName(alert.level) : null].filter(Boolean).join(": ")),
      isOwn ? element("span", {}, element("span", { class: "badge own" }, text("today.ownReport"))) : null,
      element("span", { class: "small" }, said.filter(Boolean).join(" · "))),
    element("a", {
      class: "quiet", href: `/#12/${lat.toFixed(3)}/${lng.toFixed(3)}`, "aria-label": text("today.alertOnMap", { name }),
    }, text("today.onMap")));
}
