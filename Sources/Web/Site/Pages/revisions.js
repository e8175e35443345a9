// Changes of values: the old value, who changed it and when, newest change first.

import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { moreButton, table, tableRow } from "./table.js";
import { periodName, timeName } from "./times.js";
import { capitalised, doubtsName, number } from "./words.js";

const columns = ["changed", "period", "allergen", "before", "after", "by"];

export function makeRevisions(operator, nameOf) {
  const zone = operator.station.timeZone;
  let next;
  let body = null;

  async function load() {
    next = undefined;
    body = element("tbody");
    byId("revisions").replaceChildren();
    await more();
  }

  /** Appends a page, unless something else is shown by then. */
  async function more() {
    const [list, place] = [body, next];
    try {
      const page = await operator.revisions(place);
      if (list !== body || place !== next) return;
      next = page.next;
      body.append(...page.revisions.map((revision) => tableRow(columns, [
        timeName(revision.changed, zone), periodName(revision, zone), capitalised(nameOf(revision.allergen)),
        value(revision.former), value(revision.current), who(revision),
      ])));
      draw();
    } catch (error) {
      byId("revisions").append(element("p", { class: "error", role: "alert" }, error.message));
    }
  }

  function draw() {
    if (body.childElementCount === 0) {
      byId("revisions").replaceChildren(element("p", {}, text("revisions.none")));
      return;
    }
    byId("revisions").replaceChildren(table({ "aria-labelledby": "revisions-heading" }, columns, body));
    if (next) byId("revisions").append(moreButton(more));
  }

  return { load };
}

/** A value with its detection limit and its quality, where they are not the usual ones. */
function value(kept) {
  const words = kept.detectionLimit === undefined ? number(kept.value) : `< ${number(kept.detectionLimit)}`;
  if (kept.quality === "valid") return words;
  const trust = element("span", { class: "hint", title: doubtsName(kept) || null }, text(`quality.${kept.quality}`));
  return [words, " ", trust];
}

/** Who changed it: a key by label and public part, a feed by name, or somebody with the command line. */
function who({ by, name, label }) {
  if (by === "command") return text("by.command");
  const parts = [text(`by.${by}`), " ", element("b", {}, label ?? name)];
  return label ? [...parts, element("span", { class: "hint" }, ` ${name}`)] : parts;
}
