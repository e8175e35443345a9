// Draws a circle with handles at its centre and its rim.

import { besides, limits } from "./fence-shape.js";
import { makeHandle } from "./handle.js";
import { text } from "./language.js";

const within = (radius) => Math.max(limits.radius.least, Math.min(limits.radius.most, radius));
/** Rounds for display: to hundreds of metres, and from ten kilometres on to whole ones. */
const rounded = (radius) => (radius < 10_000 ? Math.round(radius / 100) * 100 : Math.round(radius / 1000) * 1000);

/** `onChange` is called with `{centre, radius}` whenever the circle changes. */
export function makeCircleEditor(map, onChange) {
  const circle = L.circle([0, 0], { radius: 1, className: "fence", weight: 2.5, interactive: false });
  let [centre, radius] = [null, 5000];
  let handles = null;

  const rim = () => besides(centre, radius, 0);

  function draw() {
    if (!centre) return;
    circle.setLatLng(centre).setRadius(radius).addTo(map);
    if (!handles) addHandles();
    handles.centre.setLatLng(centre);
    handles.rim.setLatLng(rim());
  }

  function addHandles() {
    handles = {
      centre: makeHandle(map, centre, { name: text("area.centre"), look: "centre", onMove: (to) => change({ centre: to }) }),
      rim: makeHandle(map, rim(), {
        name: text("area.rim"), look: "rim", onRest: draw,
        onMove: (to) => {
          radius = within(rounded(map.distance(centre, to)));
          circle.setRadius(radius);
          onChange({ centre, radius });
        },
      }),
    };
  }

  function change(wish) {
    centre = wish.centre ? L.latLng(wish.centre).wrap() : centre;
    radius = wish.radius ?? radius;
    draw();
    if (centre) onChange({ centre, radius });
  }

  return {
    set: change,
    /** A click, or Enter at the crosshair, moves the centre there. */
    add: (position) => change({ centre: position }),
    value: () => (centre ? { centre, radius } : null),
    bounds: () => (centre ? L.latLngBounds(besides(centre, -radius, -radius), besides(centre, radius, radius)) : null),
    hide() {
      circle.remove();
      handles?.centre.remove();
      handles?.rim.remove();
      handles = null;
    },
    draw,
  };
}
