// The bars of kept trips: which periods they show, where these begin and end, and what is above the average.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { daysOfTrip, keyOf, pastDaysOf, slotsOf, slotsOfDay } from "./site/trip-days.js";
import { windowOf } from "./site/trip-window.js";

// What the page has at hand: its language, and the messages of it.
const messages = readFileSync(`${process.env.REPOSITORY}/Sources/Web/Site/Pages/messages/en.json`, "utf8");
globalThis.document = { documentElement: { lang: "en" }, getElementById: () => ({ textContent: messages }) };
const { barsOf, dayBeside, daysWith, measuresOf, slotBarsOf } = await import("./site/trips-periods.js");

/** Runs a test in a time zone. */
function within(zone, act) {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    act();
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}

const trip = (start, { mode = "car", grams = 100, hours = 1, count = 1 } = {}) => ({
  start, end: new Date(Date.parse(start) + hours * 3_600_000).toISOString(), mode, count, distance: 1_000, minutes: 60 * hours,
  carbon: grams === null ? null : { grams, country: "GB", year: 2_019 }, exposures: [],
});
const carbonOf = (trips) => measuresOf(trips).find(({ key }) => key === "carbon");
const carWords = () => "";

test("periods without anything are shown between those with something", () => {
  const options = { most: 14, today: "2026-05-20" };
  assert.deepEqual(windowOf(["2026-05-18", "2026-05-15"], "day", options).keys,
    ["2026-05-20", "2026-05-19", "2026-05-18", "2026-05-17", "2026-05-16", "2026-05-15"]);
  assert.deepEqual(windowOf(["2026-05-18", "2026-04-27"], "week", { ...options, today: "2026-05-18" }).keys, ["2026-05-18", "2026-05-11", "2026-05-04", "2026-04-27"]);
  assert.deepEqual(windowOf(["2026-03", "2025-11"], "month", { ...options, today: "2026-03" }).keys, ["2026-03", "2026-02", "2026-01", "2025-12", "2025-11"]);
  assert.deepEqual(windowOf(["2026", "2023"], "year", { ...options, today: "2026" }).keys, ["2026", "2025", "2024", "2023"]);
  assert.deepEqual(windowOf([], "day", options), { keys: [], earlier: undefined });
});

test("a month after February and a day after the end of a year follow the calendar", () => {
  const options = { most: 3, today: "" };
  assert.deepEqual(windowOf(["2024-03-01", "2024-02-28"], "day", options).keys, ["2024-03-01", "2024-02-29", "2024-02-28"]);
  assert.deepEqual(windowOf(["2026-01-01", "2025-12-30"], "day", options).keys, ["2026-01-01", "2025-12-31", "2025-12-30"]);
  assert.deepEqual(windowOf(["2026-01-05", "2025-12-22"], "week", options).keys, ["2026-01-05", "2025-12-29", "2025-12-22"]);
});

test("periods begin with today's, unless the latest with something is too long ago, or in the future", () => {
  const keys = (today, filled = ["2026-05-10"]) => windowOf(filled, "day", { most: 3, today }).keys;
  assert.deepEqual(keys("2026-05-12"), ["2026-05-12", "2026-05-11", "2026-05-10"]);
  assert.deepEqual(keys("2026-05-13"), ["2026-05-10"]);
  assert.deepEqual(keys("2026-05-09"), ["2026-05-10"]);
});

test("earlier periods go on with the latest that has something, over any gap", () => {
  const filled = ["2026-05-10", "2026-05-01", "2023-01-02", "2023-01-01"];
  const options = { most: 3, today: "2026-05-10" };
  const latest = windowOf(filled, "day", options);
  assert.deepEqual(latest, { keys: ["2026-05-10", "2026-05-09", "2026-05-08"], earlier: "2026-05-01" });
  const next = windowOf(filled, "day", { ...options, until: latest.earlier });
  assert.deepEqual(next, { keys: ["2026-05-01", "2026-04-30", "2026-04-29"], earlier: "2023-01-02" });
  assert.deepEqual(windowOf(filled, "day", { ...options, until: next.earlier }), { keys: ["2023-01-02", "2023-01-01"], earlier: undefined });
});

test("days that may be part of a sum are not called empty", () => {
  const { keys } = windowOf(["2026-05-10", "2026-05-06", "2026-05-01"], "day", { most: 14, today: "2026-05-10", unsure: "2026-05-07" });
  assert.deepEqual(keys, ["2026-05-10", "2026-05-09", "2026-05-08", "2026-05-06", "2026-05-01"]);
});

