// The operators' page: it accepts a key or an account that operates a station, and connects the parts.

import { ask, meUnlessStranger } from "./account-api.js";
import * as api from "./api.js";
import { makeCoverage } from "./coverage.js";
import { byId, element } from "./dom.js";
import { makeDoubts } from "./doubts.js";
import { makeKeys } from "./keys.js";
import { onSend } from "./form.js";
import { locale, text } from "./language.js";
import { Operator } from "./operator-api.js";
import { makeRevisions } from "./revisions.js";
import { makeSeason } from "./season.js";
import { timeName } from "./times.js";
import { makeUpload } from "./upload.js";
import { makeUploads } from "./uploads.js";
import { yearOf } from "./calendar.js";
import { placeName, quantity } from "./words.js";
import { zoneName } from "./zone-names.js";

/** The storage key for the station's key while the tab is open. */
const place = "breathe-easy-station-key";

async function enterWith(key, names) {
  const operator = new Operator({ key });
  operator.onRefused = () => leave(text("entry.ended"));
  await operator.enter();
  sessionStorage.setItem(place, key);
  await show(operator, names);
}

/** Shows a station in the name of the account that operates it. */
async function enterAs(id, names) {
  const operator = new Operator({ id });
  operator.onRefused = (refusal) => leave(refusal.message);
  await operator.enter();
  byId("sign-out").textContent = text("entry.leave");
  await show(operator, names);
}

function leave(reason = "") {
  sessionStorage.removeItem(place);
  // Nothing about the station stays on the page.
  if (!byId("station").hidden) {
    sessionStorage.setItem(`${place}-farewell`, reason);
    location.reload();
    return;
  }
  say(reason);
}

function say(words) {
  byId("entry-status").textContent = words;
  byId("entry-status").classList.toggle("error", words !== "");
}

function show(operator, names) {
  const nameOf = (allergen) => names.get(allergen) ?? allergen;
  const { station } = operator;
  byId("entry").hidden = true;
  byId("station").hidden = false;
  byId("sign-out").hidden = false;
  byId("station-name").textContent = station.name;
  document.title = `${station.name}: Breathe Easy`;
  const season = makeSeason(operator, nameOf);
  const coverage = makeCoverage(nameOf);
  const doubts = makeDoubts(operator, nameOf, refresh);
  const uploads = makeUploads(operator, names, (upload) => showFacts(operator, upload));
  const revisions = makeRevisions(operator, nameOf);
  makeUpload(operator, names, refreshAll);
  makeKeys(operator, (key) => { sessionStorage.setItem(place, key); operator.use(key); }, () => leave(text("entry.revoked")));
  fillYears(operator);
  byId("year").addEventListener("change", () => showYear());
  byId("station-name").focus();
  let request = new AbortController();

  async function showYear() {
    request.abort();
    request = new AbortController();
    const { signal } = request;
    const year = Number(byId("year").value);
    try {
      const readings = await operator.readings(`${year}-01-01`, `${year}-12-31`, signal);
      coverage.show(year, readings, operator.today);
      await season.show(year, readings);
    } catch (error) {
      if (error.name !== "AbortError") coverage.fail(error);
    }
  }

  function refresh() {
    return Promise.all([showYear(), doubts.load(), uploads.load(), revisions.load()]);
  }

  /** Refreshes the page after an upload, which may have brought another year. */
  async function refreshAll() {
    // Without an answer the years stay as they were.
    await operator.enter().then(() => fillYears(operator), () => {});
    await refresh();
  }

  return refresh();
}

/** Offers the years with values and the current one; what was chosen stays so. */
function fillYears(operator) {
  const current = yearOf(operator.today);
  const chosen = Number(byId("year").value) || current;
  const years = [...new Set([current, ...operator.years])].sort((a, b) => b - a);
  byId("year").replaceChildren(...years.map((year) => element("option", { value: year, selected: year === chosen }, year)));
}

function showFacts(operator, upload) {
  const { station } = operator;
  const [longitude, latitude] = station.position;
  const altitude = typeof station.altitude === "number" ? `, ${text("altitude", { altitude: quantity(station.altitude, "m") })}` : "";
  const facts = [
    [text("facts.id"), station.id],
    [text("facts.position"), element("a", { href: `/#9/${latitude.toFixed(3)}/${longitude.toFixed(3)}` },
      placeName(latitude, longitude, 4)), altitude],
    [text("facts.timeZone"), zoneName(station.timeZone, locale)],
    [text("facts.upload"), upload ? text("facts.lastUpload", {
      time: timeName(upload.ended, station.timeZone), count: upload.rows, key: operator.nameOfKey(upload.key),
    }) : text("facts.noUpload")],
  ];
  byId("facts").replaceChildren(...facts.map(([name, ...value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value))));
}

async function start() {
  // The form works before the names have loaded, so that nobody has to enter a key twice.
  const names = api.names().catch(() => new Map());
  onSend(byId("entry-form"), () => {
    say("");
    return tryKey(byId("key").value.trim(), names);
  });
  byId("sign-out").addEventListener("click", () => leave());
  const farewell = sessionStorage.getItem(`${place}-farewell`);
  sessionStorage.removeItem(`${place}-farewell`);
  say(farewell ?? "");
  const kept = sessionStorage.getItem(place);
  if (kept) await tryKey(kept, names);
  if (byId("station").hidden) await offerStations(names);
}

/** Offers the stations that the signed-in account operates. */
async function offerStations(names) {
  // Without an answer, a key is still a way in.
  const account = await meUnlessStranger().catch(() => null);
  const roles = (account?.roles ?? []).map((role) => role.split(":"));
  const ids = roles.filter(([kind]) => kind === "operator").map(([, id]) => id);
  const called = await Promise.all(ids.map(nameOf));
  byId("own-stations").replaceChildren(...ids.map((id, index) => {
    const button = element("button", { class: "main", type: "button" }, called[index]);
    button.addEventListener("click", () => tryStation(button, id, names));
    return button;
  }));
  byId("own").hidden = ids.length === 0;
}

const nameOf = (id) => ask("GET", `/v1/stations/${encodeURIComponent(id)}`)
  .then(({ properties }) => properties.name, () => id);

async function tryStation(button, id, names) {
  say("");
  button.disabled = true;
  try {
    await enterAs(id, await names);
  } catch (error) {
    say(error.message);
  } finally {
    button.disabled = false;
  }
}

async function tryKey(key, names) {
  // A header cannot hold other characters, so such a key is not worth a request.
  if (!/^[\x21-\x7e]+$/.test(key)) return say(text("entry.characters"));
  const button = byId("entry-form").querySelector("button");
  button.disabled = true;
  try {
    await enterWith(key, await names);
    byId("key").value = "";
  } catch (error) {
    sessionStorage.removeItem(place);
    if (error.status === 401) say(text("entry.unknown"));
    else say(error.message);
    byId("key").select();
  } finally {
    button.disabled = false;
  }
}

start();
