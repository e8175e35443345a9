// The names beside the stations' marks.

import { boxAround, overlap } from "./boxes.js";
import { element } from "./dom.js";
import { radius } from "./station-mark.js";

/** The zoom from which stations have names. */
const named = 4;

/** `labels` are the basemap's. */
export function stationNames(map, labels) {
  const group = L.layerGroup().addTo(map);

  /**
   * Writes the names that fit beside their marks without touching each other or the basemap's names of other places;
   * later marks have higher values and come first.
   */
  function write(marks) {
    group.clearLayers();
    if (marks.length === 0 || map.getZoom() < named) return;
    const written = labelsOnMap();
    // Names that turn out to be in the way would vanish again.
    if (!written) return;
    const size = map.getSize();
    const placeOf = ({ marker }) => map.latLngToContainerPoint(marker.getLatLng());
    const taken = [...marks.map((mark) => boxAround(placeOf(mark), 5, 5)), ...boxesOfAlerts()];
    for (const mark of [...marks].reverse()) {
      const place = placeOf(mark);
      if (place.x < 0 || place.y < 0 || place.x > size.x || place.y > size.y) continue;
      const { name } = mark.feature.properties;
      // A mark covers the beginning of its town's name: the station's name takes that place.
      const isOwn = (label) => label.kind !== "country" && overlap(boxAround(place, radius, radius), label);
      const own = written.filter(isOwn);
      const inTheWay = [...taken, ...written.filter((label) => !isOwn(label))];
      const side = sidesOf(place, name.length * 6.6 + 6)
        .filter(({ box }) => own.every((label) => hides(box, label)))
        .find(({ box }) => box.left >= 0 && box.right <= size.x && !inTheWay.some((other) => overlap(box, other)));
      if (!side) continue;
      taken.push(side.box);
      add(name, mark.marker.getLatLng(), side);
    }
  }

  function add(name, position, { className, anchor }) {
    L.marker(position, {
      pane: "names", interactive: false, keyboard: false,
      icon: L.divIcon({ html: element("span", {}, name), className, iconSize: null, iconAnchor: [anchor, 8] }),
    }).addTo(group);
  }

  /** The basemap's names with their boxes on the map's container; `null` while they are fetched. */
  function labelsOnMap() {
    const { x, y } = map.getPixelBounds().min;
    return labels.inView()?.map(({ kind, left, top, right, bottom }) => (
      { kind, left: left - x, top: top - y, right: right - x, bottom: bottom - y })) ?? null;
  }

  /** The boxes of alert marks and labels, which names must avoid. */
  function boxesOfAlerts() {
    const { left: x, top: y } = map.getContainer().getBoundingClientRect();
    return [...map.getPane("alerts").querySelectorAll(".alert-shape svg, .alert-name")].map((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      // A speech bubble narrows to a tip, with room beside it.
      const tip = node.closest(".user") && node.matches("svg") ? 6 : 0;
      return { left: left - x, right: right - x, top: top - y, bottom: bottom - tip - y };
    });
  }

  return { write };
}

/** Where a name of a width may stand: after its mark, or else before it. */
function sidesOf({ x, y }, width) {
  const [top, bottom] = [y - 8, y + 8];
  return [
    { className: "name", anchor: -10, box: { left: x + 9, right: x + 9 + width, top, bottom } },
    { className: "name before", anchor: 10, box: { left: x - 9 - width, right: x - 9, top, bottom } },
  ];
}

/** Whether a name in a box hides a label: it is on the same line, and on the same side. */
const hides = (box, label) => overlap(box, label) && Math.abs(label.top + label.bottom - box.top - box.bottom) < 6;
