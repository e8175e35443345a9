// A list of time zones: the device's own first, then all others by the part of the world.

import { element } from "./dom.js";
import { locale, text } from "./language.js";
import { zoneName, zonesByPart } from "./zone-names.js";

/** The time zone of this device. */
export const zoneHere = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** How many names are made at once: each needs a formatter, which takes a phone a millisecond. */
const most = 20;

const option = (zone) => element("option", { value: zone }, zoneName(zone, locale));
const has = (list, zone) => [...list.options].some(({ value }) => value === zone);

/**
 * Fills a list with the zones, after the options that it has: most of them once it is in sight.
 *
 * The one that is chosen stays so.
 */
export function fillZones(list) {
  list.append(element("optgroup", { label: text("zone.here") }, option(zoneHere)));
  const sight = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    sight.disconnect();
    addOthers(list);
  });
  sight.observe(list);
}

async function addOthers(list) {
  const known = Intl.supportedValuesOf?.("timeZone") ?? [];
  for (const [label, zones] of zonesByPart(known, locale, (part) => text(`zone.${part}`))) {
    const group = element("optgroup", { label });
    list.append(group);
    for (let begin = 0; begin < zones.length; begin += most) {
      group.append(...zones.slice(begin, begin + most).filter((zone) => !has(list, zone)).map(option));
      await new Promise((done) => { setTimeout(done); });
    }
  }
}

/** Chooses a zone, which the browser need not list: the server may use an old name. */
export function chooseZone(list, zone) {
  if (!has(list, zone)) list.querySelector("optgroup").before(option(zone));
  list.value = zone;
}
