// What was answered, with the name of the place and what was in the air there in that hour, or else on that day.

import { instantName } from "./account-words.js";
import * as api from "./api.js";
import { byId, element } from "./dom.js";
import { isAsked, isMissing } from "./form-answers.js";
import { filledWords } from "./form-state.js";
import { text } from "./language.js";
import { formWords, languagesOf } from "./study-form.js";
import { pinnedMap } from "./study-map.js";
import { capitalised, distanceName, levelName, longDate, number, placeName } from "./words.js";

/** The most allergens that are named: the highest ones. */
const most = 5;
/** The zoom of the map at the place of an answer, which shows a town with its surroundings. */
const zoom = 11;

/** So many hours back the air of an hour is known. */
const hoursBack = 48;
const millisecondsOfHour = 3_600_000;

/** Shows an answer that was sent or waits to be sent; `at` is when it was given, where the server does not say it. */
export function showSummary(study, { day, at, given, place, answers }, isWaiting) {
  byId("summary").hidden = false;
  byId("summary-heading").textContent = text("study.summary", { day: longDate(day) });
  byId("summary-when").textContent = isWaiting ? text("dose.waits") : given ? text("study.summary.sent", { time: instantName(given) }) : text("study.summary.kept");
  byId("summary-answers").replaceChildren(...answerRows(study.form, answers));
  byId("summary-gone").hidden = study.mode === "linked";
  return showAir(place, day, given ?? at);
}

/** What was asked and answered, in the words of the form. */
export function answerRows(definition, answers) {
  const [code] = languagesOf(definition);
  const lines = [];
  const add = (items, given) => {
    const words = (wording) => filledWords(formWords(definition, wording, code), (name) => plain(given[name] ?? answers[name]));
    for (const item of items) {
      if (item.kind === "repeat") for (const time of given[item.name] ?? []) add(item.items ?? [], time);
      else if (item.kind === "group") add(item.items ?? [], given);
      else if (isAsked(item) && !isMissing(given[item.name])) {
        lines.push(element("dt", { lang: code }, words(item.label) || item.name), element("dd", { lang: code }, said(definition, item, given[item.name], words)));
      }
    }
  };
  add(definition.items, answers);
  return lines;
}

/** An answer as it stands in the words of other questions. */
const plain = (answer = "") => (Array.isArray(answer) ? answer.join(" ") : answer);

function said(definition, item, answer, words) {
  const label = (name) => words(definition.choices[item.choices]?.find((choice) => choice.name === name)?.label) || name;
  if (item.kind === "select_one") return label(answer);
  if (item.kind === "select_multiple") return answer.map(label).join(", ");
  if (item.kind === "acknowledge") return text("study.acknowledge");
  if (item.kind === "date") return longDate(answer);
  if (item.kind === "dateTime") return instantName(answer);
  return typeof answer === "number" ? number(answer) : answer;
}

/** The map around a place on a day. */
const mapPath = ({ latitude, longitude }, day) => `/#${zoom}/${latitude.toFixed(3)}/${longitude.toFixed(3)}/overall/${day}`;

async function showAir(place, day, time) {
  byId("summary-place").hidden = !place;
  byId("summary-air").replaceChildren();
  byId("summary-map").replaceChildren();
  if (!place) return;
  const { name, heading, rows } = await airAt(place, day, time);
  byId("summary-place").replaceChildren(element("a", { href: mapPath(place, day) }, heading));
  byId("summary-air").replaceChildren(...rows);
  byId("summary-map").replaceChildren(...await pinnedMap(place, text("study.summary.map", { place: name })));
}

/**
 * The name of a place, and under a heading with it what was in the air there on a day. With a time, the air of that hour
 * stands for that of the day where it is known, and the rest says that it is of the day.
 */
export async function airAt({ latitude, longitude }, day, time) {
  const position = { lat: latitude, lng: longitude };
  const [town, air, levels] = await Promise.all([
    api.nearestTown(position).catch(() => null), api.air(position, day).catch(() => null), hourLevels(position, time).catch(() => new Map()),
  ]);
  const name = town?.name ?? placeName(latitude, longitude, 1);
  return {
    name, heading: levels.size > 0 ? text("study.summary.hour", { place: name }) : text("study.summary.place", { place: name }),
    rows: air ? airRows(air, levels) : [element("li", {}, text("study.summary.noAir"))],
  };
}

/** The levels of the hour in which a time was, by allergen; none where no hours are known. */
async function hourLevels(position, time) {
  const hour = Math.floor(new Date(time).getTime() / millisecondsOfHour);
  const ago = Math.floor(Date.now() / millisecondsOfHour) - hour;
  if (!(ago >= 0 && ago <= hoursBack)) return new Map();
  const { allergens } = await api.airHours(position, ago);
  const end = (hour + 1) * millisecondsOfHour;
  const found = allergens.map(({ allergen, hours }) => [allergen, hours.find(({ time: ends }) => Date.parse(ends) === end)?.level]);
  return new Map(found.filter(([, level]) => level));
}

function airRows({ allergens }, levels) {
  if (allergens.length === 0) return [element("li", {}, text("study.summary.noAir"))];
  return allergens.toSorted((one, other) => other.index - one.index).slice(0, most).map(({ allergen, name, level, station }) => {
    const words = `${capitalised(name)}: ${levelName(levels.get(allergen) ?? level)}`;
    const isOfDay = levels.size > 0 && !levels.has(allergen);
    return element("li", {}, isOfDay ? text("study.summary.ofDay", { level: words }) : words,
      station ? element("span", { class: "hint" }, ` ${station.name}, ${distanceName(station.distance)}`) : null);
  });
}
