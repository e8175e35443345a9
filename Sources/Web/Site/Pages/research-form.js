// The form of a study: a workbook with XLSForm, and where it has mistakes.

import { ask } from "./account-api.js";
import { byId, element } from "./dom.js";
import { text } from "./language.js";
import { say } from "./form.js";
import { grid, gridRow, inWords, trying } from "./research-terms.js";

const workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const shippedForm = "hay-fever-day";
/** Browsers need the address of a file for a moment after the click. */
const keptFor = 60_000;

/** The mistakes of a workbook; each has its place as `/sheet/row/column`. */
function showMistakes(places) {
  const columns = ["sheet", "row", "column", "mistake"].map((name) => text(`research.column.${name}`));
  const rows = places.map(({ pointer = "", detail }) => {
    const [, sheet, row, column] = pointer.split("/");
    return gridRow([sheet ?? "", row ?? "", column ?? "", element("span", { lang: "en" }, detail)]);
  });
  byId("form-mistakes").replaceChildren(...rows.length > 0 ? [grid(text("research.mistakes"), columns, rows)] : []);
}

/** The workbook of the form that ships with the program. */
async function shipped() {
  const forms = await ask("GET", "/assets/shipped-forms.json");
  const bytes = Uint8Array.from(atob(forms[shippedForm]), (character) => character.codePointAt(0));
  return new File([bytes], `${shippedForm}.xlsx`, { type: workbook });
}

/** Has the browser keep a file. */
function keep(file) {
  const address = URL.createObjectURL(file);
  element("a", { href: address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), keptFor);
}

/** Uploads a workbook, and shows its mistakes; resolves with the study that has the form. */
export async function upload(path, file) {
  showMistakes([]);
  try {
    return await ask("PUT", path, undefined, { body: file, headers: { "Content-Type": file.type || workbook } });
  } catch (error) {
    if (error.kind === "invalid-form") showMistakes(error.places);
    throw error;
  }
}

/** Hands on the file that was chosen, so that the same can be chosen again. */
export function chooser(field, take) {
  const [file] = field.files;
  field.value = "";
  if (file) take(file);
}

/** Connects the upload; `taken` is called with the study that has the form. */
export function connectForm(pathOf, taken) {
  const take = async (file) => {
    await taken(await upload(`${pathOf()}/form`, file));
    say(byId("form-status"), text("research.form.taken", { file: file.name }));
  };
  byId("form-file").addEventListener("change", ({ target }) => chooser(target, (file) => trying("form-status", () => take(file))));
  byId("form-start").addEventListener("click", () => trying("form-status", async () => take(await shipped())));
  byId("form-take").addEventListener("click", () => trying("form-status", async () => keep(await shipped())));
}

/** What is known of the form that a study has. */
export function showForm({ study, acts }) {
  const { form } = study;
  byId("form-upload").hidden = !acts.includes("change");
  byId("form-start").hidden = Boolean(form);
  byId("form-facts").textContent = form
    ? text("research.form.facts", { title: inWords(form.title) || form.id, version: form.version, count: form.items.length })
    : text("research.form.none");
  const isPublic = Boolean(study.version) && study.state !== "draft";
  byId("form-links").hidden = !isPublic;
  byId("form-links").replaceChildren(...isPublic
    ? [element("a", { class: "quiet", href: `/v1/studies/${encodeURIComponent(study.id)}/questionnaire` }, text("research.form.fhir"))]
    : []);
  say(byId("form-status"), "");
  byId("form-mistakes").replaceChildren();
}
