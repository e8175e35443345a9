// The sources of the data: the owners of stations, the feeds with their licences, the numerical models, and the basemap.

import { byId, element } from "./dom.js";
import { known, text } from "./language.js";
import { agoName } from "./times.js";

/** Shows all sources; `feeds` are the feeds that this service fetches. */
export function showSources(stations, { background, layers }, feeds) {
  const owners = new Map();
  for (const { properties: { attribution, simulated } } of stations) {
    const owner = simulated ? text("banner.demonstration") : attribution?.replace(/^source:\s*/i, "");
    if (owner) owners.set(owner, (owners.get(owner) ?? 0) + 1);
  }
  byId("providers").replaceChildren(
    ...[...owners].map(([owner, count]) => row(owner, text("about.sources.stations", { count }))),
    ...feeds.map((feed) => row(feed.title, ...factsOf(feed))),
    ...[...new Set(layers.flatMap(({ models }) => models ?? []))].map((credit) => row(credit, text("about.sources.model"))));
  const grounds = new Set([background, background?.lines].map((tiles) => tiles?.attribution).filter(Boolean));
  byId("ground").textContent = grounds.size > 0 ? text("about.sources.ground", { attribution: [...grounds].join(" · ") }) : "";
}

const factsOf = ({ licence, state, lastSuccess }) => [
  text("about.sources.licence", { licence }),
  lastSuccess ? text("about.sources.fetched", { time: agoName(lastSuccess) }) : null,
  known(`about.feed.${state}`, null),
];

const row = (name, ...facts) => element("li", {}, element("span", { class: "what" },
  element("b", {}, name), element("span", { class: "small" }, facts.filter(Boolean).join(" · "))));
