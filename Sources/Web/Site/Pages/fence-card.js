// A place as a card: a small map, its allergens, and its actions.

import { nearestTown } from "./api.js";
import { element } from "./dom.js";
import { boundsOf, fenceLayer, middle } from "./fence-shape.js";
import { text } from "./language.js";
import { stillMap } from "./plain-map.js";
import { levelName, mediumDate, number, placeName } from "./words.js";

/** Maps are drawn when they scroll into view, since there may be fifty. */
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    draw(target, cards.get(target));
  }
}, { rootMargin: "200px" });
/** The fence of each map, and the line about its area. */
const cards = new WeakMap();

function draw(node, { fence, line }) {
  tellTown(fence, line);
  const map = stillMap(node);
  fenceLayer(fence).addTo(map);
  map.fitBounds(boundsOf(fence), { padding: [22, 22], maxZoom: 13 });
}

export function fenceCard(fence, names, onRemove) {
  const map = element("div", { class: "fence-map", "aria-hidden": "true" });
  const line = element("p", { class: "hint" }, areaWords(fence));
  cards.set(map, { fence, line });
  seen.observe(map);
  return element("article", { class: "card fence-card", "data-fence-id": fence.id },
    map,
    element("div", { class: "facts" }, element("h3", {}, fence.name), line,
      facts(fence, names).map((words) => element("p", { class: "hint" }, words))),
    element("p", { class: "line" },
      element("a", { class: "quiet", href: `#${fence.id}`, "aria-label": `${text("places.edit")}: ${fence.name}` }, text("places.edit")),
      element("button", {
        class: "quiet", type: "button", "aria-label": `${text("places.remove")}: ${fence.name}`, onclick: onRemove,
      }, text("places.remove"))));
}

function facts(fence, names) {
  const { quietHours: quiet, active } = fence;
  return [
    watchWords(fence, names),
    quiet ? text("fence.quietIs", quiet) : null,
    active?.from || active?.until ? daysWords(active) : null,
  ].filter((words) => words);
}

function areaWords(fence) {
  const { lat, lng } = middle(fence);
  const place = placeName(lat, lng, 2);
  if (fence.area.type === "Point") return text("area.circle.words", { radius: number(fence.radius / 1000), place });
  return text("area.corners.words", { place });
}

/** Says near which town an area is, instead of its coordinates, if one is near. */
async function tellTown(fence, line) {
  const town = await nearestTown(middle(fence)).catch(() => null);
  if (!town) return;
  line.textContent = fence.area.type === "Point"
    ? text("area.circle.near", { radius: number(fence.radius / 1000), town: town.name }) : text("area.corners.near", { town: town.name });
}

/** The allergens that it watches; a long list is shown as a number. */
function watchWords({ allergens, watches }, names) {
  const said = allergens.length > 0
    ? allergens.map(({ allergen, level }) => names.name(allergen) + (level ? ` (${text("watch.from", { level: levelName(level) })})` : ""))
    : watches.map(({ allergen }) => names.name(allergen));
  if (said.length === 0) return text("watch.nothing");
  const list = said.length > 5 ? text("watch.andMore", { names: said.slice(0, 4).join(", "), count: said.length - 4 }) : said.join(", ");
  return allergens.length > 0 ? list : text("watch.ofProfile", { names: list });
}

function daysWords({ from, until }) {
  if (from && until) return text("fence.daysAre", { from: mediumDate(from), until: mediumDate(until) });
  return from ? text("fence.daysFrom", { from: mediumDate(from) }) : text("fence.daysUntil", { until: mediumDate(until) });
}
