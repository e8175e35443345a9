// A handle on a map: dragged, or moved with the arrow keys, and large enough for a finger.

import { element } from "./dom.js";
import { moveByKeys } from "./pin.js";

const size = 44;

/**
 * Puts a handle on a map.
 *
 * @param {L.Map} map
 * @param {L.LatLng} position
 * @param {{name: string, look: string, onMove: (position: L.LatLng) => void, onRest?: () => void,
 *   onPress?: () => void, onDelete?: () => void}} options `onMove` comes at every step, `onRest` when it is let go.
 */
export function makeHandle(map, position, { name, look, onMove, onRest, onPress, onDelete }) {
  const marker = L.marker(position, {
    draggable: true, autoPan: true, keyboard: true, title: "",
    icon: L.divIcon({ html: element("span"), className: `handle ${look}`, iconSize: [size, size] }),
  }).addTo(map);
  const node = marker.getElement();
  node.setAttribute("role", "button");
  node.setAttribute("aria-label", name);
  marker.on("drag", () => onMove(marker.getLatLng()));
  marker.on("dragend", () => onRest?.());
  marker.on("click", (event) => { L.DomEvent.stop(event); onPress?.(); });
  moveByKeys(node, map, () => marker.getLatLng(), (to) => {
    marker.setLatLng(to);
    onMove(to);
    onRest?.();
  });
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      event.stopPropagation();
      onPress?.();
    } else if (onDelete && (event.key === "Delete" || event.key === "Backspace")) {
      event.preventDefault();
      onDelete();
    }
  });
  return marker;
}
