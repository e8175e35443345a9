// Names of time zones as people read them.

/** The part of the world that each first part of an identifier stands for. */
const parts = {
  Africa: "africa", America: "america", Antarctica: "antarctica", Arctic: "europe", Asia: "asia", Atlantic: "atlantic",
  Australia: "pacific", Europe: "europe", Indian: "indian", Pacific: "pacific",
};

/**
 * A zone by its city and what its clocks show now, such as `Zurich (GMT+1)`.
 *
 * @param identifier A name of the IANA database; one that this browser does not know has no offset.
 */
export function zoneName(identifier, locale, now = Date.now()) {
  const city = cityOf(identifier);
  // `GMT` and `UTC` are offsets themselves.
  const offset = identifier.includes("/") ? offsetOf(identifier, locale, now) : null;
  return offset === null ? city : `${city} (${offset})`;
}

/** `America/Indiana/Tell_City` is Tell City in Indiana. */
const cityOf = (identifier) => (identifier.includes("/") ? identifier.split("/").slice(1).reverse().join(", ").replaceAll("_", " ") : identifier);

function offsetOf(timeZone, locale, now) {
  try {
    const said = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "shortOffset" }).formatToParts(now);
    return said.find(({ type }) => type === "timeZoneName").value;
  } catch {
    return null;
  }
}

/**
 * Zones by the part of the world, both in the order of their names.
 *
 * @param nameOf The name of a part, such as `europe`.
 * @returns Pairs of a name and identifiers.
 */
export function zonesByPart(identifiers, locale, nameOf) {
  const groups = new Map();
  for (const identifier of identifiers) {
    const first = identifier.split("/")[0];
    const name = first in parts ? nameOf(parts[first]) : first;
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(identifier);
  }
  const byName = (one, other) => one.localeCompare(other, locale);
  return [...groups].sort(([one], [other]) => byName(one, other))
    .map(([name, zones]) => [name, zones.sort((one, other) => byName(cityOf(one), cityOf(other)))]);
}