test("a bar without anything says so, and is not none", () => {
  const trips = [trip("2026-05-04T10:00:00Z"), trip("2026-05-02T10:00:00Z")];
  within("UTC", () => {
    const { bars } = barsOf(trips, "day", carbonOf(trips), { carWords });
    assert.deepEqual(bars.map(({ words }) => words), ["100 g", "Nothing saved", "100 g"]);
    for (const [index, day] of [/^4 May( 2026)?$/, /^3 May( 2026)?$/, /^2 May( 2026)?$/].entries()) assert.match(bars[index].name, day);
    assert.deepEqual([bars[1].pieces, bars[1].rows, bars[1].limit], [[], [], undefined]);
  });
});

test("a day of another year is told with it", () => {
  const trips = [trip("2019-01-02T10:00:00Z")];
  within("UTC", () => {
    const names = ["day", "week"].map((period) => barsOf(trips, period, carbonOf(trips), { carWords }).bars[0].name);
    assert.deepEqual(names, ["2 Jan 2019", "from 31 Dec 2018"]);
  });
});

test("before the oldest trip that is loaded, and in the time of sums, no day is called empty", () => {
  const meal = { mode: "food", start: "2026-05-01T12:00:00Z", end: "2026-05-01T12:00:00Z", count: 1, distance: 0, minutes: 0, carbon: { grams: 5 }, exposures: [] };
  const trips = [trip("2026-05-04T10:00:00Z")];
  const all = [...trips, meal];
  const days = (options) => barsOf(all, "day", carbonOf(all), { all: trips, carWords, ...options }).bars.length;
  within("UTC", () => {
    assert.deepEqual([days({ isWhole: true }), days({ isWhole: false })], [4, 2]);
    const summed = [...all, trip("2026-04-03T10:00:00Z", { count: 5, hours: 24 * 29 + 2 })];
    assert.equal(barsOf(summed, "day", carbonOf(all), { carWords }).bars.length, 3);
    // The sum itself is of its month.
    const months = barsOf(summed, "month", carbonOf(all), { carWords }).bars.filter(({ rows }) => rows.length > 0);
    assert.deepEqual(months.map(({ name }) => name), ["May 2026", "Apr 2026"]);
  });
});

test("what is above the average is told, and what is as much is not", () => {
  const average = { gramsPerDay: 100 };
  within("UTC", () => {
    const overs = [100, 100.1].map((grams) => {
      const trips = [trip("2026-05-04T10:00:00Z", { grams })];
      return barsOf(trips, "day", carbonOf(trips), { average, carWords }).bars[0].isOver;
    });
    assert.deepEqual(overs, [false, true]);
    const unknown = [trip("2026-05-04T10:00:00Z", { grams: 900 }), trip("2026-05-04T12:00:00Z", { grams: null })];
    assert.equal(barsOf(unknown, "day", carbonOf(unknown), { average, carWords }).bars[0].isOver, undefined);
  });
});

test("meals are beside the average of food for the days that have some, and trips beside that of transport for all days", () => {
  const meal = (start, grams) => ({ mode: "food", start, end: start, count: 1, distance: 0, minutes: 0, carbon: { grams }, exposures: [] });
  const [average, foodAverage] = [{ gramsPerDay: 100 }, { gramsPerDay: 40 }];
  const day = (some, averages) => barsOf(some, "day", carbonOf(some), { all: some.filter(({ mode }) => mode !== "food"), carWords, ...averages }).bars[0];
  const [ride, lunch, dinner] = [trip("2026-05-04T10:00:00Z", { grams: 90 }), meal("2026-05-04T12:00:00Z", 30), meal("2026-05-04T12:00:00Z", 25)];
  within("UTC", () => {
    const told = ({ limit, isOver }) => [limit, isOver];
    assert.deepEqual(told(day([ride, lunch], { average, foodAverage })), [140, false]);
    assert.deepEqual(told(day([ride, lunch, dinner], { average, foodAverage })), [140, true]);
    assert.deepEqual(told(day([lunch, dinner], { foodAverage })), [40, true]);
    // Without an average of its own, a part is in the bar and not compared.
    assert.deepEqual(told(day([ride, lunch, dinner], { average })), [100, false]);
    assert.deepEqual(told(day([ride, lunch, dinner], { foodAverage })), [40, true]);
    assert.deepEqual(told(day([ride, lunch], {})), [undefined, undefined]);
    const unknown = trip("2026-05-04T10:00:00Z", { grams: null });
    assert.deepEqual(told(day([unknown, lunch], { average, foodAverage })), [undefined, undefined]);
    const week = [ride, lunch, meal("2026-05-06T12:00:00Z", 30)];
    assert.equal(barsOf(week, "week", carbonOf(week), { all: [ride], carWords, average, foodAverage }).bars[0].limit, 7 * 100 + 2 * 40);
  });
});

