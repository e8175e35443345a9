// Alerts on the map: one exclamation mark each, shaped by kind and paler with age; close alerts share a mark.

import { age, subject } from "./alert-words.js";
import { element, shape } from "./dom.js";
import { text } from "./language.js";
import { rove } from "./rove.js";
import { levelName } from "./words.js";

/** Marks closer than this, in pixels, are joined. */
const closest = 34;
/** From this zoom on, a mark has a label. */
const wordsFrom = 7;
/** The opacity of the oldest alerts. */
const palest = 0.25;

const outlines = {
  user: "M6 3h18a4 4 0 0 1 4 4v13a4 4 0 0 1-4 4h-5.500L15 29l-3.500-5H6a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z",
  station: "M15 2.500 28.500 26h-27z",
  forecast: "M15 1.500 28.500 15 15 28.500 1.500 15z",
};
const marks = {
  user: "M15 7.500v8M15 19.300v.4", station: "M15 10.500v7.500M15 21.800v.4", forecast: "M15 8.500v8M15 20.800v.4",
};

/** A user report points at its place, so that a station there stays visible; warnings are centred on theirs. */
const anchors = { user: [18, 37], station: [18, 18], forecast: [18, 18] };

/**
 * @param {(alerts: object[]) => void} onOpen Receives the alerts of a mark, one or several.
 * @param {(position: number[]) => void} onFocus Receives the position of a mark that gets the keyboard focus.
 */
export function alertLayer(map, nameOf, onOpen, onFocus) {
  const group = L.layerGroup().addTo(map);
  const row = rove(map.getPane("alerts"), ".alert-mark");
  let alerts = [];
  let pulsing = null;
  let isFaded = true;

  /** With `isFaded`, alerts are paler the older they are now. */
  function show(shown, { news = null, isFaded: isLive = true } = {}) {
    alerts = shown;
    isFaded = isLive;
    pulsing = news?.id ?? null;
    draw();
    pulsing = null;
  }

  /** Redraws the marks; the focused one keeps the focus, and so does a row of the list, which names the same alert. */
  function draw() {
    const pane = map.getPane("alerts");
    const focused = pane.contains(document.activeElement) ? document.activeElement.dataset.alert : null;
    group.clearLayers();
    for (const cluster of clusters(map, alerts)) place(cluster).addTo(group);
    leaveRoom(pane);
    map.fire("alertsdrawn");
    attend();
    if (focused) pane.querySelector(`[data-alert="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
    row.rest();
  }

  /** The keyboard only reaches marks in view. */
  function attend() {
    const view = map.getBounds();
    group.eachLayer((marker) => { marker.getElement().inert = !view.contains(marker.getLatLng()); });
  }

  function place(cluster) {
    const [alert] = cluster;
    const words = spoken(cluster, nameOf);
    const marker = L.marker(positionOf(alert), {
      pane: "alerts", riseOnHover: true,
      icon: L.divIcon({ html: picture(cluster, nameOf, map.getZoom(), isFaded), className: "alert-mark", iconSize: [36, 36], iconAnchor: anchors[alert.kind] }),
    });
    marker.on("click", (event) => { L.DomEvent.stop(event); onOpen(cluster); });
    marker.on("add", () => {
      const node = marker.getElement();
      node.setAttribute("role", "button");
      node.setAttribute("aria-label", words);
      node.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        onOpen(cluster);
      });
      node.addEventListener("focus", () => { if (node.matches(":focus-visible")) onFocus(positionOf(alert)); });
      node.dataset.alert = alert.id;
      if (cluster.some(({ id }) => id === pulsing)) node.classList.add("pulse");
    });
    return marker;
  }

  map.on("zoomend", draw);
  map.on("moveend", attend);
  return {
    show,
    inView: () => alerts.filter((alert) => map.getBounds().contains(positionOf(alert))),
  };
}

export const positionOf = ({ area: { coordinates: [longitude, latitude] } }) => [latitude, longitude];

/** Groups alerts that are close at this zoom; groups and their alerts are sorted newest first. */
function clusters(map, alerts) {
  const found = [];
  const newest = [...alerts].sort((a, b) => b.sent.localeCompare(a.sent));
  for (const alert of newest) {
    const point = map.project(positionOf(alert));
    const near = found.find((cluster) => cluster.point.distanceTo(point) < closest);
    if (near) near.alerts.push(alert);
    else found.push({ point, alerts: [alert] });
  }
  return found.map((cluster) => cluster.alerts);
}

/** Hides labels that would overlap another mark or a label already shown. */
function leaveRoom(pane) {
  const taken = [...pane.querySelectorAll(".alert-shape svg")].map((node) => node.getBoundingClientRect());
  for (const words of pane.querySelectorAll(".alert-name")) {
    const own = words.getBoundingClientRect();
    if (taken.some((box) => own.left < box.right && box.left < own.right && own.top < box.bottom && box.top < own.bottom)) {
      words.remove();
    } else {
      taken.push(own);
    }
  }
}

function spoken(cluster, nameOf) {
  const names = [...new Set(cluster.map((alert) => subject(alert, nameOf)))].join(", ");
  if (cluster.length > 1) return text("alerts.cluster", { count: cluster.length, names });
  const [alert] = cluster;
  return [names, alert.level ? levelName(alert.level) : null, text(`alert.kind.${alert.kind}`)].filter(Boolean).join(", ");
}

function picture(cluster, nameOf, zoom, isFaded) {
  const [alert] = cluster;
  const strength = isFaded ? palest + (1 - palest) * (1 - age(alert)) : 1;
  const isAlone = cluster.length === 1;
  return element("span", { class: `alert-shape ${alert.kind} ${alert.level ?? "unrated"}` },
    shape("svg", { viewBox: "0 0 30 30", width: 30, height: 30, "aria-hidden": "true" },
      shape("path", { class: "shade", d: outlines[alert.kind], transform: "translate(0 1.5)" }),
      shape("path", { class: "ground", d: outlines[alert.kind] }),
      shape("path", { class: "tint", d: outlines[alert.kind], "fill-opacity": strength.toFixed(2) }),
      shape("path", { class: "exclamation", d: marks[alert.kind] })),
    isAlone ? null : element("span", { class: "alert-count" }, String(cluster.length)),
    isAlone && zoom >= wordsFrom ? element("span", { class: "alert-name" }, subject(alert, nameOf)) : null);
}
