// Reads a FHIR R4 bundle of a diary: days with what was said of them, planned medicines, and what was in the air. What others
// have written is shown by its own words.

import { known, text } from "./language.js";

const scoreNames = { dss: "dSS", dms: "dMS", csms: "CSMS", tnss: "TNSS", toss: "TOSS", rtss: "RTSS" };

const codeOf = (concept) => concept?.coding?.[0]?.code ?? "";
const systemOf = (concept) => (concept?.coding?.[0]?.system ?? "").split("/").pop();
/** The kind of a health value; `undefined` for anything else. */
const kindOf = (concept) => concept?.coding?.find(({ system }) => system?.endsWith("/CodeSystem/metric"))?.code;

/** What an observation says, in words. */
function valueOf({ valueQuantity, valueCodeableConcept, valueString, valueInteger }) {
  if (valueQuantity) return `${Math.round(valueQuantity.value * 100) / 100}${["score", "uses"].includes(valueQuantity.unit) ? "" : ` ${valueQuantity.unit}`}`;
  return valueString ?? valueInteger ?? valueCodeableConcept?.text ?? "";
}

class Days {
  #days = new Map();

  at(instant) {
    const day = String(instant ?? "").slice(0, 10);
    if (!this.#days.has(day)) this.#days.set(day, { day, feeling: null, scores: [], symptoms: [], medicines: [], doses: [], values: [], notes: [] });
    return this.#days.get(day);
  }

  get all() { return [...this.#days.values()].filter(({ day }) => day !== "").sort((one, other) => other.day.localeCompare(one.day)); }
}

/** Reads bundles into days, the newest first, a row for each planned medicine, and one for each allergen. */
export function readBundle(bundles) {
  const [days, plan, air, origins] = [new Days(), [], new Map(), new Set()];
  for (const resource of bundles.flatMap(({ entry = [] }) => entry.map((part) => part.resource))) {
    if (resource.resourceType === "Observation") {
      if (kindOf(resource.code)) addValues(resource, days.at(resource.effectiveDateTime));
      else if (resource.category?.some((category) => codeOf(category) === "exposure")) addAir(resource, air, origins);
      else addObservation(resource, days.at(resource.effectiveDateTime));
    } else if (resource.resourceType === "MedicationStatement") {
      if (resource.effectiveDateTime) days.at(resource.effectiveDateTime).medicines.push(medicineOf(resource));
      else plan.push({ name: resource.medicationCodeableConcept?.text ?? "", times: (resource.dosage ?? []).map((dosage) => dosage.text ?? "") });
    } else if (resource.resourceType === "MedicationAdministration") {
      const { text: dosage, dose } = resource.dosage ?? {};
      const amount = [dosage, dose ? `${dose.value} ${dose.unit}` : ""].filter(Boolean).join(", ");
      days.at(resource.effectiveDateTime).doses.push(`${resource.medicationCodeableConcept?.text ?? ""}: ${amount}`);
    } else if (resource.resourceType === "QuestionnaireResponse") {
      addAnswers(resource, days);
    }
  }
  return { days: days.all, plan, air: [...air.values()].map(summed), origins: [...origins] };
}

function medicineOf({ medicationCodeableConcept: concept, status }) {
  const name = known(`diary.medicine.${codeOf(concept)}`, concept?.text ?? "");
  return status === "not-taken" ? `${name}: ${text("medicines.state.skipped")}` : name;
}

function addObservation(resource, day) {
  const [code, value] = [codeOf(resource.code), valueOf(resource)];
  const system = systemOf(resource.code);
  if (system === "score") day.scores.push(`${scoreNames[code] ?? resource.code.text} ${value}`);
  else if (system === "diary") day.notes.push(value);
  else if (resource.partOf) day.doses.push(`${known(`diary.symptom.${code}`, resource.code.text)} (${(resource.note ?? []).map((note) => note.text).join(" ")})`);
  else if (system === "symptom") day.symptoms.push(`${known(`diary.symptom.${code}`, resource.code.text)}: ${known(`diary.symptomGrade.${codeOf(resource.valueCodeableConcept)}`, value)}`);
  else day.notes.push(`${resource.code?.text ?? code}: ${value}`);
}

/** Adds a health value, or both of the blood pressure. */
function addValues({ code, valueQuantity, component = [] }, day) {
  if (valueQuantity) {
    day.values.push(`${known(`values.kind.${kindOf(code)}`, code.text)}: ${valueOf({ valueQuantity })}${spanOf(component)}`);
  } else {
    const both = component.map((part) => (part.valueQuantity ? Math.round(part.valueQuantity.value) : "–")).join(" / ");
    day.values.push(`${known(`values.${kindOf(code)}`, code.text)}: ${both} mmHg`);
  }
}

/** The lowest and the highest of several values. */
function spanOf(component) {
  const [low, high] = ["minimum", "maximum"].map((name) => component.find(({ code }) => codeOf(code) === name)?.valueQuantity?.value);
  return low === undefined || high === undefined ? "" : ` (${low} – ${high})`;
}

function addAnswers(resource, days) {
  const items = resource.item ?? [];
  const numberOf = (id) => items.find(({ linkId }) => linkId === id)?.answer?.[0];
  const day = days.at(numberOf("day")?.valueDate ?? resource.authored);
  const feeling = numberOf("feeling")?.valueInteger;
  if (feeling !== undefined) day.feeling = known(`diary.feeling.${feeling}`, String(feeling));
}

function addAir({ code, valueQuantity, effectiveDateTime, note }, air, origins) {
  const key = codeOf(code);
  if (!air.has(key)) air.set(key, { code: key, unit: valueQuantity.unit, values: [] });
  air.get(key).values.push([effectiveDateTime, valueQuantity.value]);
  for (const { text: words } of note ?? []) origins.add(`${words}.`);
}

function summed({ code, unit, values }) {
  const highest = values.reduce((best, value) => (value[1] > best[1] ? value : best));
  const sum = values.reduce((total, [, value]) => total + value, 0);
  return { code, unit, count: values.length, mean: sum / values.length, highest: highest[1], day: highest[0] };
}
