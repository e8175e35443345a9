// The state of the service at a glance, and its feeds.

import { instantName } from "./account-words.js";
import { byId, element } from "./dom.js";
import { known, text } from "./language.js";
import { locale } from "./locale.js";
import { agoName } from "./times.js";

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
/** The free space below which a disk counts as nearly full: a database grows by less in a week. */
const scarce = 1e9;
/** The days after which a backup counts as old. */
const oldBackup = 7;

/** A size such as `1.4 GB`. */
export function sizeName(bytes) {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const format = new Intl.NumberFormat(locale, { style: "unit", unit: units[power], maximumFractionDigits: power > 0 ? 1 : 0 });
  return format.format(bytes / 1000 ** power);
}

const fact = (key, words, isBad = false) => element("div", { class: isBad ? "bad" : null },
  element("dt", {}, text(`admin.${key}`)), element("dd", {}, words));

/** Shows the state; what needs somebody is marked, and says so in words. */
export function showState({ usable, failure, databaseSize, freeSpace, lastBackup, queued, jobs, sendings }) {
  const isOld = !lastBackup || Date.now() - Date.parse(lastBackup) > oldBackup * 86_400_000;
  const isScarce = freeSpace !== undefined && freeSpace < scarce;
  byId("state").replaceChildren(
    fact("store", usable ? text("admin.store.usable") : known(`admin.failure.${failure}`, failure), !usable),
    fact("size", sizeName(databaseSize)),
    ...freeSpace === undefined ? [] : [fact("free", isScarce ? text("admin.free.scarce", { size: sizeName(freeSpace) }) : sizeName(freeSpace), isScarce)],
    fact("backup", backupWords(lastBackup, isOld), isOld),
    ...queued === undefined ? [] : [fact("queued", queued.toLocaleString(locale))],
    ...sendings.map(({ kind, sent, failed }) => fact(`sending.${kind}`, text("admin.sending", {
      sent: sent.toLocaleString(locale), failed: failed.toLocaleString(locale),
    }))));
  byId("jobs").replaceChildren(...jobs.map(jobRow));
}

const outcomes = new Map([[true, "done"], [false, "failed"], [undefined, "waiting"]]);

const jobRow = ({ kind, lastRun, succeeded }) => element("li", { "data-job": kind },
  element("span", { class: "what" }, element("b", {}, text(`admin.job.${kind}`)),
    lastRun ? element("span", { class: "hint" }, instantName(lastRun)) : null),
  element("span", { class: succeeded === false ? "badge" : "badge own" }, text(`admin.outcome.${outcomes.get(succeeded)}`)));

function backupWords(lastBackup, isOld) {
  if (!lastBackup) return text("admin.backup.none");
  return isOld ? text("admin.backup.old", { time: instantName(lastBackup) }) : instantName(lastBackup);
}

/** Shows the feeds; those that do not deliver come first. */
export function showFeeds(feeds) {
  const rank = ({ state }) => (["ok", "pending"].includes(state) ? 1 : 0);
  byId("feeds-none").hidden = feeds.length > 0;
  byId("feeds").replaceChildren(...feeds.toSorted((one, other) => rank(one) - rank(other)).map((feed) => element("li", {},
    element("span", { class: "what" }, element("b", {}, feed.title),
      element("span", { class: "hint" }, [
        feed.lastSuccess ? text("about.sources.fetched", { time: agoName(feed.lastSuccess) }) : null,
        feed.failing > 0 ? text("admin.feed.failing", { count: feed.failing }) : null, feed.error?.detail,
      ].filter(Boolean).join(" · "))),
    element("span", { class: rank(feed) === 0 ? "badge" : "badge own" }, known(`about.feed.${feed.state}`, text("admin.feed.ok"))))));
}
