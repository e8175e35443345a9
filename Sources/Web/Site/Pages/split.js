// Two days beside each other: the shown day left of a line, another one right of it. The line is moved by a slider or by hand.

import { tileTemplate } from "./api.js";
import { adding, isDate } from "./calendar.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { longDate, shortDate } from "./words.js";

/** The order of the other day's pane, directly above the field. */
const order = 301;

/** `page` has the Leaflet `map` and `today`, and tells its `layer()` and `date()`. */
export function makeSplit({ map, today, layer, date }) {
  const [button, row, range, field] = ["compare", "compare-row", "split", "other-date"].map(byId);
  const container = map.getContainer();
  const pane = map.createPane("other");
  const [left, right] = [element("span", { class: "split-day" }), element("span", { class: "split-day" })];
  const handle = element("span", { class: "split-handle" });
  const line = element("div", { class: "split-line", "aria-hidden": "true" }, left, handle, right);
  let other = null;
  let tiles = null;
  pane.style.zIndex = order;

  /** Cuts both fields at the line; lengths are those of the map's panes. */
  function cut() {
    if (!tiles) return;
    const { x: west, y: north } = map.containerPointToLayerPoint([0, 0]);
    const { x: width, y: height } = map.getSize();
    const middle = west + (width * range.value) / 100;
    // WebKit draws nothing of a pane with `clip-path`, because panes have no size of their own.
    const box = (from, to) => `rect(${north}px, ${to}px, ${north + height}px, ${from}px)`;
    map.getPane("field").style.clip = box(west, middle);
    pane.style.clip = box(middle, west + width);
    line.style.left = `${range.value}%`;
  }

  function draw() {
    tiles?.remove();
    tiles = L.tileLayer(tileTemplate(layer(), other, L.Browser.retina ? "@2x" : ""), { pane: "other", maxZoom: 14, updateWhenZooming: false });
    tiles.addTo(map);
    field.value = other;
    [left.textContent, right.textContent] = [date(), other].map(shortDate);
    byId("news").textContent = text("compare.told", { left: longDate(date()), right: longDate(other) });
    cut();
  }

  function end() {
    tiles.remove();
    tiles = null;
    line.remove();
    map.getPane("field").style.clip = "";
  }

  function toggle() {
    const isOn = tiles === null;
    button.setAttribute("aria-pressed", String(isOn));
    row.hidden = !isOn;
    row.parentElement.classList.toggle("comparing", isOn);
    container.classList.toggle("comparing", isOn);
    if (!isOn) return end();
    other = date() === today ? adding(today, 1) : today;
    container.append(line);
    return draw();
  }

  range.addEventListener("input", cut);
  field.addEventListener("change", () => {
    if (!isDate(field.value)) return;
    other = field.value;
    draw();
  });
  handle.addEventListener("pointerdown", (event) => {
    L.DomEvent.stop(event);
    handle.setPointerCapture(event.pointerId);
  });
  handle.addEventListener("pointermove", (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const box = container.getBoundingClientRect();
    range.value = (100 * (event.clientX - box.left)) / box.width;
    cut();
  });
  L.DomEvent.disableClickPropagation(handle);
  map.on("move zoomend resize", cut);
  return {
    toggle,
    /** Follows the page's layer and day. */
    renew() { if (tiles) draw(); },
  };
}
