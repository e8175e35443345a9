// A pin on a map, dragged or moved with the arrow keys: in small steps, or with Shift in large ones.

import { element, shape } from "./dom.js";

const directions = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** Map pixels per press of an arrow key. */
const [step, stride] = [8, 64];

/**
 * Puts a pin on a map.
 *
 * @param {L.Map} map
 * @param {{name: string, onMove: (position: L.LatLng) => void}} options `name` is its accessible name.
 */
export function makePin(map, { name, onMove }) {
  const marker = L.marker(map.getCenter(), {
    draggable: true, autoPan: true, keyboard: true, title: "",
    icon: L.divIcon({ html: drawing(), className: "pin", iconSize: [44, 44], iconAnchor: [22, 42] }),
  });
  marker.on("drag", () => onMove(marker.getLatLng().wrap()));

  function set(position) {
    marker.setLatLng(position);
    if (!map.hasLayer(marker)) add();
    onMove(marker.getLatLng().wrap());
  }

  function add() {
    marker.addTo(map);
    const node = marker.getElement();
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", name);
    moveByKeys(node, map, () => marker.getLatLng(), set);
  }

  return { set, place: () => (map.hasLayer(marker) ? marker.getLatLng().wrap() : null) };
}

/** Lets the arrow keys move the object at a position of a map; the map follows at the edge of the view. */
export function moveByKeys(node, map, place, onMove) {
  node.addEventListener("keydown", (event) => {
    const direction = directions[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    const distance = event.shiftKey ? stride : step;
    const point = map.latLngToContainerPoint(place()).add(direction.map((part) => part * distance));
    const position = map.containerPointToLatLng(point);
    onMove(position);
    if (!map.getBounds().pad(-0.1).contains(position)) map.panTo(position, { animate: false });
  });
}

const drawing = () => element("span", {}, shape("svg", { viewBox: "0 0 44 44", width: 44, height: 44, "aria-hidden": "true" },
  shape("path", { d: "M22 42C13 32 9 25.500 9 18a13 13 0 0 1 26 0c0 7.500-4 14-13 24z" }),
  shape("circle", { cx: 22, cy: 18, r: 5 })));
