// The days, weeks, months and years in which trips are put together: those of this device, and of UTC for sums of months.

import { adding, dayHere, daysBetween, daysIn } from "./calendar.js";

/** The Monday of a day's week. */
export const mondayOf = (day) => adding(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

// Sums are of months of UTC.
const monthOf = ({ start, count }) => (count > 1 ? start : dayHere(start)).slice(0, 7);

export const keyOf = {
  day: ({ start }) => dayHere(start),
  week: ({ start }) => mondayOf(dayHere(start)),
  month: monthOf,
  year: (trip) => monthOf(trip).slice(0, 4),
};

/** The start of the two hours of this device's day in which a moment lies, or of those `later` by so many hours. */
export function slotOf(moment, later = 0) {
  const day = new Date(moment);
  return day.setHours(day.getHours() - (day.getHours() % 2) + later, 0, 0, 0);
}

/** The starts of the two hours each of a day of this device, also of one with 23 or 25 hours. */
export function slotsOfDay(day) {
  const [first, next] = [day, adding(day, 1)].map((each) => new Date(`${each}T00:00:00`).getTime());
  const slots = [];
  for (let slot = first; slot < next; slot = slotOf(slot, 2)) slots.push(slot);
  return slots;
}

/** The parts of a trip in each two hours, as shares of its time: each with the `slot`'s start and the `share`. */
export function slotsOf({ start, end }) {
  const [from, until] = [Date.parse(start), Date.parse(end)];
  if (!(until > from)) return [{ slot: slotOf(from), share: 1 }];
  const parts = [];
  for (let slot = slotOf(from); slot < until; slot = slotOf(slot, 2)) {
    parts.push({ slot, share: (Math.min(until, slotOf(slot, 2)) - Math.max(from, slot)) / (until - from) });
  }
  return parts;
}

/** A trip with a share of all that adds up. */
export const shareOf = (trip, share) => ({
  ...trip, distance: trip.distance * share, minutes: trip.minutes * share, carbon: trip.carbon && { ...trip.carbon, grams: trip.carbon.grams * share },
  exposures: trip.exposures.map((each) => ({
    ...each, lowest: each.lowest * share, highest: each.highest * share, knownMinutes: each.knownMinutes * share, unknownMinutes: each.unknownMinutes * share,
  })),
});

/** The next midnight of this device. */
const midnightAfter = (moment) => new Date(moment).setHours(24, 0, 0, 0);

/** The parts of a trip on each day of this device, by its time; what has no time, such as the sum of a month or a meal, is whole. */
export function daysOfTrip(trip) {
  const [from, until] = [Date.parse(trip.start), Date.parse(trip.end)];
  if (trip.count > 1 || !(until > from)) return [trip];
  const parts = [];
  for (let moment = from; moment < until; moment = midnightAfter(moment)) {
    const end = Math.min(until, midnightAfter(moment));
    parts.push({ ...shareOf(trip, (end - moment) / (until - from)), start: new Date(moment).toISOString(), end: new Date(end).toISOString() });
  }
  return parts;
}

/** How many days there are in a period, by its key. */
export const daysOf = {
  day: () => 1,
  week: () => 7,
  month: (key) => new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5)), 0)).getUTCDate(),
  year: (key) => daysIn(Number(key)),
};

/** How many days of a period lie between a first day and today, both with it; at least one. */
export function pastDaysOf(period, key, first, today) {
  const start = `${key}-01-01`.slice(0, 10);
  const end = adding(start, daysOf[period](key) - 1);
  const [from, until] = [start < first ? first : start, end < today ? end : today];
  return Math.max(1, daysBetween(from, until) + 1);
}
