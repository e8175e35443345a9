// Reads a FHIR R4 bundle of a diary: days with what was said of them, and what was in the air. What others have written
// is shown by its own words.

import { known } from "./language.js";

const scoreNames = { dss: "dSS", dms: "dMS", csms: "CSMS", tnss: "TNSS", toss: "TOSS", rtss: "RTSS" };

const codeOf = (concept) => concept?.coding?.[0]?.code ?? "";
const systemOf = (concept) => (concept?.coding?.[0]?.system ?? "").split("/").pop();

/** What an observation says, in words. */
function valueOf({ valueQuantity, valueCodeableConcept, valueString, valueInteger }) {
  if (valueQuantity) return `${Math.round(valueQuantity.value * 100) / 100}${valueQuantity.unit === "score" ? "" : ` ${valueQuantity.unit}`}`;
  return valueString ?? valueInteger ?? valueCodeableConcept?.text ?? "";
}

class Days {
  #days = new Map();

  at(instant) {
    const day = String(instant ?? "").slice(0, 10);
    if (!this.#days.has(day)) this.#days.set(day, { day, feeling: null, scores: [], symptoms: [], medicines: [], notes: [] });
    return this.#days.get(day);
  }

  get all() { return [...this.#days.values()].filter(({ day }) => day !== "").sort((one, other) => other.day.localeCompare(one.day)); }
}

/** Reads bundles into days, the newest first, and into a row for each allergen. */
export function readBundle(bundles) {
  const [days, air, origins] = [new Days(), new Map(), new Set()];
  for (const resource of bundles.flatMap(({ entry = [] }) => entry.map((part) => part.resource))) {
    if (resource.resourceType === "Observation") {
      if (resource.category?.some((category) => codeOf(category) === "exposure")) addAir(resource, air, origins);
      else addObservation(resource, days.at(resource.effectiveDateTime));
    } else if (resource.resourceType === "MedicationStatement") {
      const concept = resource.medicationCodeableConcept;
      days.at(resource.effectiveDateTime).medicines.push(known(`diary.medicine.${codeOf(concept)}`, concept?.text ?? ""));
    } else if (resource.resourceType === "QuestionnaireResponse") {
      addAnswers(resource, days);
    }
  }
  return { days: days.all, air: [...air.values()].map(summed), origins: [...origins] };
}

function addObservation(resource, day) {
  const [code, value] = [codeOf(resource.code), valueOf(resource)];
  const system = systemOf(resource.code);
  if (system === "score") day.scores.push(`${scoreNames[code] ?? resource.code.text} ${value}`);
  else if (system === "diary") day.notes.push(value);
  else if (system === "symptom") day.symptoms.push(`${known(`diary.symptom.${code}`, resource.code.text)}: ${known(`diary.symptomGrade.${codeOf(resource.valueCodeableConcept)}`, value)}`);
  else day.notes.push(`${resource.code?.text ?? code}: ${value}`);
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