test("carbon that is not known is not told as none", () => {
  const told = (some) => carbonOf([trip("2026-05-04T10:00:00Z")]).words(some);
  const unknown = trip("2026-05-04T12:00:00Z", { grams: null });
  assert.equal(told([trip("2026-05-04T10:00:00Z"), unknown]), "at least 100 g");
  assert.equal(told([unknown]), JSON.parse(messages)["level.unknown"]);
  assert.equal(told([trip("2026-05-04T10:00:00Z", { mode: "onFoot", grams: null })]), "0 g");
});

test("a ride half an hour after midnight is one of its own day, week, month and year, wherever that is", () => {
  // A new year, a Monday and a month begin at midnight of the clock, not of UTC.
  for (const [zone, before, after, keys] of [
    ["Europe/London", "2026-05-31T22:30:00Z", "2026-05-31T23:30:00Z", { day: ["2026-05-31", "2026-06-01"], week: ["2026-05-25", "2026-06-01"], month: ["2026-05", "2026-06"], year: ["2026", "2026"] }],
    ["Europe/Zurich", "2024-12-31T22:30:00Z", "2024-12-31T23:30:00Z", { day: ["2024-12-31", "2025-01-01"], week: ["2024-12-30", "2024-12-30"], month: ["2024-12", "2025-01"], year: ["2024", "2025"] }],
    ["America/New_York", "2026-01-01T04:30:00Z", "2026-01-01T05:30:00Z", { day: ["2025-12-31", "2026-01-01"], week: ["2025-12-29", "2025-12-29"], month: ["2025-12", "2026-01"], year: ["2025", "2026"] }],
    ["Europe/Zurich", "2026-03-28T22:30:00Z", "2026-03-28T23:30:00Z", { day: ["2026-03-28", "2026-03-29"], week: ["2026-03-23", "2026-03-23"] }],
    ["Europe/Zurich", "2026-03-29T21:30:00Z", "2026-03-29T22:30:00Z", { day: ["2026-03-29", "2026-03-30"], week: ["2026-03-23", "2026-03-30"] }],
    ["Europe/Zurich", "2026-10-25T22:30:00Z", "2026-10-25T23:30:00Z", { day: ["2026-10-25", "2026-10-26"], week: ["2026-10-19", "2026-10-26"] }],
  ]) {
    within(zone, () => {
      for (const [period, expected] of Object.entries(keys)) assert.deepEqual([before, after].map((start) => keyOf[period](trip(start))), expected, `${zone} ${period}`);
    });
  }
});

test("the sum of a month is one of its month in UTC", () => {
  within("America/New_York", () => {
    assert.equal(keyOf.month(trip("2026-05-01T01:00:00Z", { count: 3 })), "2026-05");
    assert.equal(keyOf.month(trip("2026-05-01T01:00:00Z")), "2026-04");
  });
});

test("weeks and months in which the clocks are changed have all their days", () => {
  within("Europe/Zurich", () => {
    assert.equal(pastDaysOf("week", "2026-03-23", "2026-01-01", "2026-05-01"), 7);
    assert.equal(pastDaysOf("month", "2026-10", "2026-01-01", "2026-12-01"), 31);
    assert.equal(windowOf(["2026-03-31", "2026-03-27"], "day", { most: 9, today: "2026-03-31" }).keys.length, 5);
  });
});

test("a day of 23 or 25 hours has twelve bars, each once, and so has one without the clocks being changed", () => {
  within("Europe/Zurich", () => {
    for (const [day, hours] of [["2026-03-29", 23], ["2026-10-25", 25], ["2026-05-04", 24]]) {
      const slots = slotsOfDay(day);
      assert.equal(new Set(slots).size, 12);
      const whole = { start: new Date(slots[0]).toISOString(), end: new Date(slots[0] + hours * 3_600_000).toISOString() };
      assert.deepEqual(slotsOf(whole).map(({ slot }) => slot), slots);
    }
  });
});

