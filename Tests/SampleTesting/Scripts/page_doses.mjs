// Holds the pages to the clinic's rules after a dose, also past midnight.
//
// Arguments: the folder with the modules. Prints a line for each difference.

import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { rulesInForce } = await import(pathToFileURL(`${folder}/dose-timers.js`));

const rules = { afterSport: 120, awake: 60 };
const late = { time: "23:30" };
const cases = [
  [{ today: { time: "08:00" } }, "09:59", ["afterSport 10:00"]], [{ today: { time: "08:00" } }, "10:00", []],
  [{ today: { time: "17:00" } }, "17:30", ["afterSport 19:00", "awake 18:00"]],
  [{ today: late }, "23:59", ["afterSport 01:30", "awake 00:30"]],
  [{ yesterday: late }, "00:29", ["afterSport 01:30", "awake 00:30"]], [{ yesterday: late }, "01:29", ["afterSport 01:30"]],
  [{ yesterday: late }, "01:30", []], [{ yesterday: late, today: { time: "01:00" } }, "01:10", ["afterSport 03:00", "afterSport 01:30"]],
];
for (const [doses, now, expected] of cases) {
  const found = rulesInForce({ today: null, yesterday: null, ...doses }, rules, now).map(({ rule, until }) => `${rule} ${until}`);
  if (`${found}` !== `${expected}`) process.stdout.write(`${JSON.stringify(doses)} at ${now}: ${found} instead of ${expected}\n`);
}
if (rulesInForce({ today: late, yesterday: late }, null, "23:59").length > 0) process.stdout.write("rules without rules\n");
