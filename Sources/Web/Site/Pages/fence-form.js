// The form for a place: filled from a fence, and read back as one.

import { limitOf } from "./code-points.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { chooseZone, fillZones } from "./zone-list.js";

const kinds = ["station", "user", "forecast"];

/** Creates the parts that do not depend on the place. */
export function makeFenceForm(onChange) {
  byId("zone").replaceChildren(element("option", { value: "" }, text("fence.zoneOfProfile")));
  fillZones(byId("zone"));
  byId("quiet").addEventListener("change", showQuiet);
  for (const field of byId("editor").querySelectorAll("[data-fence]")) field.addEventListener("change", onChange);
}

const showQuiet = () => { byId("quiet-fields").hidden = !byId("quiet").checked; };

export function fillForm(fence) {
  byId("name").value = fence?.name ?? "";
  byId("name").setAttribute("aria-invalid", "false");
  byId("name-error").textContent = "";
  for (const kind of kinds) byId(`kind-${kind}`).checked = fence?.alerts.includes(kind) ?? true;
  byId(fence?.value === "field" ? "gauge-field" : "gauge-station").checked = true;
  byId("quiet").checked = fence?.quietHours !== undefined;
  byId("quiet-from").value = fence?.quietHours?.from ?? "22:00";
  byId("quiet-until").value = fence?.quietHours?.until ?? "07:00";
  byId("quiet-except").value = fence?.quietHours?.except ?? "";
  byId("active-from").value = fence?.active?.from ?? "";
  byId("active-until").value = fence?.active?.until ?? "";
  chooseZone(byId("zone"), fence?.timeZone ?? "");
  byId("fence-more").open = Boolean(fence && (fence.quietHours || fence.active || fence.timeZone
    || fence.value === "field" || fence.alerts.length < kinds.length));
  showQuiet();
}

let suggested = "";

/** Names a place after its town unless somebody has named it. */
export function suggestName({ name }) {
  const field = byId("name");
  if (!["", suggested].includes(field.value.trim())) return;
  suggested = [...name].slice(0, limitOf(field)).join("").trim();
  field.value = suggested;
}

/** The fields in the server's form; `name` may be empty. */
export function readForm() {
  const [from, until] = ["active-from", "active-until"].map((id) => byId(id).value);
  return {
    name: byId("name").value.trim(),
    alerts: kinds.filter((kind) => byId(`kind-${kind}`).checked),
    value: byId("gauge-field").checked ? "field" : "station",
    ...(byId("quiet").checked ? { quietHours: quietHours() } : {}),
    ...(from || until ? { active: { ...(from ? { from } : {}), ...(until ? { until } : {}) } } : {}),
    ...(byId("zone").value ? { timeZone: byId("zone").value } : {}),
  };
}

function quietHours() {
  const except = byId("quiet-except").value;
  return { from: byId("quiet-from").value, until: byId("quiet-until").value, ...(except ? { except } : {}) };
}

/** The first invalid field and its mistake; `null` if all are valid. */
export function mistake({ name, alerts, quietHours: quiet, active }) {
  if (name === "") return { field: "name", words: text("field.missing") };
  if (alerts.length === 0) return { field: "kind-station", words: text("fence.noKind") };
  if (quiet && (!quiet.from || !quiet.until || quiet.from === quiet.until)) {
    return { field: "quiet-from", words: text("fence.badQuiet") };
  }
  if (active?.from && active.until && active.until < active.from) return { field: "active-from", words: text("fence.badDays") };
  return null;
}
