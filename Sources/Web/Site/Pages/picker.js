// The choice of layers: a single one, or several combined into a mix ("birch+grass").

import { element } from "./dom.js";
import { locale, text } from "./language.js";
import { isQuiet, layerSections } from "./layer-order.js";
import { rove } from "./rove.js";
import { groupName } from "./words.js";

/** The mix of the reader's allergens. Addresses contain this word, so shared links do not reveal the allergens. */
export const ownLayer = "mine";

/**
 * Builds the choice below `node`. `onChange` is called with the new layer expression.
 *
 * With `hasOwn`, the reader's own mix comes first.
 */
export function makePicker(node, combine, layers, hasOwn, onChange) {
  let chosen = [];
  const buttons = new Map();
  if (hasOwn) {
    buttons.set(ownLayer, element("button", {
      type: "button", class: "chip own", onclick: () => onChange(ownLayer),
    }, text("picker.mine")));
    node.append(element("div", { class: "chips" }, buttons.get(ownLayer)));
  }
  const bars = layerSections(layers, isWhole, locale).map(([group, members], index) => {
    const name = `picker-group-${index}`;
    const bar = element("div", { class: "chips", role: "toolbar", "aria-labelledby": name }, members.map((layer) => {
      // Whole groups say nothing of their own.
      const about = group && isQuiet(layer) ? element("span", { class: "unseen" }, ` (${text("picker.quiet")})`) : null;
      const button = element("button", { type: "button", class: about ? "chip faint" : "chip", onclick: () => choose(layer.id) }, layer.title, about);
      buttons.set(layer.id, button);
      return button;
    }));
    node.append(element("fieldset", {}, element("legend", { id: name }, group ? groupName(group) : text("picker.overview")), bar));
    return rove(bar);
  });
  combine.addEventListener("change", () => {
    if (!combine.checked && chosen.length > 1) onChange(chosen[0]);
  });

  function choose(id) {
    if (!combine.checked || isWhole(id) || chosen.some(isWhole)) return onChange(id);
    const rest = chosen.filter((other) => other !== id);
    if (rest.length === chosen.length) rest.push(id);
    onChange(inOrder(rest.length > 0 ? rest : [id]).join("+"));
  }

  /** A mix has a canonical spelling, whatever the order of clicks: one URL, and one cached tile. */
  const inOrder = (ids) => layers.map((layer) => layer.id).filter((id) => ids.includes(id));

  return {
    /** Marks the layers in an expression. */
    show(expression) {
      chosen = expression.split("+");
      if (chosen.length > 1) combine.checked = true;
      for (const [id, button] of buttons) button.setAttribute("aria-pressed", String(chosen.includes(id)));
      for (const bar of bars) bar.rest();
    },
  };
}

/** Layers that already combine several cannot be part of a mix. */
const isWhole = (id) => id === "overall" || id === ownLayer;
