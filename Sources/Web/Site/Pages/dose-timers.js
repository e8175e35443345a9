// Times of doses, and until when the clinic's own figures reach after one.

const minutesOfDay = 1440;
/** Doses from this time on are evening doses. */
const evening = 17 * 60;

/** The minutes of a time of the day. */
const minutesOf = (time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The time of this device, as `HH:MM`. */
export function timeNow() {
  const now = new Date();
  return `${String(now.getHours()).padStart(2, "0")}:${String(now.getMinutes()).padStart(2, "0")}`;
}

/** The time some minutes after another; past midnight it begins anew. */
function timeAfter(time, minutes) {
  const sum = (minutesOf(time) + minutes) % minutesOfDay;
  return `${String(Math.floor(sum / 60)).padStart(2, "0")}:${String(sum % 60).padStart(2, "0")}`;
}

/**
 * The rules that still reach at a time of today: `{rule, until, minutes}`, by their names in the clinic's rules.
 *
 * @param {{today: object | null, yesterday: object | null}} doses The doses of these days: a rule may reach past midnight.
 * @param {object | null} rules The clinic's rules.
 * @param {string} now `HH:MM`.
 */
export function rulesInForce({ today, yesterday }, rules, now) {
  if (!rules) return [];
  const passed = [[today, 0], [yesterday, minutesOfDay]].filter(([dose]) => dose);
  return passed.flatMap(([dose, before]) => ["afterSport", "awake"].flatMap((rule) => {
    const minutes = rules[rule];
    const isMeant = minutes && (rule !== "awake" || minutesOf(dose.time) >= evening);
    const reaches = isMeant && minutesOf(now) + before < minutesOf(dose.time) + minutes;
    return reaches ? [{ rule, until: timeAfter(dose.time, minutes), minutes }] : [];
  }));
}
