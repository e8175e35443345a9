// The profile's settings besides the allergens: each field names the member that it edits.

import { byId, element } from "./dom.js";
import { locale, text } from "./language.js";
import { chooseZone, fillZones, zoneHere } from "./zone-list.js";
import { zoneName } from "./zone-names.js";

const tones = ["adult", "plain"];

const fields = () => document.querySelectorAll("[data-member]");

/** Fills the lists, and makes every field report its change; the patch for `forecast.at` is `{ forecast: { at } }`. */
export function fillSettings(change) {
  byId("profile-language").replaceChildren(...[...byId("language").options].map((option) => {
    const copy = option.cloneNode(true);
    copy.defaultSelected = false;
    return copy;
  }));
  fillZones(byId("timeZone"));
  byId("tones").replaceChildren(...tones.map(toneBox));
  for (const field of fields()) {
    field.addEventListener("change", () => {
      if (!field.validity.valid) return field.reportValidity();
      const value = field.type === "checkbox" ? field.checked : field.value;
      change(field.dataset.member.split(".").reduceRight((inner, name) => ({ [name]: inner }), value));
    });
  }
  byId("time-zone-here").textContent = text("profile.timeZoneHere", { zone: zoneName(zoneHere, locale) });
  byId("time-zone-here").addEventListener("click", () => {
    byId("timeZone").focus();
    change({ timeZone: zoneHere });
  });
}

export function showSettings(profile) {
  chooseZone(byId("timeZone"), profile.timeZone);
  for (const field of fields()) {
    const value = field.dataset.member.split(".").reduce((inner, name) => inner[name], profile);
    if (field.type === "checkbox") field.checked = value;
    else if (field.type === "radio") field.checked = field.value === value;
    else if (document.activeElement !== field || field.tagName === "SELECT") field.value = value;
  }
  byId("time-zone-here").hidden = profile.timeZone === zoneHere;
}

function toneBox(tone) {
  return element("label", { class: "tone" },
    element("input", { type: "radio", name: "tone", value: tone, "data-member": "tone" }),
    element("span", {}, element("b", {}, text(`tone.${tone}`)), element("span", { class: "small" }, text(`tone.${tone}.example`))));
}
