// Draws an area with corners, each of them a handle. New corners are added at the end while the area is open,
// and on the nearest side once it is closed.

import { limits } from "./fence-shape.js";
import { makeHandle } from "./handle.js";
import { text } from "./language.js";

/** A press within this many pixels of a corner selects that corner. */
const reach = 14;

/**
 * @param {L.Map} map
 * @param {(state: {corners: L.LatLng[], isClosed: boolean, selected: number}) => void} onChange
 */
export function makeCornersEditor(map, onChange) {
  const outline = L.polyline([], { className: "fence open", weight: 2.5, interactive: false });
  const filled = L.polygon([], { className: "fence", weight: 2.5, interactive: false });
  let [corners, isClosed, selected, handles] = [[], false, -1, []];

  function outlineOnly() {
    (isClosed ? filled : outline).setLatLngs(corners).addTo(map);
    (isClosed ? outline : filled).remove();
    onChange({ corners, isClosed, selected });
  }

  function draw() {
    clear();
    handles = corners.map((corner, index) => makeHandle(map, corner, {
      name: text("area.corner", { number: index + 1 }), look: index === selected ? "corner selected" : "corner",
      onMove: (to) => { corners[index] = to; outlineOnly(); },
      onPress: () => (index === 0 && canClose() ? close() : select(index)),
      onDelete: () => remove(index),
    }));
    outlineOnly();
  }

  function clear() {
    for (const handle of handles) handle.remove();
    handles = [];
  }

  const canClose = () => !isClosed && corners.length >= limits.corners.least;

  function close() {
    isClosed = true;
    selected = -1;
    draw();
    map.getContainer().focus();
  }

  function select(index) {
    selected = index;
    draw();
    handles[index].getElement().focus();
  }

  function add(position) {
    if (canClose() && [corners[0], corners.at(-1)].some((corner) => isAt(corner, position))) return close();
    if (corners.length >= limits.corners.most) return undefined;
    selected = isClosed ? nearestSide(map, corners, position) + 1 : corners.length;
    corners.splice(selected, 0, L.latLng(position));
    return draw();
  }

  const isAt = (corner, position) =>
    map.latLngToContainerPoint(corner).distanceTo(map.latLngToContainerPoint(position)) <= reach;

  function remove(index = selected < 0 ? corners.length - 1 : selected) {
    corners.splice(index, 1);
    isClosed = isClosed && corners.length >= limits.corners.least;
    selected = Math.min(index, corners.length - 1);
    draw();
    (handles[selected]?.getElement() ?? map.getContainer()).focus();
  }

  return {
    set(wish) {
      [corners, isClosed, selected] = [wish.map((corner) => L.latLng(corner)), wish.length > 0, -1];
      draw();
    },
    add, close, remove, draw,
    value: () => (isClosed ? corners : null),
    bounds: () => (corners.length > 0 ? L.latLngBounds(corners) : null),
    hide() {
      clear();
      outline.remove();
      filled.remove();
    },
  };
}

/** The side of an outline that is nearest to a position, as the index of its first corner. */
function nearestSide(map, corners, position) {
  const points = corners.map((corner) => map.latLngToContainerPoint(corner));
  const point = map.latLngToContainerPoint(position);
  const distances = points.map((from, index) =>
    L.LineUtil.pointToSegmentDistance(point, from, points[(index + 1) % points.length]));
  return distances.indexOf(Math.min(...distances));
}
