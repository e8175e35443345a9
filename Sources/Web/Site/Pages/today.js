// The page of the day: the reader's risk at a glance, then place by place.

import { ask } from "./account-api.js";
import { followAlerts } from "./alert-feed.js";
import * as api from "./api.js";
import { byId, element, showAwaited } from "./dom.js";
import { makeFinder } from "./finder.js";
import { keepFocusInSight } from "./focus-sight.js";
import { text } from "./language.js";
import { overallColours } from "./legend.js";
import { mine as findMine } from "./mine.js";
import { keepPlace } from "./position.js";
import { followRamp } from "./ramp.js";
import { failure } from "./sheet.js";
import { reportedNear, showAlertsOf } from "./today-alerts.js";
import { showChoice } from "./today-choice.js";
import { findArticle, showArticle } from "./today-article.js";
import { findHouseholds } from "./today-household.js";
import { askHowTheyAre } from "./today-diary.js";
import { shownDays } from "./today-days.js";
import { placeCard } from "./today-place.js";
import { riskCard } from "./today-risk.js";
import { chosenHouseholds, showSwitch } from "./today-switch.js";
import { clockName, dayName, greeting } from "./today-words.js";
import { readersUnits } from "./units.js";

/** Stations report daily or hourly values; asking more often would bring nothing new. */
const pause = 10 * 60_000;

class Page {
  #colours = new Map();
  #news = { alerts: [], inbox: [], own: new Set() };
  #shown = [];
  #reported = null;

  async start() {
    this.allergens = await api.allergens();
    this.nameOf = (key) => this.allergens.get(key)?.name ?? key;
    this.#colours = await overallColours();
    makeFinder((place) => this.#move(place));
    await this.#again();
    followRamp(async () => { this.#colours = await overallColours(this.#colours); this.#showPlaces(); });
    askHowTheyAre(Boolean(this.mine?.account));
    followAlerts(Boolean(this.mine?.account), (alerts) => { this.#news.alerts = alerts; this.#showNews(); }, () => {});
    setInterval(() => { if (document.visibilityState === "visible") this.#again(); }, pause);
  }

  /** Reloads everything. */
  async #again() {
    byId("risk").setAttribute("aria-busy", "true");
    try {
      this.mine = await findMine(this.allergens);
      this.households = await findHouseholds(this.allergens, this.mine);
      this.#greet();
      await this.#load();
    } catch (error) {
      byId("risk-body").replaceChildren(failure(error, () => this.#again()));
    }
    byId("risk").removeAttribute("aria-busy");
    showAwaited();
  }

  #greet() {
    byId("greeting").textContent = greeting(this.mine.account?.name);
    byId("date").textContent = dayName(new Date());
  }

  /** Everything appears at once, so that nothing moves while the reader looks at it. */
  async #load() {
    const places = this.households.flatMap(({ places: theirs }) => theirs);
    const [article] = await Promise.all([findArticle(), this.#breathe(places), this.#loadAlerts()]);
    this.#showPlaces();
    this.#invite();
    showArticle(article);
  }

  /** The air and the weather at each place, fetched once even if several people live there. */
  #breathe(places) {
    const airs = new Map();
    return Promise.all(places.map(async (place) => {
      const key = `${place.lat.toFixed(3)}/${place.lng.toFixed(3)}`;
      if (!airs.has(key)) airs.set(key, [api.airNow(place, shownDays), api.weather(place, readersUnits()).catch(() => null)]);
      const [air, weather] = airs.get(key);
      [place.now, place.weather] = await Promise.all([air.catch((error) => ({ error })), weather]);
    }));
  }

  async #loadAlerts() {
    const former = this.#news;
    const isMember = Boolean(this.mine.account);
    const [alerts, inbox, own] = await Promise.all([
      api.alerts().catch(() => former.alerts),
      isMember ? ask("GET", "/v1/me/alerts?unread=true&order=newest&limit=100").then((answer) => answer.alerts).catch(() => former.inbox) : [],
      isMember ? ownReports().catch(() => former.own) : former.own,
    ]);
    this.#news = { alerts, inbox, own };
  }

  /** The chosen place, or all of them. */
  #showPlaces() {
    const [colours, nameOf] = [this.#colours, this.nameOf];
    showSwitch(this.households, () => this.#showPlaces());
    this.#shown = chosenHouseholds(this.households);
    const stays = this.#shown.flatMap((household) => household.places.map((place) => [place, household]));
    byId("places").replaceChildren(...stays.map(([place, household]) => placeCard(place, household, { colours, nameOf })));
    this.#tellAge(stays.map(([place]) => place.now).filter((now) => now.at));
    this.#reported = null;
    this.#showNews();
  }

  /** The alerts, and what reports say about the values; the card of the day stays unless that changes. */
  #showNews() {
    showAlertsOf(this.#shown, this.#news, this.nameOf);
    const reported = reportedNear(this.#shown, this.#news);
    if (reported === this.#reported) return;
    this.#reported = reported;
    const look = { colours: this.#colours, nameOf: this.nameOf, reported, again: () => this.#again() };
    byId("risk-body").replaceChildren(...riskCard(this.#shown, look));
  }

  #tellAge(answers) {
    const oldest = answers.reduce((first, now) => (first && first.at <= now.at ? first : now), null);
    byId("as-of").textContent = oldest
      ? text(oldest.isKept ? "today.kept" : "today.asOf", { time: clockName(oldest.at) }) : "";
  }

  /** What a reader without an account, allergens or places can do about it. */
  #invite() {
    const { mine } = this;
    const all = this.households.flatMap(({ places }) => places);
    const hasOwnPlaces = all.some((place) => place.isFence);
    byId("where").hidden = hasOwnPlaces;
    // Without a place there is nothing to say, so that the question comes first.
    byId("risk").hidden = all.length === 0;
    byId(all.length === 0 ? "risk" : "choice").before(byId("where"));
    byId("choice").hidden = mine.account !== null;
    if (mine.account === null) showChoice(byId("choice-body"), this.allergens, mine, () => this.#again());
    const wish = mine.account === null ? "account" : !mine.isKnown ? "profile" : !hasOwnPlaces ? "places" : null;
    byId("invitation").hidden = wish === null;
    if (!wish) return;
    byId("invitation-heading").textContent = text(`today.invite.${wish}`);
    byId("invitation-text").textContent = text(`today.invite.${wish}.about`);
    byId("invitation-link").textContent = text(`today.invite.${wish}.link`);
    byId("invitation-link").href = { account: "/sign-in?return=/today", profile: "/welcome", places: "/places" }[wish];
  }

  #move(place) {
    keepPlace(place);
    this.#again().then(() => byId("risk").scrollIntoView({ block: "nearest" }));
  }
}

/** The alerts that the reader's reports are part of; reports come in pages. */
async function ownReports() {
  const found = new Set();
  let path = "/v1/me/reports";
  while (path) {
    const { reports, next } = await ask("GET", path);
    for (const { alert, stands } of reports) if (stands) found.add(alert);
    path = next ? `/v1/me/reports?after=${next}` : null;
  }
  return found;
}

keepFocusInSight(byId("main"), document.documentElement);
const page = new Page();
const begin = () => page.start().catch((error) => {
  byId("risk").removeAttribute("aria-busy");
  byId("risk-body").replaceChildren(element("div", {}, failure(error, begin)));
  showAwaited();
});
begin();
