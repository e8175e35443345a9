// The order of layers in a choice: those with a season first, and names in the order of the reader's language.

/** The order of the groups; one that is not here comes last. */
const order = ["tree", "grass", "weed", "spore", "pollutant"];
/** The layer of everything, before all others. */
const everything = "overall";

/**
 * Layers in sections: whole groups first, then the members of each group.
 *
 * @param isWhole Whether a layer, by its identifier, combines several.
 * @returns Pairs of a group and its layers; the first section has no group. Sections without layers are left out.
 */
export function layerSections(layers, isWhole, locale) {
  const groups = new Set(layers.map(({ group }) => group).filter(Boolean));
  const isOverview = ({ id, group }) => !group || isWhole(id) || groups.has(id);
  const byTitle = (one, other) => one.title.localeCompare(other.title, locale);
  const overview = layers.filter(isOverview)
    .sort((one, other) => Number(other.id === everything) - Number(one.id === everything) || byTitle(one, other));
  const place = (group) => (order.includes(group) ? order.indexOf(group) : order.length);
  const members = [...groups].sort((one, other) => place(one) - place(other)).map((group) => [group,
    layers.filter((layer) => layer.group === group && !isOverview(layer))
      .sort((one, other) => Number(isQuiet(one)) - Number(isQuiet(other)) || byTitle(one, other))]);
  return [[null, overview], ...members].filter(([, found]) => found.length > 0);
}

/** Whether nothing of a layer was in the air in the past year, so that its map is empty. */
export const isQuiet = ({ peak }) => !peak;
