// What was answered, with the name of the place and what was in the air there on that day.

import { instantName } from "./account-words.js";
import * as api from "./api.js";
import { byId, element } from "./dom.js";
import { isAsked, isMissing } from "./form-answers.js";
import { filledWords } from "./form-state.js";
import { text } from "./language.js";
import { formWords, languagesOf } from "./study-form.js";
import { capitalised, distanceName, levelName, longDate, number, placeName } from "./words.js";

/** The most allergens that are named: the highest ones. */
const most = 5;
/** The zoom of the map at the place of an answer, which shows a town with its surroundings. */
const zoom = 11;

/** Shows an answer that was sent or waits to be sent. */
export function showSummary(study, { day, given, place, answers }, isWaiting) {
  byId("summary").hidden = false;
  byId("summary-heading").textContent = text("study.summary", { day: longDate(day) });
  byId("summary-when").textContent = isWaiting ? text("dose.waits") : given ? text("study.summary.sent", { time: instantName(given) }) : text("study.summary.kept");
  byId("summary-answers").replaceChildren(...answerRows(study.form, answers));
  byId("summary-gone").hidden = study.mode === "linked";
  return showAir(place, day);
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

async function showAir(place, day) {
  byId("summary-place").hidden = !place;
  byId("summary-air").replaceChildren();
  if (!place) return;
  const { heading, rows } = await airAt(place, day);
  byId("summary-place").replaceChildren(element("a", { href: mapPath(place, day) }, heading));
  byId("summary-air").replaceChildren(...rows);
}

/** What was in the air at a place on a day, under a heading with the name of the place. */
export async function airAt({ latitude, longitude }, day) {
  const position = { lat: latitude, lng: longitude };
  const [town, air] = await Promise.all([api.nearestTown(position).catch(() => null), api.air(position, day).catch(() => null)]);
  return {
    heading: text("study.summary.place", { place: town?.name ?? placeName(latitude, longitude, 1) }),
    rows: air ? airRows(air) : [element("li", {}, text("study.summary.noAir"))],
  };
}

function airRows({ allergens }) {
  if (allergens.length === 0) return [element("li", {}, text("study.summary.noAir"))];
  return allergens.toSorted((one, other) => other.index - one.index).slice(0, most).map(({ name, level, station }) => element("li", {},
    `${capitalised(name)}: ${levelName(level)}`, station ? element("span", { class: "hint" }, ` ${station.name}, ${distanceName(station.distance)}`) : null));
}
