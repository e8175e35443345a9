// Times as recorders write them (ISO 8601, RFC 3339), in whole milliseconds since 1970.

const pattern = /^\s*(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(Z|z|[+-]\d\d(?::?\d\d)?)?)?\s*$/;
const usual = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d\d\d)?(?:Z|[+-]\d\d:\d\d)$/;
const minute = 60_000;
const zero = "0".charCodeAt(0);
const none = { milliseconds: NaN, isZoneless: false, said: undefined };
/** The last day that was read: most times of a file are on the same. */
let [lastDay, lastStart] = ["", NaN];

/**
 * What a text says: its milliseconds, NaN if it is no time, and whether it names no zone and so is taken as UTC; in both of
 * these cases also what it `said`.
 */
export function timeOf(text) {
  if (text === undefined || text === null || text === "") return none;
  // Nearly all are like this, and there may be hundreds of thousands.
  if (usual.test(text) && text.slice(0, 10) === lastDay) {
    const [hour, minutes, second] = [pairAt(text, 11), pairAt(text, 14), pairAt(text, 17)];
    if (hour > 24 || minutes > 59 || second > 60) return { ...none, said: text };
    const zone = text[19] === "." ? 23 : 19;
    const fraction = zone === 23 ? Number(text.slice(20, 23)) : 0;
    const ahead = text.length === zone + 1 ? 0 : offsetOf(text.slice(zone));
    return { milliseconds: lastStart + (hour * 60 + minutes) * minute + second * 1_000 + fraction - ahead, isZoneless: false, said: undefined };
  }
  const parts = pattern.exec(text);
  if (!parts) return { ...none, said: text };
  const [day, hour, minutes, second, fraction, zone] = [text.trim().slice(0, 10), ...parts.slice(4)];
  const start = startOf(day, parts);
  const clock = clockOf(hour, minutes, second, fraction);
  if (Number.isNaN(start) || clock === null) return { ...none, said: text };
  [lastDay, lastStart] = [day, start];
  return { milliseconds: start + clock - offsetOf(zone), isZoneless: zone === undefined, said: zone === undefined ? text : undefined };
}

/** The number that two digits make. */
const pairAt = (text, place) => 10 * text.charCodeAt(place) + text.charCodeAt(place + 1) - 11 * zero;

/** The start of a day in UTC; NaN for one that its month does not have. */
function startOf(day, [, year, month, date]) {
  if (day === lastDay) return lastStart;
  const start = Date.UTC(Number(year), Number(month) - 1, Number(date));
  return new Date(start).getUTCDate() === Number(date) && Number(month) <= 12 ? start : NaN;
}

/** Milliseconds since the start of a day; null for a time that no clock shows. */
function clockOf(hour = "0", minutes = "0", second = "0", fraction = "") {
  if (hour > "24" || minutes > "59" || second > "60") return null;
  const whole = (Number(hour) * 60 + Number(minutes)) * minute + Number(second) * 1_000;
  return fraction === "" ? whole : whole + Number(fraction.slice(0, 3).padEnd(3, "0"));
}

/** Milliseconds by which a zone is ahead of UTC. */
function offsetOf(zone = "Z") {
  if (zone === "Z" || zone === "z") return 0;
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  const ahead = (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * minute;
  return zone.startsWith("-") ? -ahead : ahead;
}

/** A count of milliseconds since 1970, as a number or as text. */
export function momentOf(count) {
  if (count === undefined || count === null || count === "") return none;
  const milliseconds = Math.round(Number(count));
  return { milliseconds, isZoneless: false, said: Number.isNaN(milliseconds) ? count : undefined };
}
