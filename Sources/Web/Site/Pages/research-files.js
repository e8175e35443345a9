// Files of a study to take away: what is wanted in them, and how they come.

import * as api from "./api.js";
import { makeChooser } from "./chooser.js";
import { byId, element } from "./dom.js";
import { say } from "./form.js";
import { language, text } from "./language.js";
import { Refusal } from "./refusal.js";
import { trying } from "./research-terms.js";

const files = ["export.xlsx", "export.zip", "export.sps", "export.R", "export.ndjson", "export.json", "codebook.csv"];
/** Browsers need the address for a moment after the click. */
const keptFor = 60_000;

const lost = () => { throw new Error(text("error.unreachable")); };

async function refusal(response) {
  const found = new Refusal(response.status, await response.json().catch(() => ({})), response.headers.get("Retry-After"));
  return found.kind === "busy" ? new Error(text("research.export.busy"), { cause: found }) : found;
}

/** Fetches a file, and has the browser keep it under the name that the server gives it. */
async function take(address) {
  const response = await fetch(address, { headers: { "Accept-Language": language }, cache: "no-store", credentials: "same-origin" }).catch(lost);
  if (!response.ok) throw await refusal(response);
  const kept = URL.createObjectURL(await response.blob().catch(lost));
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [null, ""];
  element("a", { href: kept, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(kept), keptFor);
}

export class Files {
  #path = "";
  #hasAir = false;
  #chosen = new Set();
  #chooser = null;
  #isBusy = false;
  #onTaken;

  /** `onTaken` is called after a file has come. */
  constructor(onTaken) {
    this.#onTaken = onTaken;
    byId("wanted-air").addEventListener("toggle", ({ target }) => { if (target.open) trying("files-status", () => this.#offerAir()); });
  }

  open({ acts, study }, path) {
    [this.#path, this.#hasAir] = [path, acts.includes("seePlaces")];
    byId("files-air").hidden = !this.#hasAir;
    byId("files-airless").hidden = this.#hasAir;
    for (const id of ["lags-part", "wanted-air"]) byId(id).hidden = !this.#hasAir;
    byId("pseudonyms-part").hidden = study.mode !== "linked";
    say(byId("files-status"), "");
    byId("files").replaceChildren(...files.map((file) => element("li", {},
      element("button", { class: "quiet", type: "button", "data-file": file, onclick: () => this.#take(file) }, text(`research.export.${file}`)))));
  }

  async #offerAir() {
    if (this.#chooser) return;
    const allergens = await api.allergens();
    this.#chooser ??= makeChooser(byId("wanted"), allergens, (key, isOn) => {
      if (isOn) this.#chosen.add(key);
      else this.#chosen.delete(key);
      this.#chooser.show(this.#chosen);
    });
  }

  get #wish() {
    const wish = new URLSearchParams();
    if (this.#hasAir && byId("lags").value !== "0") wish.set("lags", byId("lags").value);
    if (!byId("pseudonyms-part").hidden && byId("pseudonyms").value !== "month") wish.set("pseudonyms", byId("pseudonyms").value);
    if (byId("own-words").checked) wish.set("words", "true");
    if (this.#hasAir && this.#chosen.size > 0) wish.set("allergen", [...this.#chosen].join(","));
    return wish.size > 0 ? `?${wish}` : "";
  }

  async #take(file) {
    const path = this.#path;
    if (this.#isBusy) return;
    this.#isBusy = true;
    await trying("files-status", async () => {
      say(byId("files-status"), text("research.export.making"));
      await take(`${path}/${file}${this.#wish}`);
      if (path === this.#path) say(byId("files-status"), text("research.export.taken"));
    });
    this.#isBusy = false;
    if (path === this.#path) await trying("answers-status", this.#onTaken);
  }
}
