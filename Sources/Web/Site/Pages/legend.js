// The legend: the colour, word and range of each level.

import * as api from "./api.js";
import { byId, colour, element, swatch } from "./dom.js";
import { figureOf, inkOn } from "./figures.js";
import { text } from "./language.js";
import { noneColour } from "./ramp.js";
import { levelName, number, unitName } from "./words.js";

/** `members` names the layers of a mix, if the title does not. */
export function showLegend(title, members, mixed, { unit, classes }) {
  byId("legend-heading").textContent = title;
  byId("summary-layer").textContent = title;
  byId("mix-hint").hidden = !mixed;
  byId("mix-hint").textContent = [members ? `${members}.` : "", text("legend.mix")].join(" ").trim();
  byId("summary-ramp").replaceChildren(...classes.map((row) => {
    const part = element("span");
    part.style.backgroundColor = colour(row.color);
    return part;
  }));
  const isIndex = !unit || unit === "index";
  byId("legend").replaceChildren(
    element("thead", {}, element("tr", {},
      element("th", { scope: "col" }, text("column.level")),
      element("th", { scope: "col" }, isIndex ? text("legend.index") : unitName(unit)))),
    element("tbody", {},
      noneRow(classes),
      classes.map((row) => element("tr", {},
        element("th", { scope: "row" }, figured(row.level, row.color), levelName(row.level)),
        element("td", {}, range(row)))),
      ["pale", "striped"].map((kind) => element("tr", {},
        element("th", { scope: "row" }, marked(kind, classes), text(`legend.${kind}`)),
        element("td", {}, text(`legend.${kind}.means`)))),
      element("tr", {},
        element("th", { scope: "row" }, levelSwatch(null), levelName(null)),
        element("td", {}, text("legend.absent")))));
}

/** "None" means that it was looked for and not found: it has its own row, so that nobody takes it for "no data". */
function noneRow(classes) {
  if (classes.some((row) => row.level === "none")) return null;
  const first = classes[0]?.from;
  return element("tr", {},
    element("th", { scope: "row" }, figured("none", levelColour("none", new Map())), levelName("none")),
    element("td", {}, isNumber(first) && first > 0 ? text("legend.under", { value: number(first) }) : "0"));
}

/** The square of a kind of drawing, in the colour of a level in the middle. */
function marked(kind, classes) {
  const node = element("span", { class: `swatch ${kind}`, "aria-hidden": "true" });
  node.style.setProperty("--shown", colour(classes[Math.floor(classes.length / 2)]?.color));
  return node;
}

/** A level's square, with its digit as on the map. */
function figured(level, fill) {
  const node = swatch(fill);
  node.textContent = figureOf(level);
  node.style.color = inkOn(fill);
  return node;
}

const isNumber = (value) => typeof value === "number";

function range({ from, to }) {
  if (!isNumber(to)) return isNumber(from) ? text("legend.more", { value: number(from) }) : "";
  if (!isNumber(from)) return text("legend.upTo", { value: number(to) });
  return from === to ? number(from) : text("legend.range", { from: number(from), to: number(to) });
}

/** The colour of each level in this legend. */
export const levelColours = ({ classes }) => new Map(classes.map((row) => [row.level, row.color]));

/** The colour of each level over all allergens; the former colours, if any, while there is no network. */
export const overallColours = (former = new Map()) => api.legend("overall").then(levelColours).catch(() => former);

/** The colour of a level; none is white unless the legend says otherwise. */
export const levelColour = (level, colours) => colour(colours.get(level) ?? (level === "none" ? noneColour() : ""));

/** A level's square; dashed and empty without a level. */
export function levelSwatch(level, colours) {
  if (level) return swatch(levelColour(level, colours));
  return element("span", { class: "swatch absent", "aria-hidden": "true" });
}
