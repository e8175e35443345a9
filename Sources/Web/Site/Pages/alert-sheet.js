// One alert: what, when and by whom, and how the reader can respond.

import { ask } from "./account-api.js";
import { positionOf } from "./alert-layer.js";
import { alertRows } from "./alert-rows.js";
import { isOver, subject } from "./alert-words.js";
import { byId, element } from "./dom.js";
import { say, wording } from "./form.js";
import { text } from "./language.js";
import { agoName, timeName } from "./times.js";
import { badge } from "./sheet.js";
import { sourceLinks } from "./source-links.js";
import { capitalised, distanceName, levelName, quantity } from "./words.js";

const reasons = ["false", "offensive", "spam"];

/** What is known of allergens that the body confuses; the page brings it along. */
const throughSources = () => JSON.parse(byId("through-sources").textContent)["alert.through"];

/**
 * @param {(position: {lat: number, lng: number}) => void} onAir
 * @param {() => void} onChange Called after the reader has responded to an alert.
 */
export function makeAlertSheet(sheet, nameOf, mine, onAir, onChange) {
  /** Shows one alert, or the list of several. */
  function open(alerts) {
    if (alerts.length === 1) return sheet.open(subject(alerts[0], nameOf), body(alerts[0]));
    sheet.open(text("alerts.several"),
      element("ul", { class: "alert-list" }, alertRows(alerts, nameOf, (alert) => open([alert]))));
  }

  const body = (alert) => [
    facts(alert), when(alert), people(alert), because(alert),
    alert.kind === "user" && !isOver(alert) ? acts(alert) : null,
    element("button", { class: "link", type: "button", onclick: () => onAir(placeOf(alert)) }, text("alert.air")),
    element("p", { class: "small sheet-end" }, text("notMedical")),
  ];

  function because(alert) {
    const through = alert.allergens.map((key) => mine.through(key)).find(Boolean);
    const isOwn = alert.allergens.some((key) => mine.names(key));
    return through && !isOwn
      ? element("p", { class: "small" }, text("alert.through", { name: nameOf(through) }), " ", sourceLinks(throughSources())) : null;
  }

  function acts(alert) {
    if (!mine.account) {
      const back = encodeURIComponent(`/${location.hash}`);
      return element("p", {}, element("a", {
        class: "quiet wide as-button", href: `/sign-in?return=${back}`,
      }, text("alert.signIn")));
    }
    // What came over the stream says who reports.
    const place = element("div", { class: "alert-acts", "aria-busy": "true" }, byLine(alert));
    showActs(place, alert);
    return place;
  }

  /** Asks the server what the reader has said about an alert, and offers what remains to be said. */
  async function showActs(place, alert) {
    try {
      const part = await ask("GET", pathOf(alert, "mine"));
      place.replaceChildren(...[byLine(part)].filter(Boolean), ...(part.reported ? withdrawal(alert) : [...confirmation(alert, part.confirmed), part.flagged ? flagged() : flagging(alert)]));
    } catch (error) {
      const status = element("p", { class: "small", role: "status" });
      place.append(status);
      complain(status, error);
    }
    place.removeAttribute("aria-busy");
  }

  function withdrawal(alert) {
    const status = element("p", { class: "small", role: "status" });
    const button = element("button", { class: "quiet wide", type: "button", onclick: withdraw }, text("alert.withdraw"));
    async function withdraw() {
      button.disabled = true;
      try {
        await ask("DELETE", pathOf(alert));
        button.remove();
        say(status, text("alert.withdrawn"));
        onChange();
      } catch (error) {
        complain(status, error);
        button.disabled = false;
      }
    }
    return [element("p", { class: "hint" }, text("alert.own")), button, status];
  }

  function confirmation(alert, wasConfirmed) {
    let isConfirmed = wasConfirmed;
    const status = element("p", { class: "small", role: "status" });
    const button = element("button", { class: "quiet wide", type: "button", onclick: toggle });
    const label = () => {
      button.setAttribute("aria-pressed", String(isConfirmed));
      button.textContent = text(isConfirmed ? "alert.retract" : "alert.confirm");
    };
    async function toggle() {
      const holds = !isConfirmed;
      button.disabled = true;
      try {
        const answer = await ask(holds ? "POST" : "DELETE", pathOf(alert, "confirmations"), holds ? {} : undefined);
        isConfirmed = holds;
        const former = { ...alert, confirmations: Math.max(0, (alert.confirmations ?? 0) - 1) };
        showCount(button.closest("#sheet-body"), alert, answer ?? former);
        say(status, text(holds ? "alert.confirmed" : "alert.retracted"));
        onChange();
      } catch (error) {
        complain(status, error);
      }
      button.disabled = false;
      label();
      button.focus();
    }
    label();
    return [button, status];
  }

  /** Updates an alert after the reader's confirmation. */
  function showCount(place, alert, { confirmations, expires }) {
    Object.assign(alert, { confirmations, expires });
    place.querySelector(".alert-counts").textContent = counts(alert);
    place.querySelector(".alert-ending").textContent = ending(alert);
  }

  const flagged = () => element("p", { class: "hint flagged" }, text("alert.flagged"));

  function flagging(alert) {
    const status = element("p", { class: "small", role: "status" });
    const flag = async (reason) => {
      try {
        await ask("POST", pathOf(alert, "flags"), { reason });
        say(status, text("alert.flagged"));
      } catch (error) {
        complain(status, error);
      }
    };
    return element("details", { class: "flag" },
      element("summary", {}, text("alert.flag")),
      element("p", { class: "small" }, text("alert.flagHint")),
      element("div", { class: "chips" }, reasons.map((reason) =>
        element("button", { class: "chip", type: "button", onclick: () => flag(reason) }, text(`alert.flag.${reason}`)))),
      status);
  }

  return { open };
}