test("two hours without a trip are shown as empty, and a trip past midnight is split between the bars of both days", () => {
  within("Europe/Zurich", () => {
    const trips = [trip("2026-05-04T07:00:00Z"), trip("2026-05-04T21:00:00Z", { hours: 2 })];
    const told = (day) => slotBarsOf(trips, carbonOf(trips), day).map(({ name, words, rows }) => [name, rows.length === 0 ? "" : words]);
    const [first, second] = ["2026-05-04", "2026-05-05"].map(told);
    assert.deepEqual([first.length, second.length], [12, 12]);
    assert.deepEqual(first.filter(([, words]) => words !== ""), [["08:00 – 10:00", "100 g"], ["22:00 – 00:00", "50 g"]]);
    assert.deepEqual(second.filter(([, words]) => words !== ""), [["00:00 – 02:00", "50 g"]]);
    assert.deepEqual(daysWith(trips), ["2026-05-04", "2026-05-05"]);
    assert.deepEqual(slotBarsOf([], carbonOf(trips), undefined), []);
  });
});

test("a trip over midnight is split between its days by its time, also where a day has 23 hours", () => {
  within("Europe/Zurich", () => {
    const night = trip("2026-03-28T21:00:00Z", { hours: 28, grams: 280 });
    const parts = daysOfTrip(night).map(({ start, end, carbon, distance, minutes }) => [start, end, Math.round(carbon.grams), Math.round(distance), Math.round(minutes)]);
    assert.deepEqual(parts, [
      ["2026-03-28T21:00:00.000Z", "2026-03-28T23:00:00.000Z", 20, 71, 120], ["2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z", 230, 821, 1380],
      ["2026-03-29T22:00:00.000Z", "2026-03-30T01:00:00.000Z", 30, 107, 180],
    ]);
    const { bars } = barsOf([night], "day", carbonOf([night]), { carWords });
    assert.deepEqual(bars.map(({ words }) => words), ["30 g", "230 g", "20 g"]);
    const untilMidnight = trip("2026-05-04T21:00:00Z");
    assert.equal(daysOfTrip(untilMidnight).length, 1);
    const [sum, meal] = [trip("2026-04-30T22:00:00Z", { count: 4, hours: 700 }), { ...trip("2026-05-04T10:00:00Z"), end: "2026-05-04T10:00:00Z" }];
    assert.deepEqual([daysOfTrip(sum), daysOfTrip(meal)], [[sum], [meal]]);
  });
});

test("as many periods are shown as there are days in a week, nine weeks or months, and five years", () => {
  within("UTC", () => {
    const trips = ["2015-01-01T10:00:00Z", "2025-12-31T10:00:00Z"].map((start) => trip(start));
    const count = (period) => barsOf(trips, period, carbonOf(trips), { until: period === "year" ? "2025" : "2025-12-31".slice(0, period === "month" ? 7 : 10), carWords }).bars.length;
    assert.deepEqual(["day", "month", "year"].map(count), [7, 9, 5]);
    assert.equal(barsOf(trips, "week", carbonOf(trips), { until: "2025-12-29", carWords }).bars.length, 9);
  });
});

test("a day above the average colours the hours of all its trips, and only those", () => {
  within("Europe/Zurich", () => {
    const trips = [trip("2026-05-04T10:00:00Z", { grams: 70 }), trip("2026-05-04T14:00:00Z", { mode: "train", grams: 31 }), trip("2026-05-05T10:00:00Z", { grams: 100 })];
    const beside = (day, some = trips) => dayBeside({ gramsPerDay: 100 }, some, day);
    assert.deepEqual([beside("2026-05-04")?.isOver, beside("2026-05-05")?.isOver], [true, false]);
    assert.equal(beside("2026-05-04").note, "1 times the average.");
    assert.deepEqual([beside("2026-05-06"), dayBeside(null, trips, "2026-05-04")], [null, null]);
    assert.equal(beside("2026-05-04", [...trips, trip("2026-05-04T18:00:00Z", { grams: null })]), null);
    const overs = slotBarsOf(trips.slice(0, 1), carbonOf(trips), "2026-05-04", true).filter(({ isOver }) => isOver);
    assert.deepEqual(overs.map(({ name, overWords }) => [name, overWords]), [["12:00 – 14:00", "day above the average"]]);
  });
});

test("a bar that is tapped tells carbon to a tenth of a gram, and from a kilogram on to a gram", () => {
  const trips = [trip("2026-05-04T10:00:00Z", { grams: 999.96 }), trip("2026-05-04T12:00:00Z", { mode: "train", grams: 12.3 }), trip("2026-05-04T14:00:00Z", { mode: "plane", grams: 1234.4 })];
  const rows = carbonOf(trips).rows(trips);
  assert.deepEqual(rows.map(({ kind, words, exact }) => [kind, words, exact]), [["car", "1,000 g", "1,000 g"], ["train", "12 g", "12.3 g"], ["plane", "1.2 kg", "1.234 kg"]]);
});
