// What helps in an emergency, as it is read: a plan, where the injectors are, and pictures.

import { todayHere } from "./calendar.js";
import { element } from "./dom.js";
import { text } from "./language.js";
import { locale } from "./locale.js";
import { longDate } from "./words.js";

const zones = ["green", "yellow", "red"];
const number = /(\+?\d[\d\s()/.-]{1,}\d)/;

/** Whom to call, and what the doctor wrote; nothing for an empty plan. */
export function planParts(plan) {
  const shown = zones.filter((zone) => plan.zones[zone]);
  return [
    plan.call ? element("div", {}, element("h3", {}, text("own.call")), element("p", { class: "own-text" }, ...withNumbers(plan.call))) : null,
    plan.text ? element("p", { class: "own-text" }, plan.text) : null,
    ...shown.map((zone) => element("div", { class: `zone ${zone}` }, element("h3", {}, text(`plan.${zone}`)), element("p", { class: "own-text" }, plan.zones[zone]))),
  ].filter(Boolean);
}

/** A text in which numbers can be called. */
export const withNumbers = (words) => words.split(number).map((part, index) => (index % 2 === 1 && part.replace(/\D/g, "").length >= 3
  ? element("a", { href: `tel:${part.replace(/[^\d+]/g, "")}` }, part) : part));

export function injectorParts(injectors) {
  if (injectors.length === 0) return [];
  const thisMonth = todayHere().slice(0, 7);
  return [element("div", {}, element("h3", {}, text("own.injectors")), element("ul", {}, injectors.map(({ name, place, expires }) =>
    element("li", {}, place ? text("own.injector", { name, place }) : name, expires < thisMonth ? ` ${text("own.expired", { month: monthOf(expires) })}` : ""))))];
}

const monthOf = (month) => new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${month}-01T00:00:00Z`));

/** Who wrote a plan and when, and whether it should have been looked at again; empty if nothing is said. */
export function originOf({ doctor, written, review }) {
  const words = [
    doctor ? text("own.by", { name: doctor }) : "", written ? text("own.on", { date: longDate(written) }) : "",
    review && review < todayHere() ? text("own.review", { date: longDate(review) }) : "",
  ].filter(Boolean).join(" ");
  return words ? element("p", { class: "small" }, words) : "";
}

/** The address that holds a file: pages show only pictures of the site and those in their own address. */
export const dataAddress = (blob) => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result);
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(blob);
});

/** A point in time, as people write it. */
export const moment = (instant) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));