const pathOf = ({ id }, ...below) => ["/v1/alerts", encodeURIComponent(id), ...below].join("/");

/** Shows what went wrong, and links to the consent if one is missing. */
function complain(status, error) {
  if (error.kind !== "consent-required") return say(status, wording(error), true);
  status.replaceChildren(element("a", { href: "/account" }, text("alert.consent")));
}

const placeOf = (alert) => {
  const [lat, lng] = positionOf(alert);
  return { lat, lng };
};

function facts({ kind, level, value, unit, symptoms }) {
  const number = typeof value === "number" ? quantity(value, unit) : null;
  return [
    element("p", { class: "alert-facts" }, element("span", { class: `kind-mark ${kind}`, "aria-hidden": "true" }, "!"),
      element("span", {}, capitalised(text(`alert.kind.${kind}`)), level ? ": " : "",
        level ? element("strong", {}, [levelName(level), number].filter(Boolean).join(", ")) : null)),
    symptoms?.length > 0
      ? element("p", {}, capitalised(symptoms.map((symptom) => text(`symptom.${symptom}`)).join(", "))) : null,
  ];
}

const ending = (alert) => text(isOver(alert) ? "alert.ended" : alert.kind === "user" ? "alert.until" : "alert.ends",
  { time: timeName(alert.expires) });

function when(alert) {
  const { sent, stationName, basis } = alert;
  return [
    element("p", {}, element("time", { datetime: sent }, `${capitalised(agoName(sent))} · ${timeName(sent)}`)),
    stationName ? element("p", { class: "hint" }, `${text("alert.at", { station: stationName })} `,
      basis === "simulated" ? badge(text("badge.simulated")) : null) : null,
    element("p", { class: "hint alert-ending" }, ending(alert)),
  ];
}

const counts = ({ reports, confirmations }) => capitalised([
  text("alert.reports", { count: reports ?? 1 }), text("alert.confirmations", { count: confirmations ?? 0 }),
].join(" · "));

function people(alert) {
  const { kind, comment, distance, fences } = alert;
  if (kind !== "user") return nearness(distance, fences);
  return [
    comment ? element("blockquote", { class: "comment" }, comment) : null,
    element("p", { class: "hint alert-counts" }, counts(alert)), nearness(distance, fences),
  ];
}

/** Who reports, with the badge of experts, if the reader may know. */
const byLine = ({ reporter, expert }) => (reporter
  ? element("p", { class: "hint" }, capitalised(text("alert.by", { name: reporter })),
    expert ? [" ", element("span", { class: "badge expert" }, text("article.expert"))] : null)
  : null);

const nearness = (distance, fences) => (typeof distance === "number" && fences?.length > 0
  ? element("p", { class: "hint" }, `${fences.join(", ")}: ${distanceName(distance)}`) : null);
